// The searches on boards whose numbers of tilings are known: whole, in slices, in parts, split, and by several threads.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <memory>
#include <stdexcept>

#include "../src/search/block_minima.hpp"
#include "../src/search/general.hpp"
#include "boards.hpp"
#include "tilewright/search.hpp"
#include "tilewright/team.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

Solutions listed(const Plan& plan, const Subproblem& from, std::int64_t nodes) {
    Solutions found;
    const auto search = plan.search(from);
    while (!search->run({nodes, -1, &found})) {}
    return found;
}

bool same(const Solutions& a, const Solutions& b) { return a.options == b.options && a.start == b.start; }

// Splits at every slice; the rest of each follows it at once, and knows what was learnt before it.
Solutions split_often(const Plan& plan, std::int64_t nodes, bool learning) {
    std::list<Subproblem> parts{Subproblem{}};
    Solutions found;
    std::unique_ptr<Search> last;
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        auto search = plan.search(*part);
        if (learning && last) search->learn_from(*last);
        Subproblem rest;
        while (!search->run({nodes, -1, &found}))
            if (search->split(rest)) {
                parts.insert(std::next(part), rest);
                if (!learning) continue;
                last = plan.search(rest);  // as the first one that a team's thread is given
                last->learn_beside(*search);
            }
        if (!learning || parts.size() % 2) last = std::move(search);  // else from the one that learnt beside it
    }
    return found;
}

Solutions by_team(const std::shared_ptr<const Plan>& plan, int threads, std::int64_t buffer) {
    TeamOptions options;
    options.threads = threads, options.buffer = buffer;
    Team team(plan, options);
    Solutions found;
    while (team.wait(0.01, 64, found) == Team::State::running) {}
    return found;
}

// A team that goes on with a search which has found something already.
Solutions handed_over(const std::shared_ptr<const Plan>& plan, std::int64_t nodes, std::int64_t number) {
    const std::shared_ptr<Search> search = plan->search();
    Solutions found;
    const bool exhausted = search->run({nodes, -1, &found});
    const auto before = search->progress();
    Team team(plan, {.threads = 3}, search);
    expect(team.progress().nodes >= before.nodes, "what was done before counts");
    while (team.wait(0.01, 64, found) == Team::State::running) {}
    expect(exhausted == (before.fraction == 1) && team.progress().solutions == number, "all of it");
    return found;
}

void everyway(const std::shared_ptr<const Plan>& plan, std::int64_t number, const char* what) {
    const auto whole = listed(*plan, {}, -1);
    expect(whole.size() == number, what);
    expect(same(listed(*plan, {}, 7), whole), what);
    Solutions parts;
    for (const auto& part : subproblems(*plan, 20)) parts.append(listed(*plan, part, 100));
    expect(same(parts, whole), what);
    for (bool learning : {false, true}) expect(same(split_often(*plan, 13, learning), whole), what);
    for (int threads : {1, 2, 3, 4}) expect(same(by_team(plan, threads, threads % 2 ? 2000 : 1 << 20), whole), what);
    for (std::int64_t nodes : {1, 40, 100000}) expect(same(handed_over(plan, nodes, number), whole), what);
    TeamOptions count_only;
    count_only.threads = 3, count_only.collect = false;
    Team team(plan, count_only);
    Solutions none;
    while (team.wait(0.01, 1, none) == Team::State::running) expect(team.progress().fraction <= 1, what);
    expect(team.progress().solutions == number && none.size() == 0, what);
    expect(team.progress().fraction == 1, what);
}

