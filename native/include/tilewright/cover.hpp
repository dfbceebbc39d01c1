// An exact cover: items that must be covered, options that cover them. No geometry.
//
// The kernel works from this alone. `order`, `adjacent` and `automorphisms` are hints which the one who
// poses the cover may fill in; every one of them may be empty. A search may use them to be faster, never to
// be right: a wrong order costs time, a wrong automorphism is refused by `validate`.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace tilewright {

inline constexpr std::int32_t unlimited = std::numeric_limits<std::int32_t>::max();  // of an item: any number of times
inline constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();   // of nodes, solutions, work, bytes

// Items, options, and entries of all options together, at most: they are numbered in 32 bits, and sums of a few of these
// numbers, or a number for each entry of an item, stay within them as well.
inline constexpr std::int64_t most_entries = (std::int64_t{1} << 29) - 1;

struct Automorphism {
    std::vector<std::int32_t> items;    // item i goes to items[i]
    std::vector<std::int32_t> options;  // option o goes to options[o]
};

// Owned by C++ alone, also where Python made it: no thread that drops one may have to wait for Python's lock.
struct Cover : std::enable_shared_from_this<Cover> {
    // Item i is covered at least lo[i] and at most hi[i] times. Primary: 1, 1. Secondary: 0, 1.
    std::vector<std::int32_t> lo, hi;
    // Option o covers option_items[option_start[o] .. option_start[o + 1]), ascending. An item that
    // appears k times in one option is covered k times by it (only where hi > 1).
    std::vector<std::int64_t> option_start{0};
    std::vector<std::int32_t> option_items;

    std::vector<std::int32_t> order;           // a good sequence of the items that form the board
    std::vector<std::int64_t> adjacent_start;  // neighbours of item i, compressed as the options are
    std::vector<std::int32_t> adjacent_items;
    std::vector<Automorphism> automorphisms;  // a whole group, the identity included, or empty

    // A color for each entry of option_items, 0 for none; empty if there are no colors. Only items of bounds 0, 1 have
    // colors. Options that give an item the same color cover it once together; others may not cover it both.
    // Automorphisms may carry the colors of an item to others, each to one.
    std::vector<std::int32_t> colors;

    std::int32_t item_count() const { return static_cast<std::int32_t>(lo.size()); }
    std::int64_t option_count() const { return static_cast<std::int64_t>(option_start.size()) - 1; }
    const std::int32_t* begin(std::int64_t o) const { return option_items.data() + option_start[o]; }
    const std::int32_t* end(std::int64_t o) const { return option_items.data() + option_start[o + 1]; }
    std::int64_t entry(const std::int32_t* p) const { return p - option_items.data(); }
    std::int32_t color(const std::int32_t* p) const { return colors.empty() ? 0 : colors[entry(p)]; }
};

// Empty when a cover of this size is not too large, else one line that says which is the limit.
std::string size_fault(std::int64_t items, std::int64_t options, std::int64_t entries);

// Empty when the cover is well formed, else one line that says what is wrong.
std::string validate(const Cover& cover);

}  // namespace tilewright
