// With bind_outlines.cpp, all that knows both Python and the kernel. Thin: it converts, releases the GIL and calls.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <stdexcept>

#include "tilewright/cover.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/graph.hpp"
#include "tilewright/invariant.hpp"
#include "tilewright/search.hpp"
#include "tilewright/shikaku.hpp"
#include "tilewright/team.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright;

namespace {

using Ints = nb::ndarray<nb::memview, const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Longs = nb::ndarray<nb::memview, const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
auto vector_of(const Array& array) {
    return std::vector<std::remove_const_t<typename Array::Scalar>>(array.data(), array.data() + array.size());
}

template <class T>
using View = nb::ndarray<nb::memview, T, nb::ndim<1>>;  // not numpy: importing that would be most of a short command's time

template <class T>
View<T> view_of(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return {kept->data(), {kept->size()}, owner};
}

std::shared_ptr<Cover> make_cover(Ints lo, Ints hi, Longs option_start, Ints option_items, Ints order, Longs adjacent_start,
                                  Ints adjacent_items, const std::vector<std::pair<Ints, Ints>>& automorphisms) {
    auto cover = std::make_shared<Cover>();
    cover->lo = vector_of(lo), cover->hi = vector_of(hi);
    cover->option_start = vector_of(option_start), cover->option_items = vector_of(option_items);
    cover->order = vector_of(order);
    cover->adjacent_start = vector_of(adjacent_start), cover->adjacent_items = vector_of(adjacent_items);
    for (const auto& [items, options] : automorphisms)
        cover->automorphisms.push_back({vector_of(items), vector_of(options)});
    nb::gil_scoped_release unlocked;
    if (auto wrong = validate(*cover); !wrong.empty()) throw std::invalid_argument(wrong);
    return cover;
}

void bind_cover(nb::module_& m) {
    nb::class_<Cover>(m, "Cover", "An exact cover, checked; ValueError says in one line what is wrong with it.")
        .def(nb::new_(&make_cover), "lo"_a, "hi"_a, "option_start"_a, "option_items"_a, "order"_a, "adjacent_start"_a,
             "adjacent_items"_a, "automorphisms"_a)
        .def_prop_ro("items", &Cover::item_count)
        .def_prop_ro("options", &Cover::option_count);
    m.attr("UNLIMITED") = unlimited;
}

template <class Ended>
using FoundBy = std::tuple<Ended, View<std::int64_t>, View<std::int32_t>>;

FoundBy<bool> run(Search& search, std::int64_t max_nodes, std::int64_t max_solutions, bool collect) {
    Solutions found;
    bool exhausted;
    {
        nb::gil_scoped_release unlocked;
        exhausted = search.run({max_nodes, max_solutions, collect ? &found : nullptr});
    }
    return {exhausted, view_of(std::move(found.start)), view_of(std::move(found.options))};
}

std::shared_ptr<const Plan> make_plan(std::shared_ptr<const Cover> cover, const std::string& engine, bool whole, double parts,
                                      std::int64_t memory) {
    nb::gil_scoped_release unlocked;
    if (engine == "general") return general_plan(std::move(cover));
    if (engine == "sweep") return sweep_plan(std::move(cover), {whole, parts, memory});
    throw std::invalid_argument("unknown search '" + engine + "': expected general or sweep");
}

std::shared_ptr<Search> make_search(const Plan& plan, std::vector<std::int32_t> chosen, std::int32_t after) {
    nb::gil_scoped_release unlocked;
    Subproblem from;
    from.chosen = std::move(chosen), from.after = after;
    return plan.search(from);
}

FoundBy<const char*> wait(Team& team, double seconds, std::int64_t most) {
    Solutions found;
    Team::State state;
    {
        nb::gil_scoped_release unlocked;
        state = team.wait(seconds, most, found);
    }
    const char* ended = state == Team::State::exhausted ? "exhausted" : state == Team::State::ended ? "ended" : "";
    return {ended, view_of(std::move(found.start)), view_of(std::move(found.options))};
}

void bind_team(nb::module_& m) {
    nb::class_<Team>(m, "Team", "A search by several threads, which begins at once.")
        .def(nb::new_([](std::shared_ptr<const Plan> plan, int threads, bool collect, std::int64_t max_nodes,
                         std::int64_t max_solutions, std::int64_t buffer) {
                 return std::make_unique<Team>(std::move(plan), TeamOptions{threads, collect, max_nodes, max_solutions, buffer});
             }),
             "plan"_a, "threads"_a, "collect"_a, "max_nodes"_a, "max_solutions"_a, "buffer"_a)
        .def("wait", &wait, "seconds"_a, "most"_a,
             R"((ended, starts, options) when about `most` solutions are there, or after so long; ended: "", "exhausted" or "ended".)")
        .def("stop", &Team::stop, "Ends the search; what it has found still comes.")
        .def_prop_ro("nodes", [](const Team& t) { return t.progress().nodes; })
        .def_prop_ro("solutions", [](const Team& t) { return t.progress().solutions; })
        .def_prop_ro("fraction", [](const Team& t) { return t.progress().fraction; })
        .def_prop_ro("cpu", &Team::cpu, "CPU seconds of each thread so far.");
}

void bind_search(nb::module_& m) {
    m.def("sweep_refusal", &sweep_refusal, "cover"_a, "Why the sweep cannot take the cover; empty if it can.");
    nb::class_<Plan>(m, "Plan", "What a search engine prepares for a cover; shared by its searches.")
        .def(nb::new_(&make_plan), "cover"_a, "engine"_a, "whole"_a = true, "parts"_a = -1.0, "memory"_a = -1,
             "Of a sweep. whole: all of the tree is going to be searched, so that samples of a large one pay; parts: smallest\n"
             "domains are branched on until there are about so many nodes (negative: as samples advise); memory: bytes for\n"
             "the plan and each of its searches (negative: no bound), MemoryError where that is too little.")
        .def("search", &make_search, "chosen"_a = std::vector<std::int32_t>{}, "after"_a = -1,
             "A search of what lies below the node that these choices lead to.")
        .def(
            "subproblems",
            [](const Plan& plan, std::int64_t wanted) {
                nb::gil_scoped_release unlocked;
                std::vector<std::vector<std::int32_t>> result;
                for (auto& part : subproblems(plan, wanted)) result.push_back(std::move(part.chosen));
                return result;
            },
            "wanted"_a, "Paths of choices that together are the whole search, in order; at least so many, if there are.");
    nb::class_<Search>(m, "Search", "A search, run in slices.")
        .def("run", &run, "max_nodes"_a = -1, "max_solutions"_a = -1, "collect"_a = true,
             "Goes on; (exhausted, starts, options): solution k is options[starts[k]:starts[k + 1]], ascending.")
        .def_prop_ro("nodes", [](const Search& s) { return s.progress().nodes; })
        .def_prop_ro("solutions", [](const Search& s) { return s.progress().solutions; })
        .def_prop_ro("fraction", [](const Search& s) { return s.progress().fraction; });
}

void bind_shikaku(nb::module_& m) {
    using shikaku::Grid, shikaku::Job, shikaku::Rect;
    using Numbers = std::vector<std::array<std::int64_t, 3>>;
    using Rects = std::vector<std::array<std::int32_t, 4>>;
    nb::class_<Job>(m, "ShikakuJob", "A Shikaku search on a thread of its own.")
        .def("__init__",
             [](Job* job, std::int32_t rows, std::int32_t columns, const Numbers& clues, const Rects& pinned,
                std::int64_t most_divisions, std::int64_t max_nodes, std::int64_t most_candidates) {
                 Grid grid{rows, columns, {}, {}};
                 for (const auto& [row, column, value] : clues)
                     grid.clues.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), value});
                 for (const auto& [top, left, height, width] : pinned) grid.pinned.push_back({top, left, height, width});
                 new (job) Job(std::move(grid), most_divisions, max_nodes, most_candidates);
             },
             "rows"_a, "columns"_a, "clues"_a, "pinned"_a, "most_divisions"_a,
             "max_nodes"_a, "most_candidates"_a)
        .def("wait", &Job::wait, nb::call_guard<nb::gil_scoped_release>(), "seconds"_a)
        .def("stop", &Job::stop)
        .def_prop_ro("nodes", [](const Job& job) { return job.progress.nodes.load(); })
        .def_prop_ro("done", [](const Job& job) { return job.progress.done.load(); })
        .def_prop_ro("total", [](const Job& job) { return job.progress.total.load(); })
        .def_ro("too_large", &Job::too_large)
        .def_ro("finished", &Job::finished)
        .def_ro("impossible", &Job::impossible)
        .def_ro("candidates", &Job::candidate_count)
        .def_ro("components", &Job::components)
        .def_ro("undecided", &Job::undecided)
        .def_prop_ro("counts", [](const Job& job) {  // (high 64 bits, low 64 bits, exact) of each component
            std::vector<std::array<std::uint64_t, 3>> rows;
            for (const auto& count : job.counts)
                rows.push_back({static_cast<std::uint64_t>(count.value >> 64), static_cast<std::uint64_t>(count.value),
                                static_cast<std::uint64_t>(count.exact)});
            return rows;
        })
        .def("divisions", [](Job& job) {  // int32[division, clue, (top, left, height, width)]
            auto* copy = new std::vector<Rect>(job.divisions);
            nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<Rect>*>(p); });
            const auto count = static_cast<std::size_t>(job.division_count);
            const std::size_t clues = count ? copy->size() / count : 0;
            return nb::ndarray<nb::numpy, std::int32_t, nb::ndim<3>>(
                reinterpret_cast<std::int32_t*>(copy->data()), {count, clues, 4}, owner);
        });
}

