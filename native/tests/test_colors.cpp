// Covers with colors: every search against the definition on random ones, and strips of tiles whose number is known.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "paths.hpp"
#include "tilewright/check.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const std::string& what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what.c_str());
}

struct Entry {
    std::int32_t item, color;
};

void add(Cover& cover, std::vector<Entry> option) {
    std::sort(option.begin(), option.end(), [](auto a, auto b) { return a.item < b.item; });
    for (auto entry : option) cover.option_items.push_back(entry.item), cover.colors.push_back(entry.color);
    cover.option_start.push_back(static_cast<std::int64_t>(cover.option_items.size()));
}

Cover random_cover(std::mt19937& random) {
    const auto below = [&](int n) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(n)); };
    const int plain = 1 + below(4), colored = 1 + below(4), colors = 1 + below(4), bare = below(3) ? 0 : 3;
    Cover cover;
    for (int i = 0; i < plain; ++i) {
        cover.lo.push_back(below(3) ? 1 : below(3)),
            cover.hi.push_back(below(4) ? std::max(1, cover.lo.back()) : unlimited);
        if (!below(5)) cover.order.push_back(i);
    }
    cover.lo.insert(cover.lo.end(), static_cast<std::size_t>(colored), 0);
    cover.hi.insert(cover.hi.end(), static_cast<std::size_t>(colored), 1);
    for (int o = below(11); o-- > 0;) {
        std::vector<Entry> option{{below(plain), 0}};
        for (int i = plain; i < plain + colored; ++i)
            if (below(2)) option.push_back({i, below(10) < bare ? 0 : 1 + below(colors)});
        add(cover, option);
    }
    return cover;
}

bool is_solution(const Cover& cover, unsigned choice) {
    std::vector<std::int64_t> bare(cover.lo.size(), 0);
    std::vector<std::set<std::int32_t>> colors(cover.lo.size());
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        for (auto p = cover.begin(o); choice >> o & 1 && p != cover.end(o); ++p) {
            if (cover.color(p))
                colors[static_cast<std::size_t>(*p)].insert(cover.color(p));
            else
                ++bare[static_cast<std::size_t>(*p)];
        }
    for (std::size_t i = 0; i < cover.lo.size(); ++i) {
        const auto times = bare[i] + static_cast<std::int64_t>(colors[i].size());
        if (times < cover.lo[i] || times > cover.hi[i]) return false;
    }
    return true;
}

std::set<std::vector<std::int32_t>> listed(const Plan& plan, const Subproblem& from = {}) {
    Solutions found;
    const auto search = plan.search(from);
    while (!search->run({5, 3, &found})) {}
    std::set<std::vector<std::int32_t>> result;
    for (std::int64_t k = 0; k < found.size(); ++k)
        result.emplace(found.options.begin() + found.start[k], found.options.begin() + found.start[k + 1]);
    expect(static_cast<std::int64_t>(result.size()) == found.size(), "a solution twice");
    return result;
}

std::uint64_t count(const Cover& cover, const FrontierOptions& options) {
    auto frontier = make_frontier(std::make_shared<Cover>(cover), options);
    while (frontier->run(1000) == Frontier::Outcome::running) {}
    return frontier->value()[0];
}

void count_everyway(const Cover& cover, std::uint64_t number, const std::string& what) {
    for (int how = 0; how < 8; ++how) {
        FrontierOptions options{std::int64_t{1} << 30, (how & 1) != 0, true, (how & 2) != 0, how & 4 ? 2 : 1};
        if (how & 4) options.run_states = 0;
        expect(count(cover, options) == number, what + ", frontier");
    }
    expect(count_paths(cover) == number, what + ", graph");
}

