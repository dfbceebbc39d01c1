// Shikaku searches: over when begun, so the host bounds their nodes and begins anew with more.
#include "tilewright/shikaku.hpp"

#include "wasm.hpp"

namespace tilewright::wasm {

using shikaku::Job, shikaku::Rect;

// Row, column and value of each clue; top, left, height and width of each pinned rectangle.
TILEWRIGHT_EXPORT(tw_shikaku)(double rows, double columns, double most_divisions, double max_nodes,
                              double most_candidates) {
    Reader in;
    shikaku::Grid grid{small(rows), small(columns), {}, {}};
    const auto clues = in.longs();
    for (std::size_t k = 0; k + 2 < clues.size(); k += 3)
        grid.clues.push_back(
            {static_cast<std::int32_t>(clues[k]), static_cast<std::int32_t>(clues[k + 1]), clues[k + 2]});
    const auto pins = in.ints();
    for (std::size_t k = 0; k + 3 < pins.size(); k += 4)
        grid.pinned.push_back({pins[k], pins[k + 1], pins[k + 2], pins[k + 3]});
    return handle(new Job(std::move(grid), integer(most_divisions), integer(max_nodes), integer(most_candidates)));
}

// (nodes, done, total, finished, impossible, candidates, components, undecided, divisions); high and low word and
// exactness of each count; the rectangles of all divisions; why the puzzle was refused.
TILEWRIGHT_EXPORT(tw_shikaku_result)(double handle) {
    const auto& job = object<Job>(handle);
    const std::int64_t numbers[] = {job.progress.nodes, job.progress.done, job.progress.total,
                                    job.finished,       job.impossible,    job.candidate_count,
                                    job.components,     job.undecided,     job.division_count};
    std::vector<std::uint64_t> counts;
    for (const auto& count : job.counts) {
        counts.push_back(static_cast<std::uint64_t>(count.value >> 64));
        counts.push_back(static_cast<std::uint64_t>(count.value));
        counts.push_back(count.exact);
    }
    Writer().array(numbers, 9).array(counts).array(job.divisions).text(job.too_large);
    return 0;
}

TILEWRIGHT_EXPORT(tw_shikaku_free)(double job) { return destroy<Job>(job), 0; }

}  // namespace tilewright::wasm
