// The search by masks beside the one by slacks, and its matrices beside plain counting, around the widths of both.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../src/search/general.hpp"
#include "../src/search/mask_matrix.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const std::string& what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what.c_str());
}

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    std::int32_t below(std::int32_t bound) { return static_cast<std::int32_t>(engine_() % bound); }

  private:
    std::mt19937_64 engine_;
};

template <int W>
masks::Mask<W> some_cells(Random& random, std::int32_t most) {
    masks::Mask<W> result;
    for (auto k = random.below(most) + 1; k > 0; --k) result.set(random.below(64 * W));
    return result;
}

// Options in so many groups, the last of which may be those of no group; some cells and groups need not be covered.
template <int W>
masks::Level<W> some_level(Random& random, std::int32_t options, std::int32_t groups) {
    masks::Level<W> level;
    for (std::int32_t k = 0; k < options; ++k) level.masks.push_back(some_cells<W>(random, 6));
    for (std::int32_t g = 0; g < groups; ++g) {
        const bool free = g + 1 == groups && random.below(2);
        const auto begin = options * g / groups, end = options * (g + 1) / groups;
        level.segments.push_back({free ? masks::no_group : 2 * g, !free && random.below(3) > 0, begin, end});
    }
    level.needed = some_cells<W>(random, 60 * W);
    return level;
}

// A node by plain counting: the options that are left, one by one.
template <int W>
struct Plain {
    const masks::Level<W>& level;
    std::vector<char> left;
    masks::Mask<W> needed;
    std::set<std::int32_t> groups_needed;

    explicit Plain(const masks::Level<W>& of)
        : level(of), left(static_cast<std::size_t>(of.segments.back().end), true), needed(of.needed) {
        for (const auto& segment : of.segments)
            if (segment.needed) groups_needed.insert(segment.group);
    }
    std::int32_t group_of(std::int32_t option) const {
        for (const auto& segment : level.segments)
            if (option < segment.end) return segment.group;
        return masks::no_group;
    }
    void take(const masks::Mask<W>& cells, std::int32_t group) {
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(left.size()); ++k)
            if (level.masks[k].meets(cells) || (group != masks::no_group && group_of(k) == group)) left[k] = false;
        needed = needed.without(cells);
        groups_needed.erase(group);
    }
    template <class Covers>
    std::vector<std::int32_t> options(Covers covers) const {
        std::vector<std::int32_t> result;
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(left.size()); ++k)
            if (left[k] && covers(k)) result.push_back(k);
        return result;
    }
    // What is forced, and the first item that has the fewest options: a cell, or 64 * W and the number of a segment.
    masks::Found look(std::set<std::int32_t>& forced, std::int32_t& item) const {
        if (needed.empty() && groups_needed.empty()) return masks::Found::solution;
        std::size_t fewest = left.size() + 1;
        const auto see = [&](const std::vector<std::int32_t>& own, std::int32_t number) {
            if (own.size() < fewest) fewest = own.size(), item = number;
            if (own.size() == 1) forced.insert(own.front());
        };
        for (std::int32_t cell = 0; cell < 64 * W; ++cell)
            if (needed.has(cell)) see(options([&](auto k) { return level.masks[k].has(cell); }), cell);
        for (std::size_t s = 0; s < level.segments.size(); ++s)
            if (const auto group = level.segments[s].group; groups_needed.contains(group))
                see(options([&](auto k) { return group_of(k) == group; }), 64 * W + static_cast<std::int32_t>(s));
        if (!fewest) return masks::Found::nothing;
        return fewest == 1 ? masks::Found::forced : masks::Found::open;
    }
};

template <int W>
bool agree(const masks::Matrix<W>& matrix, const Plain<W>& plain, masks::Found found, const masks::Node<W>& node) {
    std::set<std::int32_t> forced, marked;
    std::int32_t item = -1;
    const auto expected = plain.look(forced, item);
    if (found != expected || node.needed != plain.needed) return false;
    if (found == masks::Found::nothing || found == masks::Found::solution) return true;
    for (std::int32_t k = 0; k < masks::most_columns; ++k) {
        const bool left = k < static_cast<std::int32_t>(plain.left.size()) && plain.left[k];
        if ((node.left.word(k / 64) >> (k % 64) & 1) != left) return false;
        if (found == masks::Found::forced && (node.forced.word(k / 64) >> (k % 64) & 1)) marked.insert(k);
        if (left && (matrix.group[k] != plain.group_of(k) || matrix.masks[k] != plain.level.masks[k])) return false;
    }
    return marked == forced && node.item == item;
}

