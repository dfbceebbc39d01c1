// The Shikaku search against a plain one: fill the first free cell with every candidate that fits.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "tilewright/shikaku.hpp"

using namespace tilewright::shikaku;

namespace {

long plain(const Grid& grid, const Candidates& found, std::vector<char>& taken) {
    std::size_t cell = 0;
    while (cell < taken.size() && taken[cell]) ++cell;
    if (cell == taken.size()) return 1;
    const auto row = static_cast<std::int32_t>(cell) / grid.columns,
               column = static_cast<std::int32_t>(cell) % grid.columns;
    long total = 0;
    for (const auto& rect : found.rects) {
        if (rect.top != row || rect.left != column) continue;
        bool fits = true;
        const auto paint = [&](char value) {
            for (auto r = rect.top; r < rect.bottom(); ++r)
                for (auto c = rect.left; c < rect.right(); ++c) taken[r * grid.columns + c] = value;
        };
        for (auto r = rect.top; r < rect.bottom(); ++r)
            for (auto c = rect.left; c < rect.right(); ++c) fits = fits && !taken[r * grid.columns + c];
        if (!fits) continue;
        paint(1);
        total += plain(grid, found, taken);
        paint(0);
    }
    return total;
}

Grid random_grid(std::mt19937& rng) {
    Grid grid{static_cast<std::int32_t>(1 + rng() % 4), static_cast<std::int32_t>(1 + rng() % 5), {}, {}};
    for (std::int32_t r = 0; r < grid.rows; ++r)
        for (std::int32_t c = 0; c < grid.columns; ++c)
            if (rng() % 3 == 0) grid.clues.push_back({r, c, rng() % 2 ? 0 : static_cast<std::int64_t>(1 + rng() % 4)});
    return grid;
}

void expect(bool good, const char* what, int round) {
    if (good) return;
    std::printf("round %d: %s\n", round, what);
    std::exit(1);
}

}  // namespace

// Whether work ends when it is asked to.
template <class F>
bool stops(F&& work) {
    try {
        work();
    } catch (const Stopped&) {
        return true;
    }
    return false;
}

// What comes before the search, on a grid of 2 x 1 rectangles, stops as well; told nothing it goes on to the end.
void check_stops() {
    const std::atomic<bool> stop{true};
    Grid grid{60, 60, {}, {}};
    for (std::int32_t i = 0; i < 1800; ++i) grid.clues.push_back({i / 30, 2 * (i % 30), 2});
    const auto found = candidates(grid, 1 << 20, 1 << 30);
    expect(stops([&] { candidates(grid, 1 << 20, 1 << 30, StopFlag(&stop)); }), "candidates stop", 0);
    auto trimmed = found;
    expect(stops([&] { trim(trimmed, grid, 6, StopFlag(&stop)); }), "trimming stops", 0);
    expect(stops([&] { State(grid, found, StopFlag(&stop)); }), "making a state stops", 0);
    State state(grid, found);
    expect(stops([&] { state.settle(StopFlag(&stop)); }), "settling stops", 0);
    expect(State(grid, found).settle(), "settles", 0);
}

int main() {
    check_stops();
    std::mt19937 rng(1);
    int several = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto grid = random_grid(rng);
        std::vector<char> taken(static_cast<std::size_t>(grid.rows) * grid.columns, 0);
        const auto wanted = plain(grid, candidates(grid, 1 << 20, 1 << 30), taken);
        several += wanted > 1;
        Job counted(grid, -1, 0, 1 << 20);
        while (!counted.wait(1)) {}
        unsigned __int128 value = counted.impossible ? 0 : 1;
        for (const auto& count : counted.counts) value *= count.value;
        expect(counted.finished && static_cast<long>(value) == wanted, "count", round);
        Job listed(grid, 1000, 0, 1 << 20);
        while (!listed.wait(1)) {}
        expect(listed.finished && listed.division_count == wanted, "list", round);
    }
    expect(several > 100, "too few grids with several divisions", 0);
    Job stopped(Grid{40,
                     40,
                     [] {
                         std::vector<Clue> clues;
                         for (std::int32_t i = 0; i < 400; ++i) clues.push_back({2 * (i / 20), 2 * (i % 20), 0});
                         return clues;
                     }(),
                     {}},
                -1, tilewright::has_threads ? 0 : 1000, 1 << 24);  // without threads only a limit ends it
    stopped.wait(0.05);
    stopped.stop();
    while (!stopped.wait(1)) {}
    expect(!stopped.finished, "a stopped search says so", 0);
}