const char* word_for(Frontier::Outcome outcome) {
    switch (outcome) {
        case Frontier::Outcome::running: return "running";
        case Frontier::Outcome::exhausted: return "exhausted";
        default: return "out of memory";
    }
}

template <class Runner>
void bind_slices(nb::class_<Runner>& runner) {
    runner
        .def(
            "run",
            [](Runner& self, std::int64_t work) {
                nb::gil_scoped_release unlocked;
                return word_for(self.run(work));
            },
            "work"_a, R"(Goes on for about so much work: "running", "exhausted" or "out of memory".)")
        .def_prop_ro("states", [](const Runner& self) { return self.progress().states; })
        .def_prop_ro("fraction", [](const Runner& self) { return self.progress().fraction; })
        .def_prop_ro("memory", [](const Runner& self) { return self.progress().memory; });
}

void bind_frontier(nb::module_& m) {
    m.def("frontier_refusal", &frontier_refusal, "cover"_a, "Why the cover's frontier is too wide, in one line, or nothing.");
    nb::class_<Frontier> frontier(m, "Frontier", "The number of a cover's solutions, by merging states; run in slices.");
    frontier
        .def(nb::new_([](std::shared_ptr<const Cover> cover, std::int64_t memory, bool symmetry, bool prune, bool reversed,
                         int threads, std::int64_t run_states) {
                 nb::gil_scoped_release unlocked;
                 return make_frontier(std::move(cover), {memory, symmetry, prune, reversed, threads, run_states});
             }),
             "cover"_a, "memory"_a, "symmetry"_a = true, "prune"_a = true, "reversed"_a = false, "threads"_a = 1,
             "run_states"_a = 800)
        .def_prop_ro("value", [](const Frontier& self) {  // little-endian bytes
            const auto words = self.value();
            return nb::bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t));
        })
        .def_prop_ro("cpu", &Frontier::cpu, "CPU seconds of each thread so far.")
        .def_prop_ro("peak_states", [](const Frontier& self) { return self.progress().peak_states; })
        .def_prop_ro("peak_memory", [](const Frontier& self) { return self.progress().peak_memory; })
        .def_prop_ro("memory_wanted", [](const Frontier& self) { return self.progress().memory_wanted; });
    bind_slices(frontier);
    nb::class_<GraphBuilder> builder(m, "SolutionGraph", "All solutions of a cover as the paths of a graph; built in slices.");
    builder
        .def(nb::new_([](std::shared_ptr<const Cover> cover, std::int64_t memory) {
                 nb::gil_scoped_release unlocked;
                 return make_graph(std::move(cover), memory);
             }),
             "cover"_a, "memory"_a)
        .def("take", [](GraphBuilder& self) {  // once; (edge_start, target, option)
            return std::tuple(view_of(std::move(self.graph.edge_start)), view_of(std::move(self.graph.target)),
                              view_of(std::move(self.graph.option)));
        });
    bind_slices(builder);
    m.def(
        "find_invariant",
        [](const Cover& cover, std::int64_t work) -> std::optional<std::tuple<std::int32_t, std::vector<std::int32_t>>> {
            nb::gil_scoped_release unlocked;
            auto found = find_invariant(cover, work);
            if (!found) return std::nullopt;
            return std::tuple(found->modulus, std::move(found->weights));
        },
        "cover"_a, "work"_a = std::int64_t{2'000'000'000},
        "(modulus, weights of the items) under which every option sums to zero and the demand does not; None when there\n"
        "is none, or when it would take more than about so many multiplications to tell.");
}

}  // namespace

void bind_outlines(nb::module_& m);  // bind_outlines.cpp

NB_MODULE(_kernel, m) {
    m.doc() = "Tilewright's compiled core: exact cover search and counting.";
    bind_cover(m);
    bind_search(m);
    bind_team(m);
    bind_outlines(m);
    bind_shikaku(m);
    bind_frontier(m);
}
