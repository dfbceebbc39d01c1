// The yardstick: a plain bit-mask sweep over a cover, as one would write it in an hour. No pruning, no symmetry.
// Covers the first free item of the given order with each unused piece in each position that fits, and counts.
// Boards of up to 64 items, each covered once; up to 64 pieces, each item behind the board being one piece.
//   usage: plain_sweep COVER...      (files written by dump_cover.py)     prints file, solutions, milliseconds
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

struct Option { std::uint64_t cells; };
std::vector<std::vector<std::vector<Option>>> options;  // [first cell][piece]
std::uint64_t full, solutions;
int pieces;

void sweep(std::uint64_t occupied, std::uint64_t used) {
    if (occupied == full) { ++solutions; return; }
    const int first = __builtin_ctzll(~occupied);
    for (int p = 0; p < pieces; ++p)
        if (!(used >> p & 1))  // number 0 is no piece: there is any number of it
            for (const auto& option : options[first][p])
                if (!(occupied & option.cells)) sweep(occupied | option.cells, used | (p ? std::uint64_t{1} << p : 0));
}

std::vector<int> row(std::istream& in) {
    int n = 0;
    in >> n;
    std::vector<int> values(n);
    for (int& v : values) in >> v;
    return values;
}

int main(int count, char** files) {
    for (int f = 1; f < count; ++f) {
        std::ifstream in(files[f]);
        const int items = static_cast<int>(row(in).size());
        row(in);
        int n;
        in >> n;
        std::vector<std::vector<int>> rows(n);
        for (auto& r : rows) r = row(in);
        const auto order = row(in);
        const int cells = static_cast<int>(order.size());
        const auto began = std::chrono::steady_clock::now();
        std::vector<int> place(items, -1);
        for (int k = 0; k < cells; ++k) place[order[k]] = k;
        pieces = 1, solutions = 0, full = cells < 64 ? (std::uint64_t{1} << cells) - 1 : ~std::uint64_t{0};
        for (int i = 0; i < items; ++i) if (place[i] < 0) place[i] = -pieces++;
        options.assign(cells, std::vector<std::vector<Option>>(pieces));
        for (const auto& r : rows) {
            Option option{0};
            int piece = 0;
            for (int i : r) if (place[i] < 0) piece = -place[i]; else option.cells |= std::uint64_t{1} << place[i];
            options[__builtin_ctzll(option.cells)][piece].push_back(option);
        }
        sweep(0, 0);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
        std::printf("%s %llu %.3f\n", files[f], static_cast<unsigned long long>(solutions), took.count());
    }
}
