// The lower part of the search over masks: where few options are left, a row of bits for each item says which cover it.
//
// Nearly all nodes are far down, and most of them leave some cell without an option. By lists (mask_level.hpp) a node costs
// what all the options of its parent cost, dead or not. Here a node is one row, the options that are left: what one option
// excludes are six rows or so, and whether a cell can still be covered is one row against another, which ends at the first
// cell that cannot. How many options a cell has is counted only where none is dead, by the processor's own instruction.
//
// A matrix is made once for the whole subtree below the first node that has few enough options, for Bedlam's cube from one
// node in forty; the rows of cells are the masks of the options, 64 by 64 bits transposed. Smaller matrices further down
// cost more to make than they save.
//
// Nodes, their order and what is forced are those of the lists.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/mask_level.hpp"
#include "search/mask_tables.hpp"

namespace tilewright::masks {

constexpr int row_words = 8;
constexpr std::int32_t most_columns = 64 * row_words;  // options of a matrix
constexpr std::int32_t least_columns = 32;             // of fewer, lists are as fast
constexpr std::size_t most_group_rows = 64;

// A bit for each option, in vectors of four words, which the compiler makes of what the processor has.
struct alignas(64) Row {
    using Quad [[gnu::vector_size(32)]] = std::uint64_t;
    std::array<Quad, row_words / 4> quads;
    std::uint64_t word(int w) const { return quads[w / 4][w % 4]; }
    void set(int w, std::uint64_t bits) { quads[w / 4][w % 4] = bits; }
};

template <int W>
struct Node {
    Row left;    // options
    Row forced;  // of these, the only ones of some item
    Mask<W> needed;
    std::uint64_t groups_needed;  // by the matrix's numbers
    std::int32_t item;            // with the fewest options, a cell or 64 * W and a group
};

enum class Found { nothing, open, solution, forced };

template <int W>
struct Matrix {
    static bool takes(const Level<W>& level) {
        const auto options = level.segments.empty() ? 0 : level.segments.back().end;
        return options >= least_columns && options <= most_columns && level.segments.size() <= most_group_rows;
    }
    // More than there are nodes on any path down from the level: each option covers something that is needed.
    static std::size_t depth(const Level<W>& level) {
        std::size_t cells = 0;
        for (auto word : level.needed.word) cells += static_cast<std::size_t>(std::popcount(word));
        return cells + level.segments.size() + 2;
    }
    // The node is the level; `groups`: how many there are in all.
    void begin(const Level<W>& level, std::int32_t groups, Node<W>& node);
    // The node without an option, or several, that cover these cells and groups. What is found has no item without options.
    Found enter(const Node<W>& from, const Mask<W>& cells, std::uint64_t of_groups, Node<W>& to) const {
        return enter_(*this, from, cells, of_groups, to);
    }
    std::uint64_t bit_of(std::int32_t group) const { return group == no_group ? 0 : bit[group]; }

    std::array<Row, 64 * W + most_group_rows> rows;
    std::array<Mask<W>, most_columns> masks;
    std::array<std::int32_t, most_columns> group;  // by the cover's number, or no_group
    std::vector<std::uint64_t> bit;                // group -> its place in `groups_needed`

    using Enter = Found (*)(const Matrix&, const Node<W>&, const Mask<W>&, std::uint64_t, Node<W>&);
    // The same in instructions that every processor has.
    static Found enter_plainly(const Matrix&, const Node<W>&, const Mask<W>&, std::uint64_t, Node<W>&);

  private:
    Enter enter_ = nullptr;
};

extern template struct Matrix<1>;
extern template struct Matrix<2>;
extern template struct Matrix<3>;
extern template struct Matrix<4>;

}  // namespace tilewright::masks
