// A second count of the twelve pentominoes on rectangles, cylinders and tori, to hold the engines' counts against.
//   usage: wrapped_pentominoes ROWS COLUMNS none|columns|both     prints the number of tilings, then of the states
// Written apart from the package and unlike it: no cover, no items, no hash. Each pentomino is grown from a square, turned and
// mirrored by its coordinates, moved to every place, its coordinates taken modulo the size where the board is rolled up; a
// set of cells counts once, and what meets itself is no place. The X is laid, and then eleven times a piece on the first empty cell; what has
// the same empty cells and the same pieces left is one state, and a state with a region of empty cells that is not a multiple
// of five is given up. Translations along what is rolled up take the X to another place (a cross of five cells has its own
// center on every board it fits), so it is laid with its center at row or column 0 there and the number is multiplied by how many
// such translations there are. The mirrors of the board, which keep those places, make four of every tiling where there is a
// piece whose places they take to four different ones each: of the first such piece only a quarter of the images is laid.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Mask = std::uint64_t;
using Cells = std::set<std::pair<int, int>>;

struct Place { Mask cells; int piece; };
struct State { Mask empty; std::uint32_t left, ways; };  // cells; pieces, a bit each; in how many ways it is reached

int rows, columns;
bool around, both;  // columns rolled up; rows too
Mask board;
std::set<Mask> crosses;  // the places of the X
std::uint64_t factor = 1;  // tilings for each that is counted, translations apart
std::array<Mask, 64> beside;                 // of each cell
std::array<std::vector<Place>, 64> places;   // by the first cell of each

int bit_of(int row, int column) { return rows <= columns ? column * rows + row : row * columns + column; }

// A cell after rolling up, or -1 outside the board.
int cell_at(int row, int column) {
    if (around) column = (column % columns + columns) % columns;
    if (both) row = (row % rows + rows) % rows;
    return row < 0 || row >= rows || column < 0 || column >= columns ? -1 : bit_of(row, column);
}

Cells at_origin(const Cells& cells) {
    int top = 99, left = 99;
    for (auto [r, c] : cells) top = std::min(top, r), left = std::min(left, c);
    Cells moved;
    for (auto [r, c] : cells) moved.insert({r - top, c - left});
    return moved;
}

std::set<Cells> images(const Cells& cells) {
    std::set<Cells> all;
    Cells now = cells;
    for (int k = 0; k < 8; ++k) {
        Cells next;
        for (auto [r, c] : now) next.insert(k % 2 ? std::pair{r, -c} : std::pair{c, r});
        all.insert(now = at_origin(next));
    }
    return all;
}

// Every pentomino once: the least of its images.
std::vector<Cells> pentominoes() {
    std::set<Cells> now{{{0, 0}}};
    for (int size = 1; size < 5; ++size) {
        std::set<Cells> next;
        for (const auto& shape : now)
            for (auto [r, c] : shape)
                for (auto [dr, dc] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
                    Cells grown = shape;
                    if (grown.insert({r + dr, c + dc}).second) next.insert(*images(grown).begin());
                }
        now = std::move(next);
    }
    return {now.begin(), now.end()};
}

bool is_cross(const Cells& shape) { return images(shape).size() == 1 && shape.contains({1, 1}); }

// The two mirrors of the board, up and down and left to right, make four images of this one: whether it is the least.
bool is_least(const Cells& image) {
    for (const auto& [down, right] : {std::pair{-1, 1}, {1, -1}, {-1, -1}}) {
        Cells mirrored;
        for (auto [r, c] : image) mirrored.insert({down * r, right * c});
        if (at_origin(mirrored) < image) return false;
    }
    return true;
}

Mask laid(const Cells& image, int row, int column) {
    Mask cells = 0;
    for (auto [r, c] : image) {
        const int cell = cell_at(row + r, column + c);
        if (cell < 0) return 0;
        cells |= Mask{1} << cell;
    }
    return std::popcount(cells) == 5 ? cells : 0;
}

