// Counts and graphs of solutions by merging states.
#include "bind.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>

#include "tilewright/frontier.hpp"
#include "tilewright/graph.hpp"

namespace tilewright::bind {
namespace {

using Clock = std::chrono::steady_clock;
using Counting = Owner<Frontier>;
constexpr std::chrono::milliseconds look{50};  // between two looks for Ctrl-C: each waits for the GIL

// When this thread asks Python for signals; the kernel's own threads never do, as they may not wait for the GIL.
thread_local Clock::time_point next_look = Clock::time_point::max();

bool has_raised(Clock::time_point now) {
    next_look = now + look;
    return signal_raised();
}

// True so many seconds from now on, and after a signal whose handler raises.
std::function<bool()> after(double seconds) {
    const std::chrono::duration<double> most(std::max(0.0, std::min(1e9, seconds)));
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(most);
    return [end] {
        const auto now = Clock::now();
        return now >= end || (now >= next_look && has_raised(now));
    };
}

// How far it is. Its threads hold the lock that this waits for while they write to a disk.
template <class Runner>
auto seen(const Owner<Runner>& self) {
    const Unlocked unlocked;
    return self->progress();
}

std::vector<double> cpu(const Counting& self) {
    const Unlocked unlocked;
    return self->cpu();
}

template <class Runner>
void bind_slices(nb::class_<Owner<Runner>>& runner) {
    runner
        .def(
            "run",
            [](Owner<Runner>& self, std::int64_t work) {
                next_look = Clock::now() + look;
                Frontier::Outcome outcome;
                {
                    Unlocked unlocked;
                    outcome = self->run(work);
                }
                throw_raised();
                return outcome;
            },
            "work"_a, "Goes on for about so much work.")
        .def_prop_ro("states", [](const Owner<Runner>& self) { return seen(self).states; })
        .def_prop_ro("fraction", [](const Owner<Runner>& self) { return seen(self).fraction; })
        .def_prop_ro("memory", [](const Owner<Runner>& self) { return seen(self).memory; });
}

}  // namespace

void bind_frontier(nb::module_& m) {
    nb::enum_<Frontier::Outcome>(m, "Outcome", "How a slice of a count or of a graph ended.")
        .value("RUNNING", Frontier::Outcome::running)
        .value("EXHAUSTED", Frontier::Outcome::exhausted)
        .value("OUT_OF_MEMORY", Frontier::Outcome::out_of_memory)
        .value("SCRATCH_FAILED", Frontier::Outcome::scratch_failed)
        .value("INTERRUPTED", Frontier::Outcome::interrupted);
    m.def("frontier_refusal", &frontier_refusal, "cover"_a, nb::call_guard<Unlocked>(),
          "Why the cover's frontier is too wide, in one line, or nothing.");
    nb::class_<Counting> frontier(m, "Frontier",
                                  "The number of a cover's solutions, by merging states; run in slices.");
    frontier
        .def(nb::new_([](std::shared_ptr<const Cover> cover, std::int64_t memory, bool symmetry, bool prune,
                         bool reversed, int threads, std::int64_t run_states, std::uint64_t modulus, bool bounded,
                         std::string scratch, std::string checkpoint, std::string label, double checkpoint_seconds,
                         double seconds) {
                 Unlocked unlocked;
                 return std::make_unique<Counting>(make_frontier(
                     std::move(cover),
                     {memory, symmetry, prune, reversed, threads, run_states, modulus, bounded, std::move(scratch),
                      std::move(checkpoint), std::move(label), checkpoint_seconds, after(seconds)}));
             }),
             "cover"_a, "memory"_a, "symmetry"_a = true, "prune"_a = true, "reversed"_a = false, "threads"_a = 1,
             "run_states"_a = 800, "modulus"_a = 0, "bounded"_a = false, "scratch"_a = "", "checkpoint"_a = "",
             "label"_a = "", "checkpoint_seconds"_a = 30.0, "seconds"_a = INFINITY)
        .def_prop_ro("value",
                     [](const Counting& self) {  // little-endian bytes
                         const auto words = self->value();
                         return nb::bytes(reinterpret_cast<const char*>(words.data()),
                                          words.size() * sizeof(std::uint64_t));
                     })
        .def_prop_ro(
            "bound", [](const Counting& self) { return self->bound(); },
            "At least the number of solutions, where `bounded`.")
        .def_prop_ro(
            "failure", [](const Counting& self) { return self->failure(); },
            "After SCRATCH_FAILED: what could not be read or written.")
        .def_prop_ro("on_disk", [](const Counting& self) { return seen(self).on_disk; })
        .def_prop_ro("number_bytes", [](const Counting& self) { return seen(self).number_bytes; })
        .def_prop_ro("key_bytes", [](const Counting& self) { return seen(self).key_bytes; })
        .def_prop_ro("cpu", &cpu, "CPU seconds of each thread so far.")
        .def_prop_ro("peak_states", [](const Counting& self) { return seen(self).peak_states; })
        .def_prop_ro("peak_memory", [](const Counting& self) { return seen(self).peak_memory; })
        .def_prop_ro("memory_wanted", [](const Counting& self) { return seen(self).memory_wanted; });
    bind_slices(frontier);
    nb::class_<Owner<GraphBuilder>> builder(m, "SolutionGraph",
                                            "All solutions of a cover as the paths of a graph; built in slices.");
    builder
        .def(nb::new_([](std::shared_ptr<const Cover> cover, std::int64_t memory) {
                 Unlocked unlocked;
                 return std::make_unique<Owner<GraphBuilder>>(make_graph(std::move(cover), memory));
             }),
             "cover"_a, "memory"_a)
        .def("take", [](Owner<GraphBuilder>& self) {  // once; (edge_start, target, option)
            return std::tuple(view_of(std::move(self->graph.edge_start)), view_of(std::move(self->graph.target)),
                              view_of(std::move(self->graph.option)));
        });
    bind_slices(builder);
}

}  // namespace tilewright::bind
