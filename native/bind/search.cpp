// Searches by one thread: a plan, and searches of it.
#include "bind.hpp"

#include <memory>
#include <utility>

#include "tilewright/search.hpp"

namespace tilewright::bind {
namespace {

enum class SearchEngine { general, sweep };

Found<bool> run(Search& search, std::int64_t max_nodes, std::int64_t max_solutions, bool collect) {
    Solutions found;
    bool exhausted;
    {
        Unlocked unlocked;
        exhausted = search.run({max_nodes, max_solutions, collect ? &found : nullptr});
    }
    return {exhausted, view_of(std::move(found.start)), view_of(std::move(found.options))};
}

std::shared_ptr<const Plan> make_plan(std::shared_ptr<const Cover> cover, SearchEngine engine, bool whole, double parts,
                                      std::int64_t memory, std::vector<double> priority) {
    Unlocked unlocked;
    if (engine == SearchEngine::general) return general_plan(std::move(cover));
    return sweep_plan(std::move(cover), {whole, parts, memory, std::move(priority)});
}

std::shared_ptr<Search> make_search(const Plan& plan, std::vector<std::int32_t> chosen, std::int32_t after) {
    Unlocked unlocked;
    Subproblem from;
    from.chosen = std::move(chosen), from.after = after;
    return plan.search(from);
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::enum_<SearchEngine>(m, "SearchEngine", "What searches: any cover, or the bit masks of a sweep.")
        .value("GENERAL", SearchEngine::general)
        .value("SWEEP", SearchEngine::sweep);
    m.def("sweep_refusal", &sweep_refusal, "cover"_a, nb::call_guard<Unlocked>(),
          "Why the sweep cannot take the cover; empty if it can.");
    nb::class_<Plan>(m, "Plan", "What a search engine prepares for a cover; shared by its searches.")
        .def(nb::new_(&make_plan), "cover"_a, "engine"_a, "whole"_a = true, "parts"_a = -1.0, "memory"_a = -1,
             "priority"_a = std::vector<double>{},
             "Of a sweep. whole: all of the tree is going to be searched, so that samples of a large one pay; parts: "
             "smallest\n"
             "domains are branched on until there are about so many nodes (negative: as samples advise); memory: bytes "
             "for\n"
             "the plan and each of its searches (negative: no bound), MemoryError where that is too little; priority:\n"
             "of the options that begin at one item those of the highest are tried first.")
        .def("search", &make_search, "chosen"_a = std::vector<std::int32_t>{}, "after"_a = -1,
             "A search of what lies below the node that these choices lead to.")
        .def("expected_nodes", &Plan::expected_nodes, "samples"_a, nb::call_guard<Unlocked>(),
             "About how many nodes a search of everything has; negative: not known.")
        .def("uses", &Plan::uses, "samples"_a, nb::call_guard<Unlocked>(),
             "How often each option leads to a node of that search, about; empty: not known.")
        .def(
            "subproblems",
            [](const Plan& plan, std::int64_t wanted) {
                Unlocked unlocked;
                std::vector<std::vector<std::int32_t>> result;
                for (auto& part : subproblems(plan, wanted)) result.push_back(std::move(part.chosen));
                return result;
            },
            "wanted"_a,
            "Paths of choices that together are the whole search, in order; at least so many, if there are.");
    nb::class_<Search>(m, "Search", "A search, run in slices.")
        .def("run", &run, "max_nodes"_a = -1, "max_solutions"_a = -1, "collect"_a = true,
             "Goes on; (exhausted, starts, options): solution k is options[starts[k]:starts[k + 1]], ascending.")
        .def_prop_ro("nodes", [](const Search& s) { return s.progress().nodes; })
        .def_prop_ro("solutions", [](const Search& s) { return s.progress().solutions; })
        .def_prop_ro("fraction", [](const Search& s) { return s.progress().fraction; });
}

}  // namespace tilewright::bind
