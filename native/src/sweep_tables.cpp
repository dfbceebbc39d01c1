// The tables of the sweep: options by first item, and which of them fit a state, by chunks of the state.
#include <algorithm>
#include <bit>

#include "sweep.hpp"

namespace tilewright::sweep {
namespace {

constexpr int chunk_bits = 8;

struct Candidate {
    std::int32_t option;
    std::vector<std::uint64_t> taken, clash, field, step;
};

void set(std::vector<std::uint64_t>& row, std::int32_t bit) { row[bit / 64] |= std::uint64_t{1} << (bit % 64); }

std::uint64_t ones(int count) { return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

// False: the option covers an item that may not be covered.
bool make(const Cover& cover, const Layout& layout, std::int32_t option, Candidate& made) {
    const std::vector<std::uint64_t> none(layout.words, 0);
    made = {option, none, none, none, none};
    for (auto p = cover.begin(option); p != cover.end(option); ++p) {
        if (cover.hi[*p] == 0) return false;
        if (const auto bit = layout.bit[*p]; bit >= 0) {
            set(made.taken, bit);
            set(made.clash, bit);
        } else if (const auto& field = layout.field[*p]; field.width) {
            made.field[field.first / 64] |= ones(field.width) << (field.first % 64);
            set(made.step, field.first);
            if (cover.hi[*p] != unlimited) set(made.clash, field.first + field.width - 1);  // it is full
        }
    }
    return true;
}

std::int32_t first_bit(const std::vector<std::uint64_t>& row) {
    std::int32_t w = 0;
    while (!row[w]) ++w;
    return w * 64 + std::countr_zero(row[w]);
}

// Lexicographic by bits: what fills up the nearest comes first.
bool nearer(const Candidate& a, const Candidate& b) {
    for (std::size_t w = 0; w < a.taken.size(); ++w)
        if (const auto differ = a.taken[w] ^ b.taken[w]) return a.taken[w] & (differ & -differ);
    return a.option < b.option;
}

// `due`: bits that must be set already when these options are tried, because none from here on sets them.
void add_block(Tables& tables, const Candidate* first, const Candidate* last, std::int32_t bit,
               const std::vector<std::uint64_t>& due) {
    const auto words = tables.layout.words;
    Block block{static_cast<std::int32_t>(tables.option.size()), static_cast<std::int32_t>(tables.chunks.size()), 0,
                ones(static_cast<int>(last - first))};
    std::vector<std::uint64_t> clashing(64 * words, 0), relevant(words, 0);
    for (auto c = first; c != last; ++c) {
        tables.option.push_back(c->option);
        tables.taken.insert(tables.taken.end(), c->taken.begin(), c->taken.end());
        tables.field.insert(tables.field.end(), c->field.begin(), c->field.end());
        tables.step.insert(tables.step.end(), c->step.begin(), c->step.end());
        for (std::int32_t w = 0; w < words; ++w) {
            relevant[w] |= c->clash[w];
            for (auto bits = c->clash[w]; bits; bits &= bits - 1)
                clashing[w * 64 + std::countr_zero(bits)] |= std::uint64_t{1} << (c - first);
        }
    }
    relevant[bit / 64] &= ~(std::uint64_t{1} << (bit % 64));  // known to be free
    for (std::int32_t w = 0; w < words; ++w) {
        relevant[w] |= due[w];
        while (relevant[w]) {
            const int shift = std::countr_zero(relevant[w]);
            const int count = std::min(chunk_bits, 64 - std::countl_zero(relevant[w]) - shift);
            relevant[w] &= ~(ones(count) << shift);
            const auto table = tables.fits.size();
            tables.chunks.push_back({static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(shift),
                                     static_cast<std::uint16_t>(ones(count)), static_cast<std::uint32_t>(table)});
            tables.fits.resize(table + (std::size_t{1} << count));
            tables.fits[table] = block.all;
            const auto fits = tables.fits.data() + table;
            for (std::size_t x = 1; x < (std::size_t{1} << count); ++x)
                fits[x] = fits[x & (x - 1)] & ~clashing[w * 64 + shift + std::countr_zero(x)];
            if (const auto set = due[w] >> shift & ones(count))
                for (std::size_t x = 0; x < (std::size_t{1} << count); ++x)
                    if (set & ~x) fits[x] = 0;
        }
    }
    block.last = static_cast<std::int32_t>(tables.chunks.size());
    tables.blocks.push_back(block);
}

}  // namespace

Tables::Tables(const Cover& cover, const std::vector<std::int32_t>& sequence)
    : layout(sweep::layout(cover, sequence)), restriction(sweep::restriction(cover, sequence)) {
    const auto words = layout.words;
    std::vector<std::vector<Candidate>> by_first(layout.swept);
    Candidate made;
    for (std::int32_t o = 0; o < cover.option_count(); ++o) {
        if (restriction.dropped[o] || !make(cover, layout, o, made)) continue;
        counted |= std::any_of(made.step.begin(), made.step.end(), [](auto w) { return w != 0; });
        by_first[first_bit(made.taken)].push_back(std::move(made));
    }
    std::vector<std::vector<std::uint64_t>> due(layout.swept);
    auto later = std::vector<std::uint64_t>(words, 0);
    for (auto bit = layout.swept; bit-- > 0;) {
        for (const auto& candidate : by_first[bit])
            for (std::int32_t w = 0; w < words; ++w) later[w] |= candidate.taken[w] | candidate.field[w];
        for (std::int32_t w = 0; w < words; ++w) {
            due[bit].push_back(layout.needed[w] & ~later[w]);
            // The items before are covered whenever this one is the first free.
            if (bit >= 64 * w) due[bit][w] &= bit >= 64 * w + 64 ? 0 : ~ones(bit - 64 * w);
        }
    }
    block_start.push_back(0);
    for (std::int32_t bit = 0; bit < layout.swept; ++bit) {
        auto& row = by_first[bit];
        std::sort(row.begin(), row.end(), nearer);
        for (std::size_t k = 0; k < row.size(); k += 64)
            add_block(*this, row.data() + k, row.data() + std::min(row.size(), k + 64), bit, due[bit]);
        block_start.push_back(static_cast<std::int32_t>(blocks.size()));
    }
    own.assign(cover.option_count(), -1);
    for (std::size_t k = 0; k < option.size(); ++k) own[option[k]] = static_cast<std::int32_t>(k);
}

}  // namespace tilewright::sweep
