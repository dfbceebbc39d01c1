// Counts tilings of a rectangle or stairs of at most 64 cells by brute force: the first bare cell is covered in every way. What decides
// where two published counts differ; it shares nothing with the library and knows no symmetry.
//   usage: brute_pack ROWS COLUMNS once|any [stairs] < DRAWINGS      pieces in # and . with a blank line between them
// `stairs` leaves of the rectangle one cell in the first row, two in the second, and so on.
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
std::vector<int> number;  // of each cell of the rectangle, row by row; -1 for those that are left out
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
            if (number[cell] < 0) continue;
            Placement placement{0, piece};
            bool fits = true;
            for (auto [r, c] : shape) {
                const int row = cell / columns + r, column = cell % columns + c;
                fits = fits && row >= 0 && row < rows && column >= 0 && column < columns &&
                       number[row * columns + column] >= 0;
                if (fits) placement.mask |= std::uint64_t{1} << number[row * columns + column];
            }
            if (fits) beginning[number[cell]].push_back(placement);
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
    const bool stairs = argc == 5 && std::string(argv[4]) == "stairs";
    if (argc != 4 && !stairs) return std::cerr << "usage: brute_pack ROWS COLUMNS once|any [stairs]\n", 2;
    rows = std::atoi(argv[1]), columns = std::atoi(argv[2]), once = std::string(argv[3]) == "once";
    int cells = 0;
    for (int cell = 0; cell < rows * columns; ++cell)
        number.push_back(stairs && cell % columns > cell / columns ? -1 : cells++);
    if (cells < 1 || cells > 64) return std::cerr << "brute_pack: expected 1 to 64 cells\n", 2;
    all = ~std::uint64_t{0} >> (64 - cells);
    beginning.resize(cells);
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
