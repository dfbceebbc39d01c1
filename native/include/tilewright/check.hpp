// Are these solutions? By the definition alone: shares no code with any search, and no data but what states the problem.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace tilewright {

// A cover as plain arrays that somebody else keeps: see cover.hpp. Nothing of it is trusted.
struct CoverArrays {
    std::span<const std::int32_t> lo, hi;
    std::span<const std::int64_t> option_start;
    std::span<const std::int32_t> option_items;
    std::span<const std::int32_t> colors = {};  // of the entries; none if the cover has no colors
};

class SolutionChecker {
  public:
    explicit SolutionChecker(const CoverArrays& cover);

    // The numbers of the batch's solutions, ascending, that are none: solution k takes the options start[k] ..
    // start[k + 1] of `options`, in any order. Takes time in proportion to what those options cover.
    // std::invalid_argument when `start` does not ascend within `options`.
    std::vector<std::int64_t> wrong(std::span<const std::int64_t> start, std::span<const std::int32_t> options);

  private:
    bool is_solution(std::span<const std::int32_t> options);
    bool covers_within_bounds(std::int32_t option);

    struct Item {
        std::int64_t solution;        // whose count and color these are
        std::int32_t covered, color;  // how often it is; 0 for no color
        std::int32_t lo, hi;
    };

    CoverArrays cover_;
    std::int64_t demands_ = 0, met_ = 0;  // items that must be covered; of these, so far covered often enough
    std::int64_t solution_ = 0;           // the number of the one that is looked at
    std::vector<Item> items_;
    std::vector<std::int32_t> sorted_;
};

}  // namespace tilewright
