// The tilings of every member of a family of boards, counted together.
//
// A family is a board of which each group of choices covers some cells: a month and a day, the sides of dice. The cells
// are cut into two halves. Each half is swept once for every way to choose in it, sharing the work of all that begin
// alike; its states are the cells that reach across the cut and the pieces used. A member's count is the sum, over the
// states in which its two halves meet, of the products of their numbers.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace tilewright {

struct FamilyBoard {
    struct Option {
        std::uint64_t cells;
        std::int32_t owner;  // a piece, or a group for a choice
    };
    std::int32_t cells;                // at most 64, numbered in the order of the sweep
    std::vector<std::int32_t> copies;  // of each piece, all used
    std::vector<Option> placements;
    std::vector<Option> choices;  // in the order of their groups
    std::int32_t groups;
};

class FamilyCount {
  public:
    // Throws std::invalid_argument for what does not fit the words of a state, std::length_error for too many members.
    explicit FamilyCount(FamilyBoard board, std::int64_t memory);
    FamilyCount(const FamilyCount&) = delete;
    FamilyCount& operator=(const FamilyCount&) = delete;
    ~FamilyCount();

    // Goes on for about so many steps; true when all is counted. Throws std::overflow_error beyond 64 bits and
    // std::bad_alloc beyond the memory.
    bool run(std::int64_t steps);

    // Of every combination of one choice a group, the last group's running fastest; when all is counted.
    const std::vector<std::uint64_t>& counts() const;
    std::int64_t steps() const;  // so far
    double fraction() const;     // of the work, by halves and members

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace tilewright
