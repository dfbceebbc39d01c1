// The colors of a cover as bits.
//
// To an item with k colors belongs a field of b bits, and to each of its colors a set of half of these bits, b being the
// least number that has k such sets. Of two different sets none holds the other (Sperner 1928), so what an option does
// with the item is said by two masks: it sets the bits of its color and forbids all others. A state in which another
// color, or the item without a color, was set has a bit that is forbidden; one in which the same color was set has none,
// and setting it again changes nothing. 3 colors take 3 bits, 26 take 7.
#pragma once
#include <cstdint>
#include <vector>

#include "tilewright/cover.hpp"

namespace tilewright {

// The pairs (item, color) that occur, numbered by item and then by color. Without colors everything is empty.
struct ColorGroups {
    explicit ColorGroups(const Cover& cover);
    bool any() const { return !item.empty(); }
    bool colored(std::int32_t i) const { return any() && start[i] < start[i + 1]; }
    // Whether two options can disagree on the item: it has two colors, or one and an option without a color.
    bool binds(std::int32_t i) const { return colored(i) && (start[i] + 1 < start[i + 1] || bare[i]); }

    std::vector<std::int32_t> item;      // of each group
    std::vector<std::int32_t> start;     // item -> its first group
    std::vector<char> bare;              // item -> whether some option covers it without a color
    std::vector<std::int32_t> of_entry;  // entry of the options -> its group, -1 where there is no color
};

class ColorCodes {
  public:
    struct Masks {
        std::uint64_t sets, forbids;  // of the item's field
    };
    explicit ColorCodes(const Cover& cover);
    bool colored(std::int32_t item) const { return groups_.colored(item); }
    // Bits of the item's field; 0 where all options agree.
    std::int32_t width(std::int32_t item) const { return groups_.any() ? width_[item] : 0; }
    // Of an entry of the options whose item is colored.
    Masks masks(std::int32_t item, std::int64_t entry) const;

  private:
    ColorGroups groups_;
    std::vector<std::int32_t> width_;
    std::vector<std::uint64_t> code_;  // of each group
};

}  // namespace tilewright
