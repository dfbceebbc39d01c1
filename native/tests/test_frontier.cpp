// Counting by merged states and the solution graph, on boards whose numbers of tilings are known.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "boards.hpp"
#include "paths.hpp"
#include "tilewright/frontier.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

std::uint64_t count(const Cover& cover, const FrontierOptions& options, std::int64_t slice) {
    auto frontier = make_frontier(std::make_shared<Cover>(cover), options);
    while (frontier->run(slice) == Frontier::Outcome::running) {}
    return frontier->value()[0];
}

// The remainder alone, and beside a bound that is proven to be no less and must not be much more.
void residues(const Cover& cover, std::uint64_t number, int how, const char* what) {
    FrontierOptions options;
    options.symmetry = how & 1, options.run_states = how & 2 ? 0 : 800;
    for (std::uint64_t modulus : {std::uint64_t{2}, std::uint64_t{1009}, (std::uint64_t{1} << 62) - 57})
        for (bool bounded : {false, true}) {
            options.modulus = modulus, options.bounded = bounded;
            auto frontier = make_frontier(std::make_shared<Cover>(cover), options);
            frontier->run(-1);
            expect(frontier->value()[0] == number % modulus, what);
            const auto exact = static_cast<double>(number);
            if (bounded) expect(frontier->bound() >= exact && frontier->bound() <= 1.25 * exact, what);
        }
}

void everyway(const Cover& cover, std::uint64_t number, const char* what) {
    expect(validate(cover).empty(), what);
    for (int how = 0; how < 24; ++how) {
        FrontierOptions options{std::int64_t{1} << 30, (how & 1) != 0, (how & 2) != 0, (how & 4) != 0, 1 + how / 8};
        if (how >= 8) options.run_states = 0;  // the shortest runs, for threads to share small layers
        expect(count(cover, options, how % 3 ? 1000 : -1) == number, what);
    }
    for (int how = 0; how < 4; ++how) residues(cover, number, how, what);
    expect(count_paths(cover) == number, what);
}

Cover with_bounds(std::vector<std::int32_t> lo, std::vector<std::int32_t> hi,
                  const std::vector<std::vector<std::int32_t>>& options) {
    Cover cover;
    cover.lo = std::move(lo), cover.hi = std::move(hi);
    for (const auto& option : options) {
        cover.option_items.insert(cover.option_items.end(), option.begin(), option.end());
        cover.option_start.push_back(static_cast<std::int64_t>(cover.option_items.size()));
    }
    return cover;
}

// Layers long enough that the threads work side by side; whole, and in slices that stop in the middle of a step.
void threads_agree() {
    const auto squares = boards::cover({10, 10}, boards::polyominoes(4), true, false);
    const auto each_once = boards::cover({6, 10}, boards::polyominoes(5), true, true);
    for (int threads : {2, 3, 5})
        for (bool symmetry : {true, false})
            for (std::int64_t slice : {-1, 50'000}) {
                FrontierOptions options;
                options.symmetry = symmetry, options.threads = threads;
                expect(count(squares, options, slice) == 72713560548906621u, "tetrominoes 10x10 by threads");
                if (symmetry) expect(count(each_once, options, slice) == 9356, "pentominoes 6x10 by threads");
            }
}

void stops_for_memory() {
    const auto cover = std::make_shared<Cover>(boards::cover({10, 12}, boards::polyominoes(4), true, false));
    for (int threads : {1, 2, 3})
        for (std::int64_t memory : {1 << 20, 4 << 20}) {
            FrontierOptions options;
            options.memory = memory, options.threads = threads;
            auto frontier = make_frontier(cover, options);
            expect(frontier->run(-1) == Frontier::Outcome::out_of_memory, "memory limit");
            expect(frontier->run(-1) == Frontier::Outcome::out_of_memory, "memory limit, asked again");
            expect(frontier->progress().memory_wanted > memory, "memory estimate");
            const auto tables = std::max(memory / 4, threads * (std::int64_t{150} << 10));
            expect(frontier->progress().peak_memory <= memory + tables, "memory held");
        }
}

// Told to end inside a layer, be it one run or many: what was done by then is little, with any number of threads.
void stops_inside_a_layer() {
    const auto cover = std::make_shared<Cover>(boards::cover({10, 12}, boards::polyominoes(4), true, false));
    for (int threads : {1, 2, 3})
        for (std::int64_t run_states : {std::int64_t{800}, std::int64_t{1} << 40})
            for (int most : {1, 2, 5, 40}) {
                FrontierOptions options;
                std::atomic<int> asked = 0;
                options.threads = threads, options.run_states = run_states;
                options.interrupt = [&] { return ++asked >= most; };
                auto frontier = make_frontier(cover, options);
                expect(frontier->run(-1) == Frontier::Outcome::interrupted, "interrupted");
                expect(asked < most + threads, "each thread ends as soon as it is told");
                const auto states = frontier->progress().states;
                expect(states <= (most + threads) << 14, "states of an interrupted count");
                expect(frontier->run(-1) == Frontier::Outcome::interrupted, "interrupted, asked again");
                expect(frontier->progress().states == states && asked < most + threads, "nothing is done any more");
            }
}

}  // namespace

int main() {
    const auto tetrominoes = boards::polyominoes(4), pentominoes = boards::polyominoes(5),
               dominoes = boards::polyominoes(2);
    everyway(boards::cover({4, 5}, dominoes, true, false), 95, "dominoes 4x5");
    everyway(boards::cover({6, 6}, tetrominoes, true, false), 178939, "tetrominoes 6x6");
    everyway(boards::cover({3, 20}, pentominoes, true, true), 8, "pentominoes 3x20");
    everyway(boards::cover({6, 6, {{0, 0}, {5, 5}}}, dominoes, true, false), 0, "mutilated board");
    everyway(with_bounds({}, {}, {}), 1, "nothing to do");
    everyway(with_bounds({1}, {1}, {}), 0, "nothing to do it with");
    // Two of five options that cover an item of bounds 2, 2; at least one of three; up to 1 of 2, an item named twice.
    everyway(with_bounds({2}, {2}, {{0}, {0}, {0}, {0}, {0}}), 10, "two of five");
    everyway(with_bounds({1}, {unlimited}, {{0}, {0}, {0}}), 7, "at least one of three");
    everyway(with_bounds({2}, {3}, {{0, 0}, {0, 0}, {0}}), 4, "an item named twice");
    threads_agree();
    stops_for_memory();
    stops_inside_a_layer();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
