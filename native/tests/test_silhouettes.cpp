// Symmetric regions in a window against all subsets of its orbits, their tilings against plain backtracking.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tilewright/silhouette_search.hpp"
#include "tilewright/threads.hpp"

using namespace tilewright;

namespace {

using Ints = std::vector<std::int32_t>;
using Point = std::pair<int, int>;
using Region = std::set<Point>;
using Shape = std::vector<Point>;

int failures = 0;

void expect(bool good, const std::string& what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what.c_str());
}

// Motions about the window's centre as matrices (a b; c d); 0 1 2 3 turn, 4 5 6 7 mirror first.
constexpr std::array<std::array<int, 4>, 8> motions{{{1, 0, 0, 1},
                                                     {0, 1, -1, 0},
                                                     {-1, 0, 0, -1},
                                                     {0, -1, 1, 0},
                                                     {1, 0, 0, -1},
                                                     {0, 1, 1, 0},
                                                     {-1, 0, 0, 1},
                                                     {0, -1, -1, 0}}};

struct Group {
    const char* name;
    std::vector<int> elements;             // of `motions`, the identity first
    std::vector<std::uint32_t> subgroups;  // the maximal ones, as bit sets of places in `elements`
};
const std::vector<Group> groups{{"C2", {0, 2}, {1}},
                                {"C4", {0, 1, 2, 3}, {0b0101}},
                                {"D2", {0, 2, 4, 6}, {0b0011, 0b0101, 0b1001}},
                                {"D4", {0, 1, 2, 3, 4, 5, 6, 7}, {0b00001111, 0b01010101, 0b10100101}}};

// Points have twice their distance from the centre as coordinates: odd ones when the side is even.
Point moved(int motion, Point p) {
    const auto& m = motions[static_cast<std::size_t>(motion)];
    return {m[0] * p.first + m[1] * p.second, m[2] * p.first + m[3] * p.second};
}
bool touch(Point p, Point q) { return std::abs(p.first - q.first) + std::abs(p.second - q.second) == 2; }

struct Window {
    int side;
    Group group;
    std::vector<std::vector<Point>> orbits;  // the representative first
    SilhouetteGraph graph;

    Window(int side, Group g) : side(side), group(std::move(g)) {
        Region seen;
        for (int r = 1 - side; r < side; r += 2)
            for (int c = 1 - side; c < side; c += 2) {
                if (seen.count({r, c})) continue;
                std::vector<Point> orbit;
                for (const auto e : group.elements)
                    if (const auto p = moved(e, {r, c}); seen.insert(p).second) orbit.push_back(p);
                orbits.push_back(orbit);
            }
        make_graph();
    }
    Region region(const Ints& nodes) const {
        Region found;
        for (const auto n : nodes) found.insert(orbits[n].begin(), orbits[n].end());
        return found;
    }

  private:
    void make_graph() {
        const auto& e = group.elements;
        const auto order = graph.order = static_cast<std::int32_t>(e.size());
        for (const auto a : e)
            for (const auto b : e)
                for (std::int32_t c = 0; c < order; ++c)
                    if (moved(e[c], {1, 3}) == moved(a, moved(b, {1, 3}))) graph.times.push_back(c);
        for (const auto& orbit : orbits) {
            graph.area.push_back(static_cast<std::int32_t>(orbit.size()));
            std::uint32_t keeps = 0;
            for (std::int32_t h = 0; h < order; ++h) keeps |= (moved(e[h], orbit[0]) == orbit[0] ? 1u : 0u) << h;
            graph.stabiliser.push_back(keeps);
            for (std::size_t b = 0; b < orbits.size(); ++b)
                for (std::int32_t h = 0; h < order; ++h)
                    if (touch(orbit[0], moved(e[h], orbits[b][0]))) {
                        graph.edge_to.push_back(static_cast<std::int32_t>(b));
                        graph.edge_element.push_back(h);
                    }
            graph.edge_start.push_back(static_cast<std::int32_t>(graph.edge_to.size()));
            graph.overlap_start.push_back(0);
            graph.roots.push_back(static_cast<std::int32_t>(graph.roots.size()));
        }
        graph.rank = graph.roots;
        graph.subgroup = group.subgroups;
        for (const auto mask : graph.subgroup) graph.reach.push_back(reach(mask));
    }
    // Least area to add to each node to reach one with an element outside the subgroup, by relaxing until it settles.
    Ints reach(std::uint32_t mask) const {
        Ints far(orbits.size(), 1 << 28);
        for (std::size_t n = 0; n < orbits.size(); ++n) {
            bool out = graph.stabiliser[n] & ~mask;
            for (auto k = graph.edge_start[n]; k < graph.edge_start[n + 1]; ++k)
                out |= !(mask >> graph.edge_element[k] & 1u);
            if (out) far[n] = 0;
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t n = 0; n < orbits.size(); ++n)
                for (auto k = graph.edge_start[n]; k < graph.edge_start[n + 1]; ++k) {
                    const auto other = graph.edge_to[k];
                    if (far[other] + graph.area[other] < far[n])
                        far[n] = far[other] + graph.area[other], changed = true;
                }
        }
        return far;
    }
};

