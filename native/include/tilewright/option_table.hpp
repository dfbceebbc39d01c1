// Which option has these items: for symmetries, which take options to options.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace tilewright {

class OptionTable {
  public:
    // Option k covers items[start[k]] .. items[start[k + 1]], ascending; both are kept by somebody else.
    // std::invalid_argument when `start` does not ascend within `items`.
    OptionTable(std::span<const std::int64_t> start, std::span<const std::int32_t> items);

    // Enter up to so many more options; whether all are. Of options with the same items the last one counts.
    bool enter(std::int64_t options);

    // The options that the options first .. last become when each item becomes its image: as many as have one, the rest
    // left out from the first on that becomes no option. All are entered. std::invalid_argument for an option that there
    // is not, or an item without an image.
    std::vector<std::int32_t> images(std::span<const std::int32_t> image_of_item, std::int64_t first,
                                     std::int64_t last) const;

  private:
    std::span<const std::int32_t> row(std::size_t option) const;
    std::size_t place_of(std::span<const std::int32_t> row) const;

    std::span<const std::int64_t> start_;
    std::span<const std::int32_t> items_;
    std::size_t entered_ = 0;
    std::vector<std::int32_t> table_;  // open addressing by the hash of the row; -1 for none
};

}  // namespace tilewright