// A few options laid one after the other, by both forms of the instructions.
template <int W>
void matrices(Random& random, std::int32_t options, std::int32_t groups) {
    const auto what =
        std::to_string(options) + " options, " + std::to_string(groups) + " groups, words: " + std::to_string(W);
    const auto level = some_level<W>(random, options, groups);
    auto matrix = std::make_unique<masks::Matrix<W>>();
    masks::Node<W> node, plainly;
    matrix->begin(level, 2 * groups, node);
    plainly = node;
    Plain<W> plain(level);
    for (int step = 0; step < 5; ++step) {
        const auto left = plain.options([](auto) { return true; });
        if (left.empty()) return;
        const auto option = left[random.below(static_cast<std::int32_t>(left.size()))];
        const auto group = plain.group_of(option);
        plain.take(level.masks[option], group);
        // Items without options end a node early, so each step begins with what is left by plain counting.
        masks::Node<W> next, next_plainly;
        const auto bit = matrix->bit_of(group);
        const auto found = matrix->enter(node, level.masks[option], bit, next);
        expect(agree(*matrix, plain, found, next), what);
        const auto also = matrix->enter_plainly(*matrix, plainly, level.masks[option], bit, next_plainly);
        expect(agree(*matrix, plain, also, next_plainly), what + ", plainly");
        if (found == masks::Found::nothing || found == masks::Found::solution) return;
        node = next, plainly = next_plainly;
    }
}

// A cover with some solutions: items in a row are parted at random, several times, and other options are drawn.
std::shared_ptr<const Cover> some_cover(Random& random, std::int32_t cells, std::int32_t groups, std::int32_t options) {
    Cover cover;
    const auto items = cells + groups;
    cover.lo.assign(static_cast<std::size_t>(items), 1), cover.hi.assign(static_cast<std::size_t>(items), 1);
    std::set<std::vector<std::int32_t>> drawn;
    std::vector<std::int32_t> order;
    for (std::int32_t cell = 0; cell < cells; ++cell) order.push_back(cell);
    while (static_cast<std::int32_t>(drawn.size()) < options) {
        for (auto k = cells - 1; k > 0; --k)
            if (!random.below(6)) std::swap(order[k], order[random.below(k + 1)]);
        for (std::int32_t g = 0; g < groups && static_cast<std::int32_t>(drawn.size()) < options; ++g) {
            std::vector<std::int32_t> option(order.begin() + cells * g / groups,
                                             order.begin() + cells * (g + 1) / groups);
            std::sort(option.begin(), option.end());
            option.push_back(cells + g);
            drawn.insert(option);
        }
    }
    for (const auto& option : drawn) {
        cover.option_items.insert(cover.option_items.end(), option.begin(), option.end());
        cover.option_start.push_back(static_cast<std::int64_t>(cover.option_items.size()));
    }
    return std::make_shared<const Cover>(cover);
}

std::int64_t counted(const Plan& plan, const Subproblem& from, std::int64_t nodes, std::int64_t& all) {
    const auto search = plan.search(from);
    auto before = search->progress();
    while (!search->run({nodes, -1, nullptr})) {
        const auto now = search->progress();
        expect(nodes < 0 || now.nodes == before.nodes + nodes, "a slice has as many nodes as it may");
        expect(now.fraction <= 1 && now.solutions >= before.solutions, "progress");
        before = now;
    }
    all += search->progress().nodes;
    return search->progress().solutions;
}

void searches(Random& random, std::int32_t cells, std::int32_t groups, std::int32_t options) {
    const auto what = std::to_string(cells) + " cells, " + std::to_string(groups) + " groups, " +
                      std::to_string(options) + " options";
    const auto cover = some_cover(random, cells, groups, options);
    expect(validate(*cover).empty(), what);
    const auto by_masks = general_plan(cover), by_slacks = slack_plan(cover);
    std::int64_t slack_nodes = 0, nodes = 0, sliced = 0, parted = 0;
    const auto number = counted(*by_slacks, {}, -1, slack_nodes);
    expect(number > 0, what + ": solutions");
    expect(counted(*by_masks, {}, -1, nodes) == number, what);
    expect(counted(*by_masks, {}, 3, sliced) == number && sliced == nodes, what + ", in slices");
    std::int64_t together = 0;
    for (const auto& part : subproblems(*by_masks, 10)) together += counted(*by_masks, part, 5, parted);
    expect(together == number, what + ", in parts");
}

}  // namespace

int main() {
    Random random(1);
    for (int round = 0; round < 2; ++round)
        for (std::int32_t options : {1, 32, 63, 64, 65, 128, 300, 511, 512})
            for (std::int32_t groups : {1, 2, 7, 63, 64}) {
                if (groups > options) continue;
                matrices<1>(random, options, groups);
                matrices<2>(random, options, groups);
                matrices<3>(random, options, groups);
                matrices<4>(random, options, groups);
            }
    for (int round = 0; round < 2; ++round) {
        for (std::int32_t options : {31, 32, 33, 64, 65, 511, 512, 513, 700}) searches(random, 30, 6, options);
        for (std::int32_t cells : {63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257})
            searches(random, cells, 10, 400);
        for (std::int32_t groups : {63, 64, 65}) searches(random, 2 * groups, groups, groups + 30);
    }
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
