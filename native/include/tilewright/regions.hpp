// Regions that a placement cuts off: free cells that hang together and that the pieces left cannot fill.
//
// Hints try every placement that is still possible. The flood fill beside each one takes a few hundred nanoseconds here and
// some twenty microseconds in Python, where it was most of the time of a hint.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace tilewright {

// The board and the options of its cover. The spans belong to the caller.
struct RegionBoard {
    std::span<const std::int64_t>
        near_start;  // cell c is beside the cells near[near_start[c]] up to before near[near_start[c + 1]]
    std::span<const std::int32_t> near;
    std::span<const std::int64_t> start;  // option k covers items[start[k]] up to before items[start[k + 1]]
    std::span<const std::int32_t> items;  // an item that is not below the number of cells is none of them
};

class RegionTest {
  public:
    // Throws std::invalid_argument where the parts do not fit together.
    explicit RegionTest(RegionBoard board);

    // For each of these options, the smallest region beside it that cannot be filled, its cells ascending; empty if there is none.
    //
    // state: of each cell, 0 where it is not free, 1 where it may stay empty, 2 where it must be covered.
    // group: of each option in `options`, its row of `totals`, which has a row of one number more than there are cells: not 0
    //        at n if pieces left can cover n cells.
    // Throws std::invalid_argument for sizes and numbers out of range.
    std::vector<std::vector<std::int32_t>> cut_off(std::span<const std::int32_t> state,
                                                   std::span<const std::int32_t> options,
                                                   std::span<const std::int32_t> group,
                                                   std::span<const std::int32_t> totals);

  private:
    std::vector<std::int32_t> region_from(std::int32_t cell, std::span<const std::int32_t> state);

    RegionBoard board_;
    std::int32_t cells_ = 0;
    std::vector<std::uint32_t> seen_;  // by cell: the number of the option for which it was last reached or covered
    std::uint32_t mark_ = 0;
};

}  // namespace tilewright
