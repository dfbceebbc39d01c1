// The tables of the sweep: options by first item, and which of them fit a state, by chunks of the state.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <span>
#include <tuple>

#include "sweep/tables.hpp"

namespace tilewright::sweep {
namespace {

constexpr int chunk_bits = 8;

std::uint64_t ones(int count) { return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

// The options that can be chosen at all, `words` words of each kind for each; see `Tables`.
struct Candidates {
    std::int32_t words;
    std::vector<std::int32_t> option;
    std::vector<std::uint64_t> taken, clash, field, step;

    Candidates(std::int32_t words_, std::size_t most) : words(words_) {
        option.reserve(most);
        for (auto* row : {&taken, &clash, &field, &step}) row->reserve(most * static_cast<std::size_t>(words));
    }
    void add(const Cover& cover, const ColorCodes& codes, const Layout& layout, std::int32_t o);
    std::int32_t first_bit(std::int32_t k) const {
        std::int32_t w = 0;
        while (!taken[k * words + w]) ++w;
        return w * 64 + std::countr_zero(taken[k * words + w]);
    }
    // Lexicographic by bits: what fills up the nearest comes first.
    bool nearer(std::int32_t a, std::int32_t b) const {
        for (std::int32_t w = 0; w < words; ++w)
            if (const auto differ = taken[a * words + w] ^ taken[b * words + w])
                return taken[a * words + w] & (differ & -differ);
        return a < b;
    }
};

void Candidates::add(const Cover& cover, const ColorCodes& codes, const Layout& layout, std::int32_t o) {
    if (std::any_of(cover.begin(o), cover.end(o), [&](auto item) { return cover.hi[item] == 0; })) return;
    const auto base = static_cast<std::int32_t>(taken.size());
    option.push_back(o);
    for (auto* row : {&taken, &clash, &field, &step}) row->resize(base + words, 0);
    auto set = [&](std::vector<std::uint64_t>& row, std::int32_t bit) {
        row[base + bit / 64] |= std::uint64_t{1} << (bit % 64);
    };
    for (auto p = cover.begin(o); p != cover.end(o); ++p) {
        if (codes.colored(*p)) {
            const auto masks = codes.masks(*p, cover.entry(p));
            for (std::int32_t b = 0; b < codes.width(*p); ++b) {
                if (masks.sets >> b & 1) set(taken, layout.color[*p].first + b);
                if (masks.forbids >> b & 1) set(clash, layout.color[*p].first + b);
            }
        } else if (const auto bit = layout.bit[*p]; bit >= 0) {
            set(taken, bit);
            set(clash, bit);
        } else if (const auto& place = layout.field[*p]; place.width) {
            field[base + place.first / 64] |= ones(place.width) << (place.first % 64);
            set(step, place.first);
            if (cover.hi[*p] != unlimited) set(clash, place.first + place.width - 1);  // it is full
        }
    }
}

// The candidates by their first bits, in rows end to end, each from the nearest on.
struct ByFirst {
    std::vector<std::int32_t> start, all;

    ByFirst(const Candidates& of, std::int32_t bits, const std::vector<double>& priority)
        : start(static_cast<std::size_t>(bits) + 1, 0), all(of.option.size()) {
        std::vector<std::int32_t> first(all.size());
        for (std::size_t k = 0; k < all.size(); ++k) {
            first[k] = of.first_bit(static_cast<std::int32_t>(k));
            ++start[static_cast<std::size_t>(first[k]) + 1];
        }
        std::partial_sum(start.begin(), start.end(), start.begin());
        auto next = start;
        for (std::size_t k = 0; k < all.size(); ++k) all[next[first[k]]++] = static_cast<std::int32_t>(k);
        for (std::int32_t bit = 0; bit < bits; ++bit)
            std::sort(all.begin() + start[bit], all.begin() + start[bit + 1], [&](auto a, auto b) {
                if (!priority.empty() && priority[of.option[a]] != priority[of.option[b]])
                    return priority[of.option[a]] > priority[of.option[b]];
                return of.nearer(a, b);
            });
    }
    std::span<const std::int32_t> row(std::int32_t bit) const {
        return {all.data() + start[bit], all.data() + start[bit + 1]};
    }
};

// How many chunks of at most so many bits hold all these bits.
int chunks_of(std::uint64_t bits, int size) {
    int count = 0;
    for (; bits; ++count) bits &= ~(ones(size) << std::countr_zero(bits));
    return count;
}

// The size of chunks that makes them few, and small when they are no more for it.
int chunk_size(std::uint64_t bits) {
    int size = chunk_bits;
    while (size > 1 && chunks_of(bits, size - 1) == chunks_of(bits, chunk_bits)) --size;
    return size;
}

// What a table of fits depends on: of each of the chunk's bits the options that it clashes with, all options, and the
// bits that are due.
using Content = std::tuple<std::vector<std::uint64_t>, std::uint64_t, std::uint64_t>;
using Made = std::map<Content, std::uint32_t>;

// Where a table stands. Most of a board looks the same, so that many blocks share tables; few tables stay in the cache.
std::uint32_t fits_table(Tables& tables, Made& made, const Content& content) {
    const auto [place, is_new] = made.try_emplace(content, static_cast<std::uint32_t>(tables.fits.size()));
    if (!is_new) return place->second;
    const auto& [clashing, all, due] = content;
    const auto size = std::size_t{1} << clashing.size();
    tables.fits.resize(tables.fits.size() + size);
    const auto fits = tables.fits.data() + place->second;
    fits[0] = all;
    for (std::size_t x = 1; x < size; ++x) fits[x] = fits[x & (x - 1)] & ~clashing[std::countr_zero(x)];
    if (due)
        for (std::size_t x = 0; x < size; ++x)
            if (due & ~x) fits[x] = 0;
    return place->second;
}

struct Scratch {
    std::vector<std::uint64_t> clashing, relevant;  // of each bit the options that it clashes with; the bits of any
    Made made;
};

// `due`: bits that must be set already when these options are tried, because none from here on sets them.
void add_block(Tables& tables, Scratch& scratch, const Candidates& of, const std::int32_t* first,
               const std::int32_t* last, std::int32_t bit, const std::uint64_t* due) {
    const auto words = tables.layout.words;
    Block block{static_cast<std::int32_t>(tables.option.size()), static_cast<std::int32_t>(tables.chunks.size()), 0,
                ones(static_cast<int>(last - first))};
    auto& [clashing, relevant, made] = scratch;
    clashing.assign(64 * static_cast<std::size_t>(words), 0), relevant.assign(static_cast<std::size_t>(words), 0);
    for (auto c = first; c != last; ++c) {
        tables.option.push_back(of.option[*c]);
        auto copy = [&](const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) {
            to.insert(to.end(), from.begin() + *c * words, from.begin() + (*c + 1) * words);
        };
        copy(of.taken, tables.taken), copy(of.clash, tables.clash);
        if (tables.counted) copy(of.field, tables.field), copy(of.step, tables.step);
        for (std::int32_t w = 0; w < words; ++w) {
            const auto clash = of.clash[*c * words + w];
            relevant[w] |= clash;
            for (auto bits = clash; bits; bits &= bits - 1)
                clashing[w * 64 + std::countr_zero(bits)] |= std::uint64_t{1} << (c - first);
        }
    }
    relevant[bit / 64] &= ~(std::uint64_t{1} << (bit % 64));  // known to be free
    for (std::int32_t w = 0; w < words; ++w) {
        relevant[w] |= due[w];
        const int size = chunk_size(relevant[w]);
        while (relevant[w]) {
            const int shift = std::countr_zero(relevant[w]);
            const int count = std::min(size, 64 - std::countl_zero(relevant[w]) - shift);
            relevant[w] &= ~(ones(count) << shift);
            const auto first_clash = clashing.begin() + w * 64 + shift;
            const auto table = fits_table(
                tables, made, {{first_clash, first_clash + count}, block.all, due[w] >> shift & ones(count)});
            tables.chunks.push_back({static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(shift),
                                     static_cast<std::uint16_t>(ones(count)), table});
        }
    }
    block.last = static_cast<std::int32_t>(tables.chunks.size());
    tables.blocks.push_back(block);
}

}  // namespace

std::int64_t Tables::bytes() const {
    return static_cast<std::int64_t>(
        (fits.size() + taken.size() + clash.size() + field.size() + step.size()) * sizeof(std::uint64_t) +
        chunks.size() * sizeof(Chunk) + (option.size() + own.size()) * sizeof(std::int32_t));
}

PlanTooLarge too_little(double needed, std::int64_t memory) {
    auto in_mb = [](double bytes) {
        const auto text = std::to_string(bytes / 1e6);
        return text.substr(0, text.find('.') + 2) + " MB";
    };
    return PlanTooLarge("the sweep takes about " + in_mb(needed) + " of memory: expected at most " +
                        in_mb(static_cast<double>(memory)));
}

Tables::Tables(const Cover& cover, const ColorCodes& codes, const ItemOptions& covering,
               const std::vector<std::int32_t>& sequence, std::int64_t memory, const std::vector<double>& priority)
    : layout(sweep::layout(cover, codes, sequence)), restriction(sweep::restriction(cover, covering, sequence)) {
    const auto words = layout.words;
    const auto rows =
        64.0 * words * static_cast<double>(cover.option_count());  // four words of each, twice while they are made
    if (rows > static_cast<double>(memory)) throw too_little(rows, memory);
    Candidates of(words, static_cast<std::size_t>(cover.option_count()));
    for (std::int32_t o = 0; o < cover.option_count(); ++o)
        if (restriction.dropped.empty() || !restriction.dropped[o]) of.add(cover, codes, layout, o);
    for (auto* row : {&taken, &clash}) row->reserve(of.taken.size());
    option.reserve(of.option.size());
    counted = std::any_of(of.step.begin(), of.step.end(), [](auto w) { return w != 0; });
    const ByFirst by_first(of, layout.swept, priority);
    std::vector<std::uint64_t> due(static_cast<std::size_t>(layout.swept) * words), later(words, 0);
    for (auto bit = layout.swept; bit-- > 0;) {
        for (auto k : by_first.row(bit))
            for (std::int32_t w = 0; w < words; ++w) later[w] |= of.taken[k * words + w] | of.field[k * words + w];
        for (std::int32_t w = 0; w < words; ++w) {
            auto& mine = due[bit * words + w] = layout.needed[w] & ~later[w];
            // The items before are covered whenever this one is the first free.
            if (bit >= 64 * w) mine &= bit >= 64 * w + 64 ? 0 : ~ones(bit - 64 * w);
        }
    }
    Scratch scratch;
    block_start.push_back(0);
    for (std::int32_t bit = 0; bit < layout.swept; ++bit) {
        const auto row = by_first.row(bit);
        for (std::size_t k = 0; k < row.size(); k += 64)
            add_block(*this, scratch, of, row.data() + k, row.data() + std::min(row.size(), k + 64), bit,
                      due.data() + bit * words);
        block_start.push_back(static_cast<std::int32_t>(blocks.size()));
        if (const auto used = bytes(); used > memory)
            throw too_little(static_cast<double>(used) * layout.swept / (bit + 1), memory);
    }
    own.assign(cover.option_count(), -1);
    for (std::size_t k = 0; k < option.size(); ++k) own[option[k]] = static_cast<std::int32_t>(k);
}

}  // namespace tilewright::sweep
