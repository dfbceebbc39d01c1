// Does a set of pieces tile this silhouette? Cheap reasons why not come first, the search last.
//
// Knows no lattice either: the plane is a flat row of cells with a rim of empty ones, a cell is a bit mask of atoms,
// and an orientation of a piece is a list of (step from its first cell, mask). Lattices shifted against each other lie
// behind one another in the row.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "tilewright/cover.hpp"

namespace tilewright {

struct SilhouettePlane {
    std::int32_t cells = 0;  // length of the row; no orientation set on a node's cell leaves it
    // The cells of each node's orbit, ascending, and what is filled of them.
    std::vector<std::int32_t> start{0}, cell;
    std::vector<std::uint8_t> mask;
};

struct SilhouettePiece {
    std::int32_t least = 1, most = 1;  // copies
    std::int32_t area = 0;             // atoms of one
    // orientation a: steps[start[a] .. start[a + 1]), the first of them 0, ascending; masks likewise
    std::vector<std::int32_t> start{0}, step;
    std::vector<std::uint8_t> mask;
};

// A weight of filled cells whose sum over a tiled silhouette lies within bounds, whatever the tiling.
struct WeightBound {
    std::vector<std::int32_t> node;  // the weight of each node's orbit
    std::int32_t least = 0, most = 0;
};

enum class RegionOutcome : std::uint8_t { weight, unplaceable, uncovered, modulo2, modulo3, search, tiled, open };
inline constexpr std::size_t region_outcomes = 8;

struct PlacedPiece {
    std::int32_t piece, orientation, cell;
};

struct TilingAnswer {
    RegionOutcome outcome;
    std::vector<PlacedPiece> tiling;  // when tiled
};

// One thread's tools for one set of pieces.
class TilingTest {
  public:
    // `parts`: the pieces that fit must be enough for so many regions of this shape.
    TilingTest(const SilhouettePlane& plane, const std::vector<SilhouettePiece>& pieces,
               const std::vector<WeightBound>& weights, std::int32_t parts, const std::atomic<bool>& stop)
        : plane_(plane),
          pieces_(pieces),
          weights_(weights),
          parts_(parts),
          stop_(stop),
          board_(plane.cells, 0),
          item_(plane.cells, 0) {}
    // `max_nodes` bounds the search (negative: no bound); outcome `open` when it is used up or `stop` is set.
    TilingAnswer examine(const std::vector<std::int32_t>& nodes, std::int64_t max_nodes);

  private:
    void fill(const std::vector<std::int32_t>& nodes);
    bool place();
    void build_cover();
    bool covers_all() const;
    TilingAnswer search(std::int64_t max_nodes) const;
    template <class Vector>
    bool in_span() const;
    const SilhouettePlane& plane_;
    const std::vector<SilhouettePiece>& pieces_;
    const std::vector<WeightBound>& weights_;
    const std::int32_t parts_;
    const std::atomic<bool>& stop_;
    std::vector<std::uint8_t> board_;
    std::vector<std::int32_t> item_;    // number of the first atom of each filled cell
    std::vector<std::int32_t> filled_;  // cells, ascending
    std::int32_t atoms_ = 0;
    std::vector<PlacedPiece> placed_;
    Cover cover_;
};

}  // namespace tilewright
