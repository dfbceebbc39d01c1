// What the search over masks knows of a cover before it begins: options as bits, parted by the pieces they belong to.
//
// Items that exclude one another, such as the pieces of a board, the digits of a Latin square or the rows of queens, are
// *groups*: no option covers two of them. An option is then the number of its group and a mask of its other items, its
// *cells*; those of a group lie side by side, so that a group that is taken is left out without a look, and how many of
// its options are left is a difference.
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/restriction.hpp"
#include "tilewright/cover.hpp"

namespace tilewright::masks {

constexpr std::int32_t most_options = 8000;  // with more, states of single bits are smaller
constexpr std::int32_t most_words = 4;       // of cells
constexpr std::int32_t no_group = -1;        // of options that cover no group

// Which items are groups (their numbers), which are cells (theirs); empty where the search does not take the cover.
struct Division {
    std::vector<std::int32_t> group, cell;  // item -> its number, or -1
    std::int32_t groups = 0, cells = 0;
    bool taken = false;  // by the search
};

// It takes items of bounds 0 or 1 and 1 without colors, at most 256 cells, options each of which covers something that is
// needed.
Division divide(const Cover& cover);

template <int W>
struct Mask {
    std::array<std::uint64_t, W> word{};

    bool empty() const {
        std::uint64_t all = 0;
        for (auto w : word) all |= w;
        return !all;
    }
    bool meets(const Mask& other) const {
        std::uint64_t all = 0;
        for (int w = 0; w < W; ++w) all |= word[w] & other.word[w];
        return all != 0;
    }
    bool has(std::int32_t bit) const { return word[bit / 64] >> (bit % 64) & 1; }
    void set(std::int32_t bit) { word[bit / 64] |= std::uint64_t{1} << (bit % 64); }
    friend Mask operator|(Mask a, const Mask& b) {
        for (int w = 0; w < W; ++w) a.word[w] |= b.word[w];
        return a;
    }
    friend Mask operator&(Mask a, const Mask& b) {
        for (int w = 0; w < W; ++w) a.word[w] &= b.word[w];
        return a;
    }
    friend Mask operator^(Mask a, const Mask& b) {
        for (int w = 0; w < W; ++w) a.word[w] ^= b.word[w];
        return a;
    }
    Mask without(const Mask& other) const {
        Mask result = *this;
        for (int w = 0; w < W; ++w) result.word[w] &= ~other.word[w];
        return result;
    }
    friend bool operator==(const Mask&, const Mask&) = default;
    // Whether it has the first cell that only one of them has: the order of tries, along the board.
    bool before(const Mask& other) const {
        for (int w = 0; w < W; ++w)
            if (const auto differ = word[w] ^ other.word[w]) return word[w] & differ & (~differ + 1);
        return false;
    }
};

// The options of a group that are left, in a list of masks.
struct Segment {
    std::int32_t group;
    bool needed;  // one of them must be taken
    std::int32_t begin, end;
    std::int32_t size() const { return end - begin; }
};

template <int W>
struct Tables {
    Tables(const Cover& cover, const Division& division, const Restriction& restriction);
    std::int32_t option_of(std::int32_t group, const Mask<W>& mask) const;  // by the cover's number

    std::int32_t groups = 0;
    bool distinct = true;               // no two options are the same; else the search cannot tell them apart
    Mask<W> needed;                     // cells
    std::vector<Mask<W>> masks;         // those the search has, group by group, each along the board
    std::vector<std::int32_t> options;  // their numbers
    std::vector<Segment> segments;      // of them
    std::vector<std::int32_t> segment;  // group -> its segment; the last: those of no group
    std::vector<std::pair<std::int32_t, Mask<W>>> own;  // option -> group and mask
};

extern template struct Tables<1>;
extern template struct Tables<2>;
extern template struct Tables<3>;
extern template struct Tables<4>;

}  // namespace tilewright::masks
