// Weights on the items, modulo a small number, under which every option sums to zero and the board does not.
//
// Such weights prove in one line that there is no solution: items covered exactly k times would have to sum to
// k times their weights, and options that sum to zero never do. The checkerboard of the mutilated chessboard is one.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tilewright/cover.hpp"

namespace tilewright {

struct Invariant {
    std::int32_t modulus;
    std::vector<std::int32_t> weights;  // of the items, 0 .. modulus - 1; 0 where a range of times is allowed
    std::int32_t total;                 // what the items demand, not 0
};

// Modulo 2, 3, 4, 5, 7, 8 or 9: that with the fewest different weights on the board, for it is to be drawn as a
// colouring, and of these the smallest modulus. Nothing when there is none, or when finding out would take more than about
// `work` multiplications.
std::optional<Invariant> find_invariant(const Cover& cover, std::int64_t work = 2'000'000'000);

}  // namespace tilewright
