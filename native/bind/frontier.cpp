// Counts and graphs of solutions by merging states.
#include "bind.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <memory>

#include "tilewright/frontier.hpp"
#include "tilewright/graph.hpp"

namespace tilewright::bind {
namespace {

// True so many seconds from now on; nothing where that is never.
std::function<bool()> after(double seconds) {
    using Clock = std::chrono::steady_clock;
    if (!(seconds < 1e9)) return {};
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    return [end] { return Clock::now() >= end; };
}

template <class Runner>
void bind_slices(nb::class_<Runner>& runner) {
    runner
        .def(
            "run",
            [](Runner& self, std::int64_t work) {
                nb::gil_scoped_release unlocked;
                return self.run(work);
            },
            "work"_a, "Goes on for about so much work.")
        .def_prop_ro("states", [](const Runner& self) { return self.progress().states; })
        .def_prop_ro("fraction", [](const Runner& self) { return self.progress().fraction; })
        .def_prop_ro("memory", [](const Runner& self) { return self.progress().memory; });
}

}  // namespace

void bind_frontier(nb::module_& m) {
    nb::enum_<Frontier::Outcome>(m, "Outcome", "How a slice of a count or of a graph ended.")
        .value("RUNNING", Frontier::Outcome::running)
        .value("EXHAUSTED", Frontier::Outcome::exhausted)
        .value("OUT_OF_MEMORY", Frontier::Outcome::out_of_memory)
        .value("INTERRUPTED", Frontier::Outcome::interrupted);
    m.def("frontier_refusal", &frontier_refusal, "cover"_a,
          "Why the cover's frontier is too wide, in one line, or nothing.");
    nb::class_<Frontier> frontier(m, "Frontier",
                                  "The number of a cover's solutions, by merging states; run in slices.");
    frontier
        .def(nb::new_([](std::shared_ptr<const Cover> cover, std::int64_t memory, bool symmetry, bool prune,
                         bool reversed, int threads, std::int64_t run_states, std::uint64_t modulus, bool bounded, double seconds) {
                 nb::gil_scoped_release unlocked;
                 return make_frontier(std::move(cover), {memory, symmetry, prune, reversed, threads, run_states,
                                                         modulus, bounded, after(seconds)});
             }),
             "cover"_a, "memory"_a, "symmetry"_a = true, "prune"_a = true, "reversed"_a = false, "threads"_a = 1,
             "run_states"_a = 800, "modulus"_a = 0, "bounded"_a = false, "seconds"_a = INFINITY)
        .def_prop_ro("value",
                     [](const Frontier& self) {  // little-endian bytes
                         const auto words = self.value();
                         return nb::bytes(reinterpret_cast<const char*>(words.data()),
                                          words.size() * sizeof(std::uint64_t));
                     })
        .def_prop_ro("bound", &Frontier::bound, "At least the number of solutions, where `bounded`.")
        .def_prop_ro("number_bytes", [](const Frontier& self) { return self.progress().number_bytes; })
        .def_prop_ro("key_bytes", [](const Frontier& self) { return self.progress().key_bytes; })
        .def_prop_ro("cpu", &Frontier::cpu, "CPU seconds of each thread so far.")
        .def_prop_ro("peak_states", [](const Frontier& self) { return self.progress().peak_states; })
        .def_prop_ro("peak_memory", [](const Frontier& self) { return self.progress().peak_memory; })
        .def_prop_ro("memory_wanted", [](const Frontier& self) { return self.progress().memory_wanted; });
    bind_slices(frontier);
    nb::class_<GraphBuilder> builder(m, "SolutionGraph",
                                     "All solutions of a cover as the paths of a graph; built in slices.");
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
}

}  // namespace tilewright::bind