// Every place of a piece, or of a quarter of its images.
std::set<Mask> places_of(const Cells& piece, bool quarter) {
    const bool cross = is_cross(piece);
    std::set<Mask> found;
    for (const auto& image : images(piece))
        for (int row = 0; row < (cross && both ? 1 : rows); ++row)
            for (int column = 0; column < (cross && around ? 1 : columns); ++column)
                if (const Mask cells = quarter && !is_least(image) ? 0 : laid(image, row, column)) found.insert(cells);
    return found;
}

void lay_out() {
    int number = 0;
    for (const auto& piece : pentominoes()) {
        auto found = places_of(piece, false);
        if (is_cross(piece)) { crosses = found; continue; }
        auto quarter = places_of(piece, true);
        if (factor == 1 && found.size() == 4 * quarter.size()) factor = 4, found = std::move(quarter);
        for (const Mask cells : found) places[std::countr_zero(cells)].push_back({cells, number});
        ++number;
    }
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            board |= Mask{1} << bit_of(row, column);
            for (auto [dr, dc] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}})
                if (const int other = cell_at(row + dr, column + dc); other >= 0)
                    beside[bit_of(row, column)] |= Mask{1} << other;
        }
}

bool regions_fit(Mask empty) {
    while (empty) {
        Mask region = empty & (~empty + 1), edge = region;
        while (edge) {
            Mask next = 0;
            for (; edge; edge &= edge - 1) next |= beside[std::countr_zero(edge)];
            edge = next & empty & ~region;
            region |= edge;
        }
        if (std::popcount(region) % 5) return false;
        empty &= ~region;
    }
    return true;
}

// Equal states become one, their numbers added.
void merge(std::vector<State>& layer) {
    std::sort(layer.begin(), layer.end(), [](const State& a, const State& b) {
        return a.empty != b.empty ? a.empty < b.empty : a.left < b.left;
    });
    std::size_t kept = 0;
    for (const auto& state : layer) {
        if (kept && layer[kept - 1].empty == state.empty && layer[kept - 1].left == state.left) {
            if (__builtin_add_overflow(layer[kept - 1].ways, state.ways, &layer[kept - 1].ways)) std::abort();
        } else
            layer[kept++] = state;
    }
    layer.resize(kept);
}

// What one more piece makes of a layer.
std::vector<State> lay(const std::vector<State>& layer) {
    std::vector<State> next;
    std::size_t merged = 0;
    for (const auto& state : layer) {
        if (!regions_fit(state.empty)) continue;
        for (const auto& place : places[std::countr_zero(state.empty)])
            if ((state.left >> place.piece & 1) && !(place.cells & ~state.empty))
                next.push_back({state.empty & ~place.cells, state.left & ~(1u << place.piece), state.ways});
        if (next.size() > 2 * merged + (1u << 24)) merge(next), merged = next.size();
    }
    merge(next);
    return next;
}

int main(int argc, char** argv) {
    const std::string wrap = argc == 4 ? argv[3] : "";
    if (wrap != "none" && wrap != "columns" && wrap != "both") return std::fputs("see the comment for the usage\n", stderr), 2;
    rows = std::atoi(argv[1]), columns = std::atoi(argv[2]), both = wrap == "both", around = wrap != "none";
    if (rows < 1 || columns < 1 || rows * columns != 60) return std::fputs("60 cells are needed\n", stderr), 2;
    lay_out();
    std::uint64_t found = 0;
    std::size_t states = 0;
    for (const Mask cross : crosses) {
        std::vector<State> layer{{board & ~cross, (1u << 11) - 1, 1}};
        for (int piece = 0; piece < 11; ++piece) layer = lay(layer), states += layer.size();
        if (!layer.empty()) found += layer[0].ways * factor * (around ? columns : 1) * (both ? rows : 1);
    }
    std::printf("%llu\n%zu states\n", static_cast<unsigned long long>(found), states);
}
