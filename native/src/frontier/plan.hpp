// How a cover is swept: the sequence of items, which options are decided at each, and what a state has to remember.
// The part of counting that depends on the cover only; frontier.cpp and graph.cpp turn it into masks.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cover/colors.hpp"
#include "tilewright/cover.hpp"

namespace tilewright {

// An item outside the sweep and its place in the key, counted from the end of the window.
struct FrontierField {
    std::int32_t item;
    std::int32_t lo, hi;  // hi = unlimited: counted up to lo, and no further
    std::int32_t shift, width;
    std::int64_t initial;  // so that one cover too many carries into the guard, the topmost bit (if there is one)
    bool colored =
        false;  // it holds the code of the item's color (colors.hpp); others may use its bits before and after

    bool flag() const { return hi == 1 && !colored; }
    bool saturates() const { return hi == unlimited; }
    // How many values it may have where nothing covers the item any more, at most.
    double values() const {
        if (colored) return std::ldexp(1.0, width);
        return saturates() ? 1 : static_cast<double>(hi) - lo + 1;
    }
};

struct FrontierMove {
    std::int32_t option;                                                  // -1: the item is left uncovered
    std::vector<std::int32_t> covers;                                     // sweep positions relative to the step's own
    std::vector<std::pair<std::int32_t, std::int32_t>> carried;           // (field, times)
    std::uint64_t weight = 1;                                             // how many options it stands for
    std::vector<std::pair<std::int32_t, ColorCodes::Masks>> colors = {};  // (field, what it sets and forbids there)
};

struct FrontierStep {
    std::int32_t item;  // of the sweep; -1: one option without such items is taken or left
    std::vector<FrontierMove> moves;
    std::vector<std::int32_t> retired;  // fields that nothing covers any more
};

struct FrontierPlan {
    std::vector<std::int32_t> sweep;     // items in order; all have hi == 1
    std::vector<std::int32_t> position;  // of each item, -1 when not swept
    std::int32_t window = 0;             // positions ahead that can be covered already
    std::vector<FrontierField> fields;
    std::int32_t bits = 0;  // window and fields together
    std::vector<FrontierStep> steps;
    bool impossible = false;  // an item cannot be covered as often as it must
    bool weighted = false;    // one item's options stand for their orbits, so the cover's symmetry is used up
};

inline constexpr std::int32_t max_key_bits = 504;

// `restrict`: let the options of one item that must be covered once stand for their orbits under the automorphisms.
FrontierPlan plan_frontier(const Cover& cover, bool restrict, bool reversed);

}  // namespace tilewright