bool connected(const Region& region) {
    Region left(region);
    std::vector<Point> stack{*left.begin()};
    left.erase(left.begin());
    while (!stack.empty()) {
        const auto p = stack.back();
        stack.pop_back();
        for (const auto& step : {Point{2, 0}, {-2, 0}, {0, 2}, {0, -2}})
            if (const auto it = left.find({p.first + step.first, p.second + step.second}); it != left.end()) {
                stack.push_back(*it);
                left.erase(it);
            }
    }
    return left.empty();
}

// All connected regions of the area that are unions of orbits.
std::set<Region> all_regions(const Window& window, int area) {
    std::set<Region> found;
    const auto n = window.orbits.size();
    for (std::uint32_t bits = 1; bits < 1u << n; ++bits) {
        int sum = 0;
        Ints nodes;
        for (std::size_t k = 0; k < n; ++k)
            if (bits >> k & 1u) sum += window.graph.area[k], nodes.push_back(static_cast<std::int32_t>(k));
        if (sum != area) continue;
        if (const auto region = window.region(nodes); connected(region)) found.insert(region);
    }
    return found;
}

// All shapes that the first cell of what is left can be covered with, one after the other.
bool tiles(Region left, const std::vector<std::pair<std::vector<Shape>, int>>& kinds, Ints supply) {
    if (left.empty()) return std::all_of(supply.begin(), supply.end(), [](int s) { return s == 0; });
    const auto first = *left.begin();
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        if (!supply[k]) continue;
        for (const auto& orientation : kinds[k].first) {
            Region after(left);
            bool fits = true;
            for (const auto& [r, c] : orientation)
                fits = fits && after.erase({first.first + 2 * r, first.second + 2 * c});
            auto fewer = supply;
            --fewer[k];
            if (fits && tiles(after, kinds, fewer)) return true;
        }
    }
    return false;
}

// Orientations begin with their first cell in reading order at (0, 0).
const std::vector<std::pair<std::vector<Shape>, int>> t_and_o{{{{{0, 0}, {0, 1}, {0, 2}, {1, 1}},
                                                                {{0, 0}, {1, -1}, {1, 0}, {1, 1}},
                                                                {{0, 0}, {1, 0}, {1, 1}, {2, 0}},
                                                                {{0, 0}, {1, -1}, {1, 0}, {2, 0}}},
                                                               2},
                                                              {{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}}, 1}};
const std::vector<std::pair<std::vector<Shape>, int>> dominoes{{{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}}, 6}};

struct Posed {
    SilhouettePlane plane;
    std::vector<SilhouettePiece> kinds;
    std::vector<WeightBound> weights;
};

Posed posed(const Window& window, const std::vector<std::pair<std::vector<Shape>, int>>& kinds) {
    constexpr int rim = 4;
    const int wide = window.side + 2 * rim;
    Posed made;
    made.plane.cells = wide * wide;
    WeightBound chessboard{{}, 0, 0};
    for (const auto& orbit : window.orbits) {
        Ints cells;
        for (const auto& [r, c] : orbit)
            cells.push_back(((r + window.side - 1) / 2 + rim) * wide + (c + window.side - 1) / 2 + rim);
        std::sort(cells.begin(), cells.end());
        int sum = 0;
        for (const auto cell : cells) {
            made.plane.cell.push_back(cell);
            made.plane.mask.push_back(1);
            sum += (cell / wide + cell % wide) % 2 ? -1 : 1;
        }
        made.plane.start.push_back(static_cast<std::int32_t>(made.plane.cell.size()));
        chessboard.node.push_back(sum);
    }
    for (const auto& [orientations, copies] : kinds) {
        SilhouettePiece kind{copies, copies, static_cast<std::int32_t>(orientations[0].size()), {0}, {}, {}};
        int most = 0;
        for (const auto& orientation : orientations) {
            int sum = 0;
            for (const auto& [r, c] : orientation) {
                kind.step.push_back(r * wide + c);
                kind.mask.push_back(1);
                sum += (r + c) % 2 ? -1 : 1;
            }
            kind.start.push_back(static_cast<std::int32_t>(kind.step.size()));
            most = std::max(most, std::abs(sum));
        }
        chessboard.most += copies * most;
        made.kinds.push_back(kind);
    }
    chessboard.least = -chessboard.most;
    made.weights.push_back(chessboard);
    return made;
}

// Everything a search says until it is done.
SilhouetteNews finish(SilhouetteSearch& search) {
    SilhouetteNews all;
    for (bool done = false; !done;) {
        sleep_for(Seconds(0.001));
        const auto news = search.news();
        all.regions.insert(all.regions.end(), news.regions.begin(), news.regions.end());
        all.tiled.insert(all.tiled.end(), news.tiled.begin(), news.tiled.end());
        all.tilings.insert(all.tilings.end(), news.tilings.begin(), news.tilings.end());
        all.outcomes = news.outcomes, all.grown = news.grown, all.examined = news.examined;
        done = all.done = news.done;
    }
    search.stop();
    return all;
}

