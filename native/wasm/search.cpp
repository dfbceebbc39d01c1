// Plans, searches of them, and teams (of one, here: a team works while it is waited for).
#include "tilewright/search.hpp"

#include "tilewright/team.hpp"
#include "wasm.hpp"

namespace tilewright::wasm {
namespace {

using SharedPlan = std::shared_ptr<const Plan>;

void write(const Solutions& found) { Writer().array(found.start).array(found.options); }

double write(const Progress& progress) {
    const double numbers[] = {static_cast<double>(progress.nodes), static_cast<double>(progress.solutions),
                              progress.fraction};
    return Writer().array(numbers, 3), 0;
}

}  // namespace

TILEWRIGHT_EXPORT(tw_general_plan)(double cover) { return handle(new SharedPlan(general_plan(shared_cover(cover)))); }

// The priorities of the options, or an empty array.
TILEWRIGHT_EXPORT(tw_sweep_plan)(double cover, double whole, double parts, double memory) {
    const SweepOptions options{whole != 0, parts, integer(memory), Reader().array<double>()};
    return handle(new SharedPlan(sweep_plan(shared_cover(cover), options)));
}

TILEWRIGHT_EXPORT(tw_plan_free)(double plan) { return destroy<SharedPlan>(plan), 0; }

// Gives the paths of choices, as rows.
TILEWRIGHT_EXPORT(tw_plan_subproblems)(double plan, double wanted) {
    std::vector<std::vector<std::int32_t>> paths;
    for (auto& part : subproblems(*object<SharedPlan>(plan), integer(wanted))) paths.push_back(std::move(part.chosen));
    return Writer().rows(paths), 0;
}

TILEWRIGHT_EXPORT(tw_plan_expected_nodes)(double plan, double samples) {
    return object<SharedPlan>(plan)->expected_nodes(static_cast<std::size_t>(integer(samples)));
}

TILEWRIGHT_EXPORT(tw_plan_uses)(double plan, double samples) {
    return Writer().array(object<SharedPlan>(plan)->uses(static_cast<std::size_t>(integer(samples)))), 0;
}

// The choices that lead to where the search begins.
TILEWRIGHT_EXPORT(tw_search)(double plan, double after) {
    Subproblem from;
    from.chosen = Reader().ints(), from.after = small(after);
    return handle(object<SharedPlan>(plan)->search(from).release());
}

// Gives starts and options of the solutions; true when the search is over.
TILEWRIGHT_EXPORT(tw_search_run)(double search, double max_nodes, double max_solutions, double collect) {
    Solutions found;
    const bool exhausted =
        object<Search>(search).run({integer(max_nodes), integer(max_solutions), collect != 0 ? &found : nullptr});
    write(found);
    return exhausted;
}

TILEWRIGHT_EXPORT(tw_search_progress)(double search) { return write(object<Search>(search).progress()); }

TILEWRIGHT_EXPORT(tw_search_free)(double search) { return destroy<Search>(search), 0; }

// `begun`: a search to go on with, which the host keeps as long as the team, or 0.
TILEWRIGHT_EXPORT(tw_team)(double plan, double threads, double collect, double max_nodes, double max_solutions,
                           double buffer, double begun) {
    const TeamOptions options{small(threads), collect != 0, integer(max_nodes), integer(max_solutions),
                              integer(buffer)};
    std::shared_ptr<Search> search;
    if (begun != 0) search = {&object<Search>(begun), [](Search*) {}};
    return handle(new Team(object<SharedPlan>(plan), options, std::move(search)));
}

// Gives starts and options of the solutions; the state.
TILEWRIGHT_EXPORT(tw_team_wait)(double team, double seconds, double most) {
    Solutions found;
    const auto state = object<Team>(team).wait(seconds, integer(most), found);
    write(found);
    return static_cast<double>(state);
}

TILEWRIGHT_EXPORT(tw_team_stop)(double team) { return object<Team>(team).stop(), 0; }

TILEWRIGHT_EXPORT(tw_team_progress)(double team) { return write(object<Team>(team).progress()); }

TILEWRIGHT_EXPORT(tw_team_cpu)(double team) { return Writer().array(object<Team>(team).cpu()), 0; }

TILEWRIGHT_EXPORT(tw_team_free)(double team) { return destroy<Team>(team), 0; }

}  // namespace tilewright::wasm
