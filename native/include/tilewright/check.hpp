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
    // start[k + 1] of `options`, in any order. Takes time in proportion to what those options cover; on small boards,
    // when many were looked at, to the number of the options.
    // std::invalid_argument when `start` does not ascend within `options`.
    std::vector<std::int64_t> wrong(std::span<const std::int64_t> start, std::span<const std::int32_t> options);

  private:
    enum class Masks { unmade, made, unsuitable };
    struct Item {
        std::int64_t solution;        // whose count and color these are
        std::int32_t covered, color;  // how often it is; 0 for no color
        std::int32_t lo, hi;
    };

    bool is_solution(std::span<const std::int32_t> options);
    bool covers_within_bounds(std::int32_t option);
    Item& current(std::size_t item);
    bool count(Item& item);
    void prepare_masks(std::size_t more_options);
    bool make_masks();
    bool make_mask(std::size_t option, std::span<const std::int32_t> bit_of_item);
    bool passes(std::span<const std::int32_t> options);
    template <std::size_t Words>
    bool passes_masks(std::span<const std::int32_t> options) const;
    bool passes_counts(std::span<const std::int32_t> options);

    CoverArrays cover_;
    std::int64_t demands_ = 0, met_ = 0;  // items that must be covered; of these, so far covered often enough
    std::int64_t solution_ = 0;           // the number of the one that is looked at
    std::vector<Item> items_;
    std::vector<std::int32_t> sorted_;

    Masks masks_ = Masks::unmade;
    std::size_t options_seen_ = 0;            // in solutions, until the masks are made
    std::size_t words_ = 0;                   // of a mask
    std::vector<std::uint64_t> mask_;         // of each option, its items that may be covered once
    std::vector<std::uint64_t> needed_;       // those of them that must be
    std::vector<std::size_t> counted_start_;  // of each option, in `counted_items_`: its other items
    std::vector<std::int32_t> counted_items_;
    std::int64_t counted_demands_ = 0;  // of the other items, those that must be covered
};

}  // namespace tilewright
