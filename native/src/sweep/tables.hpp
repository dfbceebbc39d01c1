// What the sweep engine prepares: see plan.cpp for the idea. Private to the kernel's sources.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cover/colors.hpp"
#include "search/restriction.hpp"
#include "tilewright/cover.hpp"
#include "tilewright/search.hpp"

namespace tilewright::sweep {

inline constexpr int most_words = 32;  // a chunk of a state names its word in a byte
static_assert(most_words <= 1 << 8);

// A search is compiled for 1 to 8 words, and for 16 and 32.
constexpr int next_width(int words) { return words < 8 ? words + 1 : 2 * words; }

// Where the items stand in the state, a row of bits that starts empty and fills up.
//
// The items that every solution covers exactly once come first, in the sweep's order; then those covered at most once;
// then a field for each item of other bounds, in which the lowest k bits are set when it has been covered k times; last
// a field for each item with colors, which holds the code of its color (colors.hpp).
struct Layout {
    struct Field {
        std::int32_t first = -1, width = 0;  // bits
    };
    std::int32_t words = 0;
    std::int32_t swept = 0;             // bits 0 .. swept - 1 are the items of the sweep
    std::vector<std::int32_t> bit;      // item -> its bit, or -1 (it has a field, or cannot be covered too often)
    std::vector<Field> field;           // item -> its field, if it is counted
    std::vector<Field> color;           // item -> its field, if it has colors; empty if none has
    std::vector<std::uint64_t> needed;  // bits set in every solution
};

// Empty when the sweep can search the cover, else why it cannot.
std::string refusal(const Cover& cover);

Layout layout(const Cover& cover, const ColorCodes& codes, const std::vector<std::int32_t>& sequence);

// The items that are covered exactly once, in sequences in which they may be covered: the one that promises most comes
// first. Of the cover's own sequence and a greedy one that is the one in which the options stretch less far.
std::vector<std::vector<std::int32_t>> sequences(const Cover& cover, const ItemOptions& covering);

// What each option of a cover sets in the state and what must not be set before, `words` words each.
struct Masks {
    Masks(const Cover& cover, const ColorCodes& codes, const Layout& layout);

    std::int32_t words;
    bool counted = false;                     // some option covers an item that has a field
    std::vector<std::uint64_t> taken, clash;  // option -> the bits it sets; the bits that must not be set before
    std::vector<std::uint64_t> field, step;   // if `counted`: option -> its fields, and their lowest bits
    std::vector<std::int32_t> first;          // option -> its first bit; -1: it can never be chosen
    std::int32_t fewest;                      // items of the sweep that an option covers at least
    bool nearer(std::int64_t a, std::int64_t b) const;  // of two with one first bit: which fills up the nearest

  private:
    void add_colors(const Cover& cover, const ColorCodes& codes, const Layout& layout);
};

// Up to 64 options whose first item is the same.
struct Block {
    std::int32_t option;            // the first of its options, in `Tables::option`
    std::int32_t chunk = -1, last;  // its chunks, when its tables of fits are made; see fits.hpp
    std::int32_t more;              // whether the next block's options have the same first item
    std::uint64_t all;              // a bit for each option
};

// With an estimate, in words.
PlanTooLarge too_little(double needed, std::int64_t memory);

struct Tables {
    // PlanTooLarge when more than so many bytes would be taken.
    Tables(const Cover& cover, const ItemOptions& covering, const std::vector<std::int32_t>& sequence,
           std::int64_t memory, const std::vector<double>& priority = {});

    std::int64_t bytes() const;
    std::int32_t end(std::size_t block) const {  // of its options
        return block + 1 < blocks.size() ? blocks[block + 1].option : static_cast<std::int32_t>(option.size());
    }

    Layout layout;
    Restriction restriction;
    bool counted = false;                   // some option covers an item that has a field
    std::int32_t levels;                    // of a search, at most: each covers the fewest items that an option does
    std::vector<std::int32_t> block_start;  // first item -> its blocks
    std::vector<Block> blocks;
    std::vector<std::int32_t> bit;     // block -> the first item's bit
    std::vector<std::uint64_t> due;    // first item -> bits that must be set already, for no later option sets them
    std::vector<std::int32_t> option;  // own number -> the cover's
    std::vector<std::int32_t> own;     // and back; -1 if it was left out
    std::vector<std::uint64_t> taken;  // own number -> the bits it sets, `words` each
    std::vector<std::uint64_t> clash;  // own number -> the bits that must not be set before
    std::vector<std::uint64_t> field, step;  // if `counted`: own number -> its fields, and their lowest bits
};

class SweepPlan : public Plan {
  public:
    double parts = 0;  // a search branches on smallest domains until there are about so many nodes
    // About how many nodes a search with so many parts would have, from layers of so many nodes.
    // `uses`: if given, how often each option leads to one of them is added to it.
    virtual double estimate(double with_parts, std::size_t kept, std::vector<double>* uses = nullptr) const = 0;
};

// `memory`: bytes for the tables and a search.
std::shared_ptr<SweepPlan> plan(std::shared_ptr<const Cover> cover, const ItemOptions& covering,
                                const std::vector<std::int32_t>& sequence, std::int64_t memory,
                                const std::vector<double>& priority = {});

}  // namespace tilewright::sweep
