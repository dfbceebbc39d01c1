// All positions of shapes on a board of any lattice, in slices, without a table of the plane.
//
// A lattice is here what Python's lattice/lattice.py says: an atom is the integer coordinates of its cell and, where
// cells have several atoms, a slot; adding a cell vector translates it. The items of a cover are the atoms in ascending
// order. Positions come shape by shape, and of a shape by the cell it begins at.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace tilewright {

using AtomKey = __int128;  // an atom as one number; adding a constant translates it

// The atoms of a board, ascending; `width` numbers each, the first `dimension` of them its cell's coordinates.
struct BoardAtoms {
    std::int32_t dimension = 0, width = 0;
    std::vector<std::int32_t> numbers;

    std::int32_t count() const { return width ? static_cast<std::int32_t>(numbers.size()) / width : 0; }
    const std::int32_t* atom(std::int32_t item) const {
        return numbers.data() + static_cast<std::size_t>(item) * static_cast<std::size_t>(width);
    }
    std::int32_t slot(std::int32_t item) const { return width > dimension ? atom(item)[dimension] : 0; }
};

// How a shape may lie on paint: atom k of it on the paints p with allowed[ground[k] * paints + p], and on no paint.
struct PaintRule {
    std::int32_t label;
    std::vector<std::int32_t> ground;
};

// The orientation of a piece: its atoms, ascending, each as the board's are; the item behind the atoms that its
// positions cover besides, or -1; `label`, which they bear. Where there are `rules`, they are tried in turn, and the
// first that allows a position gives its label.
struct PlacedShape {
    std::int32_t owner, item, label;
    std::vector<std::int32_t> numbers;
    std::vector<PaintRule> rules;
};

// A position that must be taken: its own item is covered by it alone, and what else meets it is left out.
struct PinnedPlace {
    std::int32_t owner, item;
    std::vector<std::int32_t> atoms;  // items, ascending
};

struct Paint {
    std::int32_t paints = 0;
    std::vector<std::int32_t> of;       // of each atom of the board, or -1; empty: there is none
    std::vector<std::uint8_t> allowed;  // ground x paint
};

struct PlacementList {
    std::vector<std::int64_t> start;  // of each position among all items so far; with the last, their end
    std::vector<std::int32_t> items, label;
    std::vector<std::int32_t> pinned;  // the positions that are pins
};

class Placements {
  public:
    // std::invalid_argument where numbers are out of range or a shape repeats another.
    Placements(BoardAtoms board, std::vector<PlacedShape> shapes, std::vector<PinnedPlace> pins, Paint paint);

    // Looks at about so many more atoms where shapes could begin; true when all is done.
    bool run(std::int64_t steps);
    // What was found since the last call. All lists end to end are the whole; numbers count from the first.
    PlacementList take();

  private:
    void begin_shape();
    bool lies_at(std::int32_t anchor);
    bool add_pins(const PlacedShape& shape);
    const PaintRule* allowed_rule(const PlacedShape& shape) const;
    void add(const PlacedShape& shape);

    BoardAtoms board_;
    std::vector<PlacedShape> shapes_;
    std::vector<PinnedPlace> pins_;
    Paint paint_;
    std::vector<AtomKey> weights_, keys_;  // of coordinates; of the board's atoms
    std::vector<std::uint8_t> pinned_;     // for each atom whether a pin covers it
    PlacementList found_;
    std::int64_t positions_ = 0, entries_ = 0;  // so far, in all
    bool ended_ = false;

    std::size_t shape_ = 0;
    std::int32_t anchor_ = 0;            // the next atom where the shape could begin
    std::vector<AtomKey> step_;          // from the shape's first atom to each
    std::vector<std::int32_t> cursor_;   // for each atom of the shape the first of the board that is not below it
    std::vector<std::int32_t> covered_;  // items of the position at hand
};

// How many cells the board spans along each coordinate.
std::vector<std::int64_t> board_extent(const BoardAtoms& board);

// The board's items by coordinates of which axes[0] counts most, then the rest, then as they stand.
std::vector<std::int32_t> board_order(const BoardAtoms& board, const std::vector<std::int32_t>& axes);

// A neighbour of every atom of a slot: the cell vector to it, and its slot.
struct Neighbour {
    std::int32_t slot, other;
    std::vector<std::int32_t> vector;
};

struct Adjacency {
    std::vector<std::int64_t> start{0};
    std::vector<std::int32_t> items;  // of each row ascending
};

Adjacency board_adjacency(const BoardAtoms& board, const std::vector<Neighbour>& neighbours);

}  // namespace tilewright
