// Shikaku searches.
#include "bind.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstring>

#include "tilewright/shikaku.hpp"

namespace tilewright::bind {
void bind_shikaku(nb::module_& m) {
    using shikaku::Grid, shikaku::Job, shikaku::Rect;
    using Numbers = std::vector<std::array<std::int64_t, 3>>;
    using Rects = std::vector<std::array<std::int32_t, 4>>;
    nb::class_<Job>(m, "ShikakuJob", "A Shikaku search on a thread of its own.")
        .def(
            "__init__",
            [](Job* job, std::int32_t rows, std::int32_t columns, const Numbers& clues, const Rects& pinned,
               std::int64_t most_divisions, std::int64_t max_nodes, std::int64_t most_candidates) {
                Grid grid{rows, columns, {}, {}};
                for (const auto& [row, column, value] : clues)
                    grid.clues.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), value});
                for (const auto& [top, left, height, width] : pinned) grid.pinned.push_back({top, left, height, width});
                new (job) Job(std::move(grid), most_divisions, max_nodes, most_candidates);
            },
            "rows"_a, "columns"_a, "clues"_a, "pinned"_a, "most_divisions"_a, "max_nodes"_a, "most_candidates"_a)
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
        .def_prop_ro(
            "counts",
            [](const Job& job) {  // (high 64 bits, low 64 bits, exact) of each component
                std::vector<std::array<std::uint64_t, 3>> rows;
                for (const auto& count : job.counts)
                    rows.push_back({static_cast<std::uint64_t>(count.value >> 64),
                                    static_cast<std::uint64_t>(count.value), static_cast<std::uint64_t>(count.exact)});
                return rows;
            })
        .def("divisions", [](const Job& job) {  // top, left, height and width of each rectangle, division by division
            static_assert(sizeof(Rect) == 4 * sizeof(std::int32_t));
            std::vector<std::int32_t> numbers(4 * job.divisions.size());
            if (!numbers.empty()) std::memcpy(numbers.data(), job.divisions.data(), numbers.size() * sizeof numbers[0]);
            return view_of(std::move(numbers));
        });
}

}  // namespace tilewright::bind
