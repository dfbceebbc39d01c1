// Counts the tilings of a drawn board of at most 64 cells by brute force: the first bare cell is covered in every way. It shares nothing
// with the library and knows no symmetry.
//   usage: brute_drawings square|hexagonal < DRAWINGS      in # and other signs, with a blank line between them: the board, then the pieces
// Each piece is laid once, turned and flipped. Pieces of one shape are not told apart. Hexagonal cells stand two columns apart, and each
// row is shifted by one: a point x columns to the right and y rows down lies at x / 2, y * sqrt(3) / 2.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Cells = std::vector<std::pair<int, int>>;  // column, row

struct Placement {
    std::uint64_t mask;
    int piece;
};

std::vector<std::vector<Placement>> beginning;  // at each cell: the placements that have it as their first cell
std::vector<int> before;                        // of each piece: the last one of its shape before it, or -1
std::uint64_t all, solutions;

std::set<Cells> orientations(Cells cells, bool hexagonal) {
    std::set<Cells> found;
    const int turns = hexagonal ? 6 : 4;
    for (int motion = 0; motion < 2 * turns; ++motion) {
        for (auto& [x, y] : cells) {
            const int a = x, b = y;
            x = hexagonal ? (a - 3 * b) / 2 : -b, y = hexagonal ? (a + b) / 2 : a;
        }
        if (motion == turns)
            for (auto& cell : cells) cell.first = -cell.first;
        auto shape = cells;
        std::sort(shape.begin(), shape.end());
        const auto [left, top] = shape[0];
        for (auto& [x, y] : shape) x -= left, y -= top;
        found.insert(shape);
    }
    return found;
}

void fill(std::uint64_t covered, std::uint64_t used) {
    if (covered == all) {
        ++solutions;
        return;
    }
    const int cell = __builtin_ctzll(~covered);
    for (const auto& [mask, piece] : beginning[cell]) {
        if ((mask & covered) || (used >> piece & 1) || (before[piece] >= 0 && !(used >> before[piece] & 1))) continue;
        fill(covered | mask, used | std::uint64_t{1} << piece);
    }
}

int main(int argc, char** argv) {
    const bool hexagonal = argc == 2 && std::string(argv[1]) == "hexagonal";
    if (argc != 2 || (!hexagonal && std::string(argv[1]) != "square"))
        return std::cerr << "usage: brute_drawings square|hexagonal < DRAWINGS\n", 2;
    std::vector<Cells> drawings(1);
    int row = 0;
    for (std::string line; std::getline(std::cin, line); ++row) {
        if (line.empty() && !drawings.back().empty()) drawings.emplace_back();
        for (int column = 0; column < static_cast<int>(line.size()); ++column)
            if (line[column] == '#') drawings.back().emplace_back(column, row);
    }
    if (drawings.back().empty()) drawings.pop_back();
    auto board = drawings.empty() ? Cells{} : drawings[0];
    std::sort(board.begin(), board.end());
    if (board.empty() || board.size() > 64 || drawings.size() > 64)
        return std::cerr << "brute_drawings: expected a board of 1 to 64 cells and at most 63 pieces\n", 2;
    all = ~std::uint64_t{0} >> (64 - board.size());
    std::map<std::pair<int, int>, int> number;
    for (const auto& cell : board) number.emplace(cell, number.size());
    beginning.resize(board.size());
    std::map<std::set<Cells>, int> last;
    for (int piece = 0; piece + 1 < static_cast<int>(drawings.size()); ++piece) {
        const auto shapes = orientations(drawings[piece + 1], hexagonal);
        before.push_back(last.count(shapes) ? last[shapes] : -1);
        last[shapes] = piece;
        for (const auto& shape : shapes)
            for (const auto& [x, y] : board) {
                Placement placement{0, piece};
                bool fits = true;
                for (const auto& [right, down] : shape) {
                    const auto found = number.find({x + right, y + down});
                    fits = fits && found != number.end();
                    if (fits) placement.mask |= std::uint64_t{1} << found->second;
                }
                if (fits) beginning[__builtin_ctzll(placement.mask)].push_back(placement);
            }
    }
    fill(0, 0);
    std::cout << solutions << "\n";
}
