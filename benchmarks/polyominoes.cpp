// Counts free polyominoes, and those with holes, by brute force: every fixed one is made once (Redelmeier 1981), each is
// turned and mirrored in the eight ways, and its bare surroundings are filled from outside.
//   usage: polyominoes CELLS
// A fixed polyomino stands for k of the 8 placements of a free one, where 8 / k is the number of motions that keep it; so the
// sum of (motions that keep it) over all fixed ones is 8 times the number of free ones. Needs nothing but a compiler.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

constexpr int most = 24, side = 2 * most + 3;
using Cell = std::pair<int, int>;

int wanted = 0;
std::vector<Cell> cells;
std::array<char, side * most> reached;  // a cell of the half plane row > 0, or row 0 from the first cell to the right
std::uint64_t fixed_ones = 0, kept_sum = 0, kept_sum_holes = 0;

int at(int row, int column) { return row * side + column + most; }

std::vector<Cell> moved(int motion) {
    std::vector<Cell> image;
    for (auto [row, column] : cells) {
        if (motion & 4) std::swap(row, column);
        image.emplace_back(motion & 1 ? -row : row, motion & 2 ? -column : column);
    }
    std::sort(image.begin(), image.end());
    const int top = image[0].first;
    int left = image[0].second;
    for (const auto& cell : image) left = std::min(left, cell.second);
    for (auto& cell : image) cell = {cell.first - top, cell.second - left};
    return image;
}

bool has_hole(const std::vector<Cell>& shape) {
    int height = 0, width = 0;
    for (auto [row, column] : shape) height = std::max(height, row + 3), width = std::max(width, column + 3);
    std::vector<char> taken(height * width, 0);
    for (auto [row, column] : shape) taken[(row + 1) * width + column + 1] = 1;
    std::vector<int> todo{0};
    taken[0] = 1;
    std::size_t outside = 0;
    while (!todo.empty()) {
        const int place = todo.back(), row = place / width, column = place % width;
        todo.pop_back();
        ++outside;
        for (auto [r, c] : {Cell{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}}) {
            if (r < 0 || c < 0 || r >= height || c >= width || taken[r * width + c]) continue;
            taken[r * width + c] = 1;
            todo.push_back(r * width + c);
        }
    }
    return outside + shape.size() < taken.size();
}

void count_one() {
    const auto shape = moved(0);
    int kept = 0;
    for (int motion = 0; motion < 8; ++motion) kept += moved(motion) == shape;
    ++fixed_ones;
    kept_sum += kept;
    if (has_hole(shape)) kept_sum_holes += kept;
}

void grow(std::vector<Cell> open) {
    while (!open.empty()) {
        const auto [row, column] = open.back();
        open.pop_back();
        cells.emplace_back(row, column);
        if (static_cast<int>(cells.size()) == wanted) {
            count_one();
        } else {
            std::vector<Cell> more;
            for (auto [r, c] : {Cell{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}})
                if ((r > 0 || (r == 0 && c >= 0)) && !reached[at(r, c)]) more.emplace_back(r, c), reached[at(r, c)] = 1;
            auto all = open;
            all.insert(all.end(), more.begin(), more.end());
            grow(all);
            for (auto [r, c] : more) reached[at(r, c)] = 0;
        }
        cells.pop_back();
    }
}

int main(int argc, char** argv) {
    wanted = argc > 1 ? std::atoi(argv[1]) : 0;
    if (wanted < 1 || wanted >= most) return std::fprintf(stderr, "usage: polyominoes CELLS, 1 to %d\n", most - 1), 2;
    reached[at(0, 0)] = 1;
    grow({{0, 0}});
    std::printf("%d cells: %llu fixed, %llu free, %llu of them with holes, %llu without\n", wanted, (unsigned long long)fixed_ones,
                (unsigned long long)(kept_sum / 8), (unsigned long long)(kept_sum_holes / 8),
                (unsigned long long)((kept_sum - kept_sum_holes) / 8));
}
