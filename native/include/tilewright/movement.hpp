// Movement: whether an assembly of pieces comes apart by straight moves, in how many, and in which order.
//
// The search knows no lattice. A cell is a vector of three integers and a class (on a lattice of triangles, up or down).
// A direction is a vector that takes the lattice to itself; for each one the caller lists which cells a moving cell meets
// during one step. The rest follows: a move shifts a set of pieces in one direction by any number of steps, and a
// separation shifts it without end. The level is the least number of moves up to and including the first separation.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright {

using Step = std::array<std::int32_t, 3>;

struct MovementCell {
    Step place{};
    std::int32_t kind = 0;
};

// While a cell of class `moving` takes one step from the origin, it meets the cell of class `met` at `place`.
struct Sweep {
    std::int32_t moving = 0, met = 0;
    Step place{};
};

struct MovementDirection {
    Step step{};
    std::int32_t opposite = 0;  // number of the direction that leads back
    std::vector<Sweep> sweeps;
};

struct MovementPiece {
    std::int32_t shape = 0;
    Step place{};
    std::int32_t group = -1;  // pieces of one group may stay together at the end; -1: of none
};

// `distance` 0: without end.
struct Movement {
    std::uint64_t pieces = 0;
    std::int32_t direction = 0;
    std::int32_t distance = 0;
};

// One separation: the moves that lead to it from the positions in which its pieces were left, itself included.
// `moved` and `rest` number the separations of the two parts; -1 where a part needs none.
struct Separation {
    std::uint64_t pieces = 0;
    std::vector<Movement> moves;
    std::int32_t moved = -1, rest = -1;
};

enum class Apart { yes, stuck, unknown };

// What is least: nothing but the level (the first separation that is found at the least level is taken), the numbers of
// moves in lexicographic order, or their sum.
enum class Least { level, levels, moves };

struct Disassembly {
    Apart apart = Apart::unknown;
    // yes: separations[0] is that of the whole; `levels` are their numbers of moves, in the order of the tree.
    std::vector<Separation> separations;
    std::vector<std::int32_t> levels;
    Least least = Least::level;  // in what sense the levels are the least
    // stuck: these pieces cannot be separated; every position that they reach, a place for each piece, the first at zero.
    std::uint64_t stuck_pieces = 0;
    std::vector<Step> stuck_positions;
    std::int64_t positions = 0;  // visited
    bool out_of_memory = false;
};

struct MovementLimits {
    std::int64_t positions = INT64_MAX;
    std::int64_t bytes = INT64_MAX;
    std::function<bool()> stop;  // asked every few thousand positions
};

class MovementTables;

// Shapes of one lattice, and the distances they can move past one another, kept from one assembly to the next.
class Mover {
  public:
    // Throws std::invalid_argument where the directions are not paired.
    explicit Mover(std::vector<MovementDirection> directions);
    ~Mover();
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;

    // The number of the shape. Throws std::invalid_argument where it has no cell or spans more than `widest`.
    std::int32_t add_shape(std::vector<MovementCell> cells);

    // Of at most 64 pieces, none of which overlap.
    Disassembly take_apart(const std::vector<MovementPiece>& pieces, Least least, const MovementLimits& limits);

    // The same for many assemblies on so many threads; each has the limit of positions for itself. Assemblies that
    // were not begun when `limits.stop` said so are unknown.
    std::vector<Disassembly> take_apart(const std::vector<std::vector<MovementPiece>>& assemblies, Least least,
                                        const MovementLimits& limits, int threads);

    std::int64_t table_bytes() const;

    static constexpr std::int32_t widest = 1000;

  private:
    std::unique_ptr<MovementTables> tables_;
};

// What is found of a box of cubes, each labeled with the number of its piece from 1, or 0 where it is empty.
struct GridLevel {
    std::int32_t level = 0;      // 0: it does not come apart, or in fewer moves than wanted, or beyond the limit
    std::int64_t exits = 0;      // sets of pieces that leave from the positions that are `level` - 1 moves away
    std::int64_t positions = 0;  // visited up to there
};

// The levels of many labelings of one box, a byte for each cell. One that separates in fewer than `least` moves is given
// up at once. Throws std::invalid_argument for a box of the wrong size, or where a number of a piece is missing.
std::vector<GridLevel> levels_of_grids(const Step& size, std::string_view labels, std::int32_t least,
                                       const MovementLimits& limits);

}  // namespace tilewright