void both(const Cover& cover, std::int64_t number, const char* what) {
    expect(validate(cover).empty(), what);
    const auto shared = std::make_shared<const Cover>(cover);
    everyway(general_plan(shared), number, what);
    everyway(slack_plan(shared), number, what);
    if (!sweep_refusal(cover).empty()) return;
    for (double parts : {-1.0, 30.0, 1e9}) everyway(sweep_plan(shared, {true, parts}), number, what);
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

// What a path to a part costs is not counted again: a limit of nodes that parts share is kept exactly.
void parts_begin_at_nothing(const Plan& plan) {
    std::vector<Subproblem> parts(1);
    for (std::size_t i = 0; i < parts.size() && i < 50; ++i) {
        const auto search = plan.search(parts[i]);
        expect(search->progress().nodes == 0, "a part begins with no nodes");
        search->run({5, -1, nullptr});
        expect(search->progress().nodes <= 5, "no more nodes than allowed");
        Subproblem rest;
        if (search->split(rest)) parts.push_back(rest);
        if (search->split(rest)) parts.push_back(rest);
    }
    expect(parts.size() > 20, "parts of parts");
}

void ends_early(const std::shared_ptr<const Plan>& plan) {
    const auto whole = listed(*plan, {}, -1);
    TeamOptions first;
    first.threads = 3, first.max_solutions = 10;
    Solutions found;
    {
        Team team(plan, first);
        while (team.wait(0.01, 10, found) == Team::State::running) {}
    }
    expect(found.size() >= 10, "as many as wanted");
    expect(std::equal(found.options.begin(), found.options.begin() + found.start[10], whole.options.begin()),
           "the first ones");
    TeamOptions nodes;
    nodes.threads = 3, nodes.max_nodes = 300;
    found.clear();
    Team limited(plan, nodes);
    while (limited.wait(0.01, 10, found) == Team::State::running) {}
    expect(limited.progress().nodes == 300, "a limit of nodes");
    Team left(plan, first);  // ended by its destructor, at work
    Team stopped(plan, {});
    stopped.stop();
    found.clear();
    while (stopped.wait(0.01, 10, found) == Team::State::running) {}
    expect(found.size() <= whole.size(), "stopped");
}

void in_little_memory(const Cover& cover) {
    const auto shared = std::make_shared<const Cover>(cover);
    const auto whole = listed(*sweep_plan(shared), {}, -1);
    bool refused = false;
    for (std::int64_t memory : {1'000'000, 300'000, 1000}) try {
            expect(same(listed(*sweep_plan(shared, {true, -1, memory}), {}, -1), whole), "less memory, the same list");
        } catch (const PlanTooLarge&) {
            refused = true;
        }
    expect(refused, "too little memory");
}

void no_such_path(const Plan& plan) {
    for (const auto& path : {std::vector<std::int32_t>{-1}, {1 << 30}, {0, 0}}) {
        Subproblem from;
        from.chosen = path;
        try {
            plan.search(from)->run({1000, -1, nullptr});
        } catch (const std::invalid_argument&) {}
    }
}

}  // namespace

// The minima of blocks beside a plain scan, while numbers change at random.
void minima_of_blocks() {
    std::uint32_t seed = 7;
    const auto draw = [&](std::uint32_t below) { return (seed = seed * 1664525 + 1013904223) % below; };
    for (std::int32_t count : {1, 511, 512, 513, 1700}) {
        std::vector<std::int32_t> numbers(count + 600);
        for (auto& each : numbers) each = draw(1000);
        general::BlockMinima<std::int32_t> minima(count, count + 600);
        for (int step = 0; step < 2000; ++step) {
            const auto least = std::min_element(numbers.begin(), numbers.begin() + count) - numbers.begin();
            expect(minima.first(numbers.data()) == least, "the first of the least numbers");
            for (auto changes = draw(4); changes-- > 0;) {
                const auto place = draw(count + 600);
                numbers[place] = draw(1000);
                minima.touch(place);
            }
        }
    }
    general::BlockMinima<std::int32_t> none(0, 10);
    expect(none.first(nullptr) == -1, "none of no numbers");
}

int main() {
    minima_of_blocks();
    const auto tetrominoes = boards::polyominoes(4), pentominoes = boards::polyominoes(5),
               dominoes = boards::polyominoes(2);
    both(boards::cover({4, 5}, dominoes, true, false), 95, "dominoes 4x5");
    both(boards::cover({4, 6}, tetrominoes, true, false), 2003, "tetrominoes 4x6");
    both(boards::cover({3, 20}, pentominoes, true, true), 8, "pentominoes 3x20");
    both(boards::cover({6, 6, {{0, 0}, {5, 5}}}, dominoes, true, false), 0, "mutilated board");
    both(with_bounds({}, {}, {}), 1, "nothing to do");
    both(with_bounds({1}, {1}, {}), 0, "nothing to do it with");
    both(with_bounds({2}, {2}, {{0}, {0}, {0}, {0}, {0}}), 10, "two of five");
    both(with_bounds({1}, {unlimited}, {{0}, {0}, {0}}), 7, "at least one of three");
    both(with_bounds({2}, {3}, {{0, 0}, {0, 0}, {0}}), 4, "an item named twice");
    const auto cover = std::make_shared<const Cover>(boards::cover({4, 6}, tetrominoes, true, false));
    for (const auto& plan :
         {general_plan(cover), slack_plan(cover), sweep_plan(cover), sweep_plan(cover, {true, 50.0})})
        ends_early(plan), no_such_path(*plan), parts_begin_at_nothing(*plan);
    in_little_memory(*cover);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