std::set<Region> as_regions(const Window& window, const std::vector<Ints>& found, const std::string& what) {
    std::set<Region> regions;
    for (const auto& nodes : found) expect(regions.insert(window.region(nodes)).second, what + ": met twice");
    return regions;
}

void check_growth(const Window& window, int area) {
    const auto what =
        std::string(window.group.name) + " side " + std::to_string(window.side) + " area " + std::to_string(area);
    expect(validate(window.graph).empty(), what + ": " + validate(window.graph));
    const auto wanted = all_regions(window, area);
    const auto made = posed(window, dominoes);
    std::vector<RegionUse> use(static_cast<std::size_t>(area) + 1, RegionUse::skip);
    use.back() = RegionUse::report;
    SilhouetteSearch search(window.graph, made.plane, made.kinds, made.weights, {}, 1, -1);
    for (const int threads : {1, 3}) {
        search.grow(use, threads);
        expect(as_regions(window, finish(search).regions, what) == wanted, what + ": regions");
    }
    std::vector<Ints> shares;
    for (int part = 0; part < 3; ++part) {
        search.grow(use, 2, part, 3);
        const auto some = finish(search).regions;
        shares.insert(shares.end(), some.begin(), some.end());
    }
    expect(as_regions(window, shares, what + " in shares") == wanted, what + ": regions in shares");
}

void check_tilings(const Window& window, const std::vector<std::pair<std::vector<Shape>, int>>& kinds, int area) {
    const auto what = std::string(window.group.name) + " tiled, area " + std::to_string(area);
    Ints supply;
    for (const auto& kind : kinds) supply.push_back(kind.second);
    std::set<Region> wanted;
    for (const auto& region : all_regions(window, area))
        if (tiles(region, kinds, supply)) wanted.insert(region);
    const auto made = posed(window, kinds);
    std::vector<RegionUse> use(static_cast<std::size_t>(area) + 1, RegionUse::skip);
    use.back() = RegionUse::examine;
    SilhouetteSearch search(window.graph, made.plane, made.kinds, made.weights, {}, 1, -1);
    search.grow(use, 2);
    const auto news = finish(search);
    expect(as_regions(window, news.tiled, what) == wanted, what + ": which are tiled");
    expect(!wanted.empty(), what + ": there are some");
    std::int64_t outcomes = 0;
    for (const auto outcome : news.outcomes) outcomes += outcome;
    expect(outcomes == news.examined && news.examined == static_cast<std::int64_t>(all_regions(window, area).size()),
           what + ": every region has its outcome");
    for (std::size_t i = 0; i < news.tiled.size(); ++i) {
        std::multiset<std::int32_t> covered, filled;
        for (const auto& [kind, orientation, cell] : news.tilings[i])
            for (auto s = made.kinds[kind].start[orientation]; s < made.kinds[kind].start[orientation + 1]; ++s)
                covered.insert(cell + made.kinds[kind].step[s]);
        for (const auto n : news.tiled[i])
            filled.insert(made.plane.cell.begin() + made.plane.start[n],
                          made.plane.cell.begin() + made.plane.start[n + 1]);
        expect(covered == filled, what + ": a tiling covers its region");
    }
}

void check_stop() {
    const Window window(13, groups[0]);  // far more regions than there is time for
    const auto made = posed(window, dominoes);
    SilhouetteSearch search(window.graph, made.plane, made.kinds, made.weights, {}, 1, -1);
    // Without threads `grow` does all of it, and there is nothing to stop.
    const std::size_t largest = has_threads ? 40 : 6;
    search.grow(std::vector<RegionUse>(largest + 1, RegionUse::skip), 3);
    sleep_for(Seconds(0.02));
    search.stop();
    expect(search.news().grown >= 0, "stopped");
    search.examine({}, 2);
    expect(finish(search).examined == 0, "nothing to examine");
}

void check_refusals() {
    auto graph = Window(4, groups[0]).graph;
    graph.edge_to[0] = 99;
    expect(!validate(graph).empty(), "an edge to nowhere");
    graph = Window(4, groups[0]).graph;
    graph.area[1] = 0;
    expect(!validate(graph).empty(), "no area");
    graph = Window(4, groups[0]).graph;
    graph.times[0] = 2;
    expect(!validate(graph).empty(), "an element that is not there");
    graph = Window(4, groups[0]).graph;
    graph.reach[0].pop_back();
    expect(!validate(graph).empty(), "a short row");
}

}  // namespace

int main() {
    for (const auto& group : groups)
        for (const int side : {4, 5})
            for (const int area : {4, 5, 8, 12}) check_growth({side, group}, area);
    for (const auto& group : {groups[1], groups[3]}) check_growth({7, group}, 24);
    for (const auto& group : groups) check_tilings({6, group}, dominoes, 12);
    check_tilings({6, groups[0]}, t_and_o, 12);
    check_stop();
    check_refusals();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
