// Searches by several threads.
#include "bind.hpp"

#include <memory>

#include "tilewright/team.hpp"

namespace tilewright::bind {
namespace {

using Owned = Owner<Team>;

Found<Team::State> wait(Owned& team, double seconds, std::int64_t most) {
    Solutions found;
    Team::State state;
    {
        Unlocked unlocked;
        state = team->wait(seconds, most, found);
    }
    return {state, view_of(std::move(found.start)), view_of(std::move(found.options))};
}

}  // namespace

void bind_team(nb::module_& m) {
    nb::enum_<Team::State>(m, "TeamState", "Whether more solutions may come: only while it is RUNNING.")
        .value("RUNNING", Team::State::running)
        .value("EXHAUSTED", Team::State::exhausted)
        .value("ENDED", Team::State::ended);
    nb::class_<Owned>(m, "Team", "A search by several threads, which begins at once.")
        .def(nb::new_([](std::shared_ptr<const Plan> plan, int threads, bool collect, std::int64_t max_nodes,
                         std::int64_t max_solutions, std::int64_t buffer, std::shared_ptr<Search> begun) {
                 const TeamOptions options{threads, collect, max_nodes, max_solutions, buffer};
                 return std::make_unique<Owned>(std::make_unique<Team>(std::move(plan), options, std::move(begun)));
             }),
             "plan"_a, "threads"_a, "collect"_a, "max_nodes"_a, "max_solutions"_a, "buffer"_a,
             "begun"_a.none() = nb::none(),
             "begun: a search of the plan to go on with where it stands, not to be used any more.")
        .def("wait", &wait, "seconds"_a, "most"_a,
             "(state, starts, options) when about `most` solutions are there, or after so long.")
        .def(
            "stop", [](Owned& t) { t->stop(); }, "Ends the search; what it has found still comes.")
        .def_prop_ro("nodes", [](const Owned& t) { return t->progress().nodes; })
        .def_prop_ro("solutions", [](const Owned& t) { return t->progress().solutions; })
        .def_prop_ro("fraction", [](const Owned& t) { return t->progress().fraction; })
        .def_prop_ro("cpu", [](const Owned& t) { return t->cpu(); }, "CPU seconds of each thread so far.");
}

}  // namespace tilewright::bind
