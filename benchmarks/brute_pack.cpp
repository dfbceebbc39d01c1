// Counts tilings of a rectangle of at most 64 cells by brute force: the first bare cell is covered in every way. What decides
// where two published counts differ; it shares nothing with the library and knows no symmetry.
//   usage: brute_pack ROWS COLUMNS once|any < DRAWINGS      pieces in # and . with a blank line between them
// Pieces turn and flip. Two pieces of one shape are told apart.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Cells = std::vector<std::pair<int, int>>;

struct Placement {
    std::uint64_t mask;
    int piece;
};

int rows, columns;
bool once;
std::vector<std::vector<Placement>> beginning;  // at each cell: the placements that have it as their first cell
std::uint64_t all, solutions;

std::set<Cells> orientations(Cells cells) {
    std::set<Cells> found;
    for (int motion = 0; motion < 8; ++motion) {
        for (auto& [row, column] : cells) row = std::exchange(column, -row);  // a quarter turn
        if (motion == 4)
            for (auto& cell : cells) cell.second = -cell.second;
        auto shape = cells;
        std::sort(shape.begin(), shape.end());
        const auto [top, left] = shape[0];
        for (auto& [row, column] : shape) row -= top, column -= left;
        found.insert(shape);
    }
    return found;
}

void add(const Cells& drawing, int piece) {
    for (const auto& shape : orientations(drawing))
        for (int cell = 0; cell < rows * columns; ++cell) {
            Placement placement{0, piece};
            bool fits = true;
            for (auto [r, c] : shape) {
                const int row = cell / columns + r, column = cell % columns + c;
                fits = fits && row >= 0 && row < rows && column >= 0 && column < columns;
                if (fits) placement.mask |= std::uint64_t{1} << (row * columns + column);
            }
            if (fits) beginning[cell].push_back(placement);
        }
}

void fill(std::uint64_t covered, std::uint64_t used) {
    if (covered == all) {
        ++solutions;
        return;
    }
    int cell = 0;
    while (covered >> cell & 1) ++cell;
    for (const auto& placement : beginning[cell]) {
        const auto bit = std::uint64_t{1} << placement.piece;
        if ((placement.mask & covered) || (once && (used & bit))) continue;
        fill(covered | placement.mask, used | bit);
    }
}

int main(int argc, char** argv) {
    if (argc != 4 || std::atoi(argv[1]) * std::atoi(argv[2]) > 64) return std::cerr << "usage: brute_pack ROWS COLUMNS once|any\n", 2;
    rows = std::atoi(argv[1]), columns = std::atoi(argv[2]), once = std::string(argv[3]) == "once";
    all = rows * columns == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rows * columns) - 1;
    beginning.resize(rows * columns);
    Cells drawing;
    int piece = 0, row = 0;
    for (std::string line; std::getline(std::cin, line); ++row) {
        for (int column = 0; column < static_cast<int>(line.size()); ++column)
            if (line[column] == '#') drawing.emplace_back(row, column);
        if (line.empty() && !drawing.empty()) add(std::exchange(drawing, {}), piece++);
    }
    if (!drawing.empty()) add(drawing, piece++);
    fill(0, 0);
    std::cout << solutions << "\n";
}