void random_covers() {
    std::mt19937 random(7);
    std::int64_t solvable = 0, swept = 0;
    for (int round = 0; round < 1200; ++round) {
        const auto cover = random_cover(random);
        const auto what = "random cover " + std::to_string(round);
        expect(validate(cover).empty(), what + " is valid");
        std::set<std::vector<std::int32_t>> expected;
        SolutionChecker checker({cover.lo, cover.hi, cover.option_start, cover.option_items, cover.colors});
        for (unsigned choice = 0; choice < 1u << cover.option_count(); ++choice) {
            std::vector<std::int32_t> options;
            for (std::int32_t o = 0; o < cover.option_count(); ++o)
                if (choice >> o & 1) options.push_back(o);
            const std::vector<std::int64_t> start{0, static_cast<std::int64_t>(options.size())};
            const bool good = is_solution(cover, choice);
            if (good) expected.insert(options);
            if (choice % 7 == 0) expect(checker.wrong(start, options).empty() == good, what + ", checker");
        }
        solvable += !expected.empty();
        const auto shared = std::make_shared<Cover>(cover);
        expect(listed(*general_plan(shared)) == expected, what + ", general");
        if (sweep_refusal(cover).empty()) {
            ++swept;
            for (double parts : {-1.0, 4.0}) {
                const auto plan = sweep_plan(shared, {true, parts, -1, {}});
                expect(listed(*plan) == expected, what + ", sweep");
                std::set<std::vector<std::int32_t>> together;
                for (const auto& part : subproblems(*plan, 5)) together.merge(listed(*plan, part));
                expect(together == expected, what + ", sweep in parts");
            }
        }
        count_everyway(cover, expected.size(), what);
    }
    expect(solvable > 400 && swept > 120, "random covers are worth their time");
}

// A tile of every combination of colors on four edges, any number of each: the edges can be colored in any way.
Cover all_tiles(int rows, int columns, int colors) {
    Cover cover;
    std::map<std::vector<int>, std::int32_t> edge;
    const auto edge_of = [&](int row, int column, int side) {
        return edge.try_emplace({row, column, side}, static_cast<std::int32_t>(rows * columns + edge.size()))
            .first->second;
    };
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            for (int tile = 0; tile < colors * colors * colors * colors; ++tile) {
                const int a = tile % colors, b = tile / colors % colors, d = tile / colors / colors;
                add(cover, {{r * columns + c, 0},
                            {edge_of(r, c, 0), 1 + a},
                            {edge_of(r, c, 1), 1 + b},
                            {edge_of(r + 1, c, 0), 1 + d % colors},
                            {edge_of(r, c + 1, 1), 1 + d / colors}});
            }
    cover.lo.assign(static_cast<std::size_t>(rows * columns), 1);
    cover.lo.resize(cover.lo.size() + edge.size(), 0);
    cover.hi.assign(cover.lo.size(), 1);
    return cover;
}

void strips() {
    // An edge on the border is of one tile alone, an inner one joins two: the colors of all are free.
    const auto power = [](std::uint64_t base, int times) {
        std::uint64_t result = 1;
        while (times-- > 0) result *= base;
        return result;
    };
    const auto edges = [](int rows, int columns) { return rows * (columns + 1) + columns * (rows + 1); };
    count_everyway(all_tiles(2, 2, 3), power(3, edges(2, 2)), "2x2, three colors");
    count_everyway(all_tiles(4, 4, 2), power(2, edges(4, 4)), "4x4, two colors");
    count_everyway(all_tiles(2, 12, 2), power(2, edges(2, 12)), "2x12, two colors");
    count_everyway(all_tiles(1, 9, 4), power(4, edges(1, 9)), "1x9, four colors");
    // More bits than any key, if the bits of edges that are done with were not used again.
    Cover ring = all_tiles(1, 300, 2);
    auto frontier = make_frontier(std::make_shared<Cover>(ring), {});
    expect(frontier->run(-1) == Frontier::Outcome::exhausted && frontier->value().size() > 10, "a strip of 300");
}

void refusals() {
    Cover cover = all_tiles(1, 2, 2);
    expect(validate(cover).empty(), "tiles are valid");
    const auto is_refused = [&](auto change) {
        Cover changed = cover;
        change(changed);
        return !validate(changed).empty();
    };
    expect(is_refused([](Cover& c) { c.colors.pop_back(); }), "too few colors");
    expect(is_refused([](Cover& c) { c.colors[1] = -1; }), "a color below 0");
    expect(is_refused([](Cover& c) { c.colors[0] = 1; }), "colors on what must be covered");
    Automorphism same;
    for (std::int32_t i = 0; i < cover.item_count(); ++i) same.items.push_back(i);
    for (std::int32_t o = 0; o < cover.option_count(); ++o) same.options.push_back(o);
    expect(!is_refused([&](Cover& c) { c.automorphisms = {same}; }), "the identity");
    std::swap(same.options[0], same.options[1]);  // they cover the same items, but one edge in two colors
    expect(is_refused([&](Cover& c) { c.automorphisms = {same}; }), "one color becomes two");
}

}  // namespace

int main() {
    random_covers();
    strips();
    refusals();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
