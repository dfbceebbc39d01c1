// A second count of the regions with all symmetries of the square, to hold the growth of `design silhouettes` against.
//   usage: count_regions MOST [whole]     prints, for each area up to MOST half cells, how many there are
// Regions of whole and half cells of a square grid, connected through edges, about a corner and about a cell together;
// with `whole` of whole cells only (OEIS A142886).
// Written apart from the library and unlike it: no graph of elements, no Redelmeier. Sets of orbits, each with a contact
// to another, are kept by area, sorted, each once, and extended by every orbit that touches them; a set counts when a flood
// through its cells reaches all of them. A region that a diagonal mirror keeps joins its sides in a cell on that
// diagonal, so sets begin there; each orbit but the middle cell has at least four half cells, and a region that surrounds the centre at
// distance k and reaches out to d has an orbit at every distance between and 4k cells around, so d <= MOST / 4.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

// Sides of a cell, clockwise: bit 0 up, 1 right, 2 down, 3 left; a filled cell is the set of sides it reaches.
constexpr int FILLS[] = {15, 6, 12, 9, 3};
constexpr int STEP[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
struct Filled {
    int row, column, sides;
    auto operator<=>(const Filled&) const = default;
};
using Set = std::array<std::uint16_t, 32>;  // numbers of orbits, ascending, filled up with NONE
constexpr std::uint16_t NONE = 0xffff;

int half_cells(int sides) { return sides == 15 ? 2 : 1; }

class Regions {
public:
    Regions(int most, bool whole, int centre) : most_(most), reach_(most / 4 + 1), centre_(centre) {
        for (int r = -reach_; r <= reach_; ++r)
            for (int c = -reach_; c <= reach_; ++c)
                for (int sides : FILLS)
                    if (sides == 15 || !whole) number_of({r, c, sides});
        for (auto& orbit : orbits_) contacts_.push_back(contacts(orbit));
    }

    std::vector<long> count() {
        std::vector<long> found(most_ + 1);
        levels_.resize(most_ + 1);
        for (int orbit = 0; orbit < int(orbits_.size()); ++orbit)
            if (on_diagonal(orbits_[orbit])) {
                Set first;
                first.fill(NONE);
                first[0] = orbit;
                if (areas_[orbit] <= most_) add(areas_[orbit], first);
            }
        for (int area = 0; area <= most_; ++area) {
            auto level = std::move(levels_[area].sets);
            unique(level);
            for (const Set& set : level) {
                found[area] += connected(set);
                extend(set, area);
            }
        }
        return found;
    }

private:
    struct Level {
        std::vector<Set> sets;
        std::size_t full = 1 << 16;
    };

    static void unique(std::vector<Set>& sets) {
        std::sort(sets.begin(), sets.end());
        sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    }

    // Twice the coordinates from the centre are 2r + 1 - centre; a turn takes (r, c) to (c, -r).
    Filled turned(Filled f) const {
        return {f.column, centre_ - 1 - f.row, (f.sides << 1 | f.sides >> 3) & 15};
    }
    Filled mirrored(Filled f) const {
        return {f.row, centre_ - 1 - f.column, (f.sides & 5) | (f.sides & 2) << 2 | (f.sides & 8) >> 2};
    }

    std::set<Filled> orbit_of(Filled f) const {
        std::set<Filled> orbit;
        for (int turn = 0; turn < 4; ++turn, f = turned(f)) orbit.insert({f, mirrored(f)});
        return orbit;
    }

    // The number of the orbit, made when it is new; -1: it fills a cell in two ways, or is too far out.
    int number_of(Filled f) {
        auto orbit = orbit_of(f);
        for (auto one = orbit.begin(); one != orbit.end(); ++one) {
            auto next = std::next(one);
            if (next != orbit.end() && next->row == one->row && next->column == one->column) return -1;
            if (std::max(std::abs(one->row), std::abs(one->column)) > reach_) return -1;
        }
        auto [place, fresh] = numbers_.try_emplace(*orbit.begin(), int(orbits_.size()));
        if (fresh) {
            orbits_.emplace_back(orbit.begin(), orbit.end());
            int area = 0;
            for (auto& one : orbit) area += half_cells(one.sides);
            areas_.push_back(area);
        }
        return place->second;
    }

    std::vector<int> contacts(const std::vector<Filled>& orbit) {
        std::set<int> found;
        for (auto& one : orbit)
            for (int side = 0; side < 4; ++side)
                for (int sides : FILLS)
                    if (one.sides >> side & 1 && sides >> (side + 2) % 4 & 1) {
                        Filled other{one.row + STEP[side][0], one.column + STEP[side][1], sides};
                        auto known = numbers_.find(*orbit_of(other).begin());
                        if (known != numbers_.end()) found.insert(known->second);
                    }
        return {found.begin(), found.end()};
    }

    bool on_diagonal(const std::vector<Filled>& orbit) const {
        return std::any_of(orbit.begin(), orbit.end(), [](auto& f) { return f.row == f.column; });
    }

    void extend(const Set& set, int area) {
        int size = std::find(set.begin(), set.end(), NONE) - set.begin();
        std::set<int> tried;
        mark(set, size, 1);
        for (int i = 0; i < size; ++i)
            for (int other : contacts_[set[i]]) {
                auto& first = orbits_[other].front();
                if (area + areas_[other] > most_ || at(first.row, first.column) || !tried.insert(other).second) continue;
                Set more = set;
                more[size] = other;
                std::sort(more.begin(), more.begin() + size + 1);
                add(area + areas_[other], more);
            }
        mark(set, size, 0);
    }

    void add(int area, const Set& set) {
        auto& level = levels_[area];
        if (area == most_ && !connected(set)) return;  // nothing comes after it: only what counts is kept
        level.sets.push_back(set);
        if (level.sets.size() > level.full) {
            unique(level.sets);
            level.full = std::max(level.full, 2 * level.sets.size());
        }
    }

    char& at(int row, int column) { return grid_[row + SIDE / 2][column + SIDE / 2]; }

    void mark(const Set& set, int size, char value) {
        for (int i = 0; i < size; ++i)
            for (auto& f : orbits_[set[i]]) at(f.row, f.column) = value ? f.sides : 0;
    }

    bool connected(const Set& set) {
        int size = std::find(set.begin(), set.end(), NONE) - set.begin(), cells = 0;
        auto saved = grid_;
        for (auto& row : grid_) row.fill(0);
        mark(set, size, 1);
        for (int i = 0; i < size; ++i) cells += orbits_[set[i]].size();
        auto& first = orbits_[set[0]].front();
        std::vector<std::array<int, 3>> todo{{first.row, first.column, at(first.row, first.column)}};
        at(first.row, first.column) = 0;
        for (std::size_t done = 0; done < todo.size(); ++done) {
            auto [row, column, sides] = todo[done];
            for (int side = 0; side < 4; ++side) {
                char& there = at(row + STEP[side][0], column + STEP[side][1]);
                if (sides >> side & 1 && there >> (side + 2) % 4 & 1) {
                    todo.push_back({row + STEP[side][0], column + STEP[side][1], there});
                    there = 0;
                }
            }
        }
        grid_ = saved;
        return int(todo.size()) == cells;
    }

    static constexpr int SIDE = 72;
    int most_, reach_, centre_;
    std::map<Filled, int> numbers_;  // by the least member of the orbit
    std::vector<std::vector<Filled>> orbits_;
    std::vector<int> areas_;
    std::vector<std::vector<int>> contacts_;
    std::vector<Level> levels_;
    std::array<std::array<char, SIDE>, SIDE> grid_{};
};

int main(int words, char** word) {
    int most = words > 1 ? std::atoi(word[1]) : 0;
    if (most < 2 || most > 120) {
        std::fprintf(stderr, "usage: count_regions MOST [whole], MOST from 2 to 120 half cells\n");
        return 2;
    }
    bool whole = words > 2 && std::string(word[2]) == "whole";
    auto corner = Regions(most, whole, 0).count(), cell = Regions(most, whole, 1).count();
    for (int area = 1; area <= most; ++area)
        if (corner[area] + cell[area])
            std::printf("%d half cells: %ld = %ld about a corner + %ld about a cell\n", area, corner[area] + cell[area],
                        corner[area], cell[area]);
}
