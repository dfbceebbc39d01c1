// The tables of the sweep: options by first item, and which of them fit a state, by chunks of the state.
#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

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

// `due`: bits that must be set already when these options are tried, because none from here on sets them.
void add_block(Tables& tables, Made& made, const Candidate* first, const Candidate* last, std::int32_t bit,
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
        const int size = chunk_size(relevant[w]);
        while (relevant[w]) {
            const int shift = std::countr_zero(relevant[w]);
            const int count = std::min(size, 64 - std::countl_zero(relevant[w]) - shift);
            relevant[w] &= ~(ones(count) << shift);
            const auto first_clash = clashing.begin() + w * 64 + shift;
            const auto table = fits_table(tables, made, {{first_clash, first_clash + count}, block.all, due[w] >> shift & ones(count)});
            tables.chunks.push_back({static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(shift),
                                     static_cast<std::uint16_t>(ones(count)), table});
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
    Made made_tables;
    block_start.push_back(0);
    for (std::int32_t bit = 0; bit < layout.swept; ++bit) {
        auto& row = by_first[bit];
        std::sort(row.begin(), row.end(), nearer);
        for (std::size_t k = 0; k < row.size(); k += 64)
            add_block(*this, made_tables, row.data() + k, row.data() + std::min(row.size(), k + 64), bit, due[bit]);
        block_start.push_back(static_cast<std::int32_t>(blocks.size()));
    }
    own.assign(cover.option_count(), -1);
    for (std::size_t k = 0; k < option.size(); ++k) own[option[k]] = static_cast<std::int32_t>(k);
}

}  // namespace tilewright::sweep
