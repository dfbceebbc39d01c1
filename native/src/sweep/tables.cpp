// The options of a sweep by their first items: what each sets in the state, and in what sequence they are tried.
#include "sweep/tables.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "tilewright/wide.hpp"

namespace tilewright::sweep {
namespace {

std::uint64_t ones(int count) { return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

// The options that can be chosen, by their first bits, in rows end to end, each in the sequence in which they are tried:
// those of the highest priority first, of equals those that fill up the nearest.
class ByFirst {
  public:
    ByFirst(const Masks& masks, const Restriction& restriction, std::int32_t bits, const std::vector<double>& priority)
        : start_(static_cast<std::size_t>(bits) + 1, 0) {
        const auto options = static_cast<std::int32_t>(masks.first.size());
        auto chosen = [&](std::int32_t o) { return masks.first[o] >= 0 && !restriction.drops(o); };
        for (std::int32_t o = 0; o < options; ++o)
            if (chosen(o)) ++start_[static_cast<std::size_t>(masks.first[o]) + 1];
        std::partial_sum(start_.begin(), start_.end(), start_.begin());
        std::vector<Candidate> all(static_cast<std::size_t>(start_.back()));
        auto next = start_;
        for (std::int32_t o = 0; o < options; ++o)
            if (chosen(o)) all[next[masks.first[o]]++] = {near(masks, o), o};
        for (std::int32_t bit = 0; bit < bits; ++bit)
            std::sort(all.begin() + start_[bit], all.begin() + start_[bit + 1], [&](const auto& a, const auto& b) {
                if (!priority.empty() && priority[a.option] != priority[b.option])
                    return priority[a.option] > priority[b.option];
                if (const auto differ = a.near ^ b.near) return (a.near & lowest(differ)) != 0;
                return masks.nearer(a.option, b.option);
            });
        options_.reserve(all.size());
        for (const auto& candidate : all) options_.push_back(candidate.option);
    }
    std::span<const std::int32_t> row(std::int32_t bit) const {
        return {options_.data() + start_[bit], options_.data() + start_[bit + 1]};
    }
    std::size_t size() const { return options_.size(); }

  private:
    struct Candidate {
        std::uint64_t near;  // the word of its first bit
        std::int32_t option;
    };
    static std::uint64_t near(const Masks& masks, std::int32_t o) {
        return masks.taken[o * masks.words + masks.first[o] / 64];
    }
    std::vector<std::int32_t> start_, options_;
};

// For each bit those that no option that begins there or later sets, though they are needed.
std::vector<std::uint64_t> find_due(const Masks& masks, const Layout& layout, const ByFirst& by_first) {
    const auto words = layout.words;
    std::vector<std::uint64_t> due(static_cast<std::size_t>(layout.swept) * words), later(words, 0);
    for (auto bit = layout.swept; bit-- > 0;) {
        for (auto o : by_first.row(bit))
            for (std::int32_t w = 0; w < words; ++w) {
                later[w] |= masks.taken[o * words + w];
                if (masks.counted) later[w] |= masks.field[o * words + w];
            }
        for (std::int32_t w = 0; w < words; ++w) {
            auto& mine = due[bit * words + w] = layout.needed[w] & ~later[w];
            // The items before are covered whenever this one is the first free.
            if (bit >= 64 * w) mine &= bit >= 64 * w + 64 ? 0 : ~ones(bit - 64 * w);
        }
    }
    return due;
}

}  // namespace

Masks::Masks(const Cover& cover, const ColorCodes& codes, const Layout& layout)
    : words(layout.words), fewest(layout.swept + 1) {
    const auto options = cover.option_count();
    const auto size = static_cast<std::size_t>(options * words);
    taken.resize(size), clash.resize(size);
    counted = std::any_of(layout.field.begin(), layout.field.end(), [](const auto& field) { return field.width > 0; });
    if (counted) field.resize(size), step.resize(size);
    first.resize(static_cast<std::size_t>(options));
    auto set = [](std::uint64_t* row, std::int32_t bit) {
        const auto place = static_cast<std::uint32_t>(bit);
        row[place / 64] |= std::uint64_t{1} << (place % 64);
    };
    const auto* bits = layout.bit.data();
    for (std::int64_t o = 0; o < options; ++o) {
        const auto base = o * words;
        auto least = layout.swept;
        std::int32_t covered = 0;
        bool possible = true;
        auto* sets = taken.data() + base;
        for (auto p = cover.begin(o), last = cover.end(o); p != last; ++p) {
            if (const auto bit = bits[*p]; bit >= 0) {
                set(sets, bit);
                least = std::min(least, bit);
                covered += bit < layout.swept;
            } else if (const auto& place = layout.field[*p]; place.width) {
                for (std::int32_t k = 0; k < place.width; ++k) set(&field[base], place.first + k);
                set(&step[base], place.first);
                if (cover.hi[*p] != unlimited) set(&clash[base], place.first + place.width - 1);  // it is full
            } else {
                possible &= cover.hi[*p] > 0;
            }
        }
        for (std::int32_t w = 0; w < words; ++w) clash[base + w] |= taken[base + w];
        first[o] = possible ? least : -1;
        fewest = std::min(fewest, std::max(covered, 1));
    }
    if (!cover.colors.empty()) add_colors(cover, codes, layout);
}

// What an option does to an item with a color is not what it must not meet there.
void Masks::add_colors(const Cover& cover, const ColorCodes& codes, const Layout& layout) {
    auto add = [&](std::vector<std::uint64_t>& row, std::int64_t o, std::uint64_t bits, std::int32_t first) {
        for (; bits; bits &= bits - 1) {
            const auto bit = first + std::countr_zero(bits);
            row[o * words + bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
    };
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        for (auto p = cover.begin(o); p != cover.end(o); ++p)
            if (codes.colored(*p)) {
                const auto masks = codes.masks(*p, cover.entry(p));
                add(taken, o, masks.sets, layout.color[*p].first), add(clash, o, masks.forbids, layout.color[*p].first);
            }
}

bool Masks::nearer(std::int64_t a, std::int64_t b) const {
    for (std::int32_t w = 0; w < words; ++w)
        if (const auto differ = taken[a * words + w] ^ taken[b * words + w])
            return taken[a * words + w] & lowest(differ);
    return a < b;
}

std::int64_t Tables::bytes() const {
    return static_cast<std::int64_t>(
        (taken.size() + clash.size() + field.size() + step.size() + due.size()) * sizeof(std::uint64_t) +
        (option.size() + own.size() + bit.size()) * sizeof(std::int32_t) + blocks.size() * sizeof(Block));
}

PlanTooLarge too_little(double needed, std::int64_t memory) {
    auto in_mb = [](double bytes) {
        const auto text = std::to_string(bytes / 1e6);
        return text.substr(0, text.find('.') + 2) + " MB";
    };
    return PlanTooLarge("the sweep takes about " + in_mb(needed) + " of memory: expected at most " +
                        in_mb(static_cast<double>(memory)));
}

Tables::Tables(const Cover& cover, const ItemOptions& covering, const std::vector<std::int32_t>& sequence,
               std::int64_t memory, const std::vector<double>& priority) {
    const ColorCodes codes(cover);
    layout = sweep::layout(cover, codes, sequence);
    constexpr std::size_t most = 64;  // options of a block
    const auto words = layout.words;
    const auto rows =
        64.0 * words * static_cast<double>(cover.option_count());  // four words of each, twice while they are made
    if (rows > static_cast<double>(memory)) throw too_little(rows, memory);
    const Masks masks(cover, codes, layout);
    restriction = tilewright::restriction(cover, covering, sequence, masks.first);
    const ByFirst by_first(masks, restriction, layout.swept, priority);
    counted = masks.counted;
    levels = layout.swept / masks.fewest + 2;
    due = find_due(masks, layout, by_first);
    option.reserve(by_first.size());
    own.assign(cover.option_count(), -1);
    block_start.reserve(static_cast<std::size_t>(layout.swept) + 1);
    block_start.push_back(0);
    for (std::int32_t first = 0; first < layout.swept; ++first) {
        const auto row = by_first.row(first);
        for (std::size_t k = 0; k < row.size(); k += most) {
            const auto size = std::min(row.size() - k, most);
            blocks.push_back({static_cast<std::int32_t>(option.size() + k), -1, -1, k + most < row.size(),
                              ones(static_cast<int>(size))});
            bit.push_back(first);
        }
        for (auto o : row) own[o] = static_cast<std::int32_t>(option.size()), option.push_back(o);
        block_start.push_back(static_cast<std::int32_t>(blocks.size()));
    }
    auto in_sequence = [&](const std::vector<std::uint64_t>& from) {
        std::vector<std::uint64_t> to;
        to.reserve(option.size() * static_cast<std::size_t>(words));
        for (auto o : option) to.insert(to.end(), from.begin() + o * words, from.begin() + (o + 1) * words);
        return to;
    };
    taken = in_sequence(masks.taken), clash = in_sequence(masks.clash);
    if (counted) field = in_sequence(masks.field), step = in_sequence(masks.step);
}

}  // namespace tilewright::sweep
