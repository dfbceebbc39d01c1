// Shikaku searches.
#include "bind.hpp"

#include <array>
#include <memory>
#include <utility>

#include "tilewright/shikaku.hpp"

namespace tilewright::bind {

void bind_shikaku(nb::module_& m) {
    using shikaku::Grid, shikaku::Job, shikaku::Rect;
    using Numbers = std::vector<std::array<std::int64_t, 3>>;
    using Rects = std::vector<std::array<std::int32_t, 4>>;
    using Owned = Owner<Job>;
    nb::class_<Owned>(m, "ShikakuJob", "A Shikaku search on a thread of its own.")
        .def(nb::new_([](std::int32_t rows, std::int32_t columns, const Numbers& clues, const Rects& pinned,
                         std::int64_t most_divisions, std::int64_t max_nodes, std::int64_t most_candidates) {
                 const Unlocked unlocked;
                 Grid grid{rows, columns, {}, {}};
                 for (const auto& [row, column, value] : clues)
                     grid.clues.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), value});
                 for (const auto& [top, left, height, width] : pinned)
                     grid.pinned.push_back({top, left, height, width});
                 return std::make_unique<Owned>(
                     std::make_unique<Job>(std::move(grid), most_divisions, max_nodes, most_candidates));
             }),
             "rows"_a, "columns"_a, "clues"_a, "pinned"_a, "most_divisions"_a, "max_nodes"_a, "most_candidates"_a)
        .def(
            "wait", [](Owned& job, double seconds) { return job->wait(seconds); }, nb::call_guard<Unlocked>(),
            "seconds"_a)
        .def("stop", [](Owned& job) { job->stop(); })
        .def_prop_ro("nodes", [](const Owned& job) { return job->progress.nodes.load(); })
        .def_prop_ro("done", [](const Owned& job) { return job->progress.done.load(); })
        .def_prop_ro("total", [](const Owned& job) { return job->progress.total.load(); })
        .def_prop_ro("too_large", [](const Owned& job) { return job->too_large; })
        .def_prop_ro("finished", [](const Owned& job) { return job->finished; })
        .def_prop_ro("impossible", [](const Owned& job) { return job->impossible; })
        .def_prop_ro("candidates", [](const Owned& job) { return job->candidate_count; })
        .def_prop_ro("components", [](const Owned& job) { return job->components; })
        .def_prop_ro("undecided", [](const Owned& job) { return job->undecided; })
        .def_prop_ro(
            "counts",
            [](const Owned& job) {  // (high 64 bits, low 64 bits, exact) of each component
                std::vector<std::array<std::uint64_t, 3>> rows;
                for (const auto& count : job->counts)
                    rows.push_back({static_cast<std::uint64_t>(count.value >> 64),
                                    static_cast<std::uint64_t>(count.value), static_cast<std::uint64_t>(count.exact)});
                return rows;
            })
        .def(
            "divisions", [](const Owned& job) { return flat_view<std::int32_t>(std::exchange(job->divisions, {})); },
            "Top, left, height and width of each rectangle, division by division. They are handed over, not copied: "
            "there may "
            "be\ngigabytes of them; a second call has none.");
}

}  // namespace tilewright::bind
