// In what sequence a large tree is swept, and whether smallest domains are branched on near its root: by samples.
//
// Knuth estimated a tree by random descents (Estimating the efficiency of backtrack programs, 1975); here whole layers are
// sampled, in the way of Chen (Heuristic sampling, 1992) with the depth as the only stratum, because single descents
// scatter by factors of ten on these trees.
//
// Neither can be told from the cover. Of two sequences, equally good at first sight, one may have six times the nodes;
// smallest domains are worth a factor of four on some ragged boards and cost as much on rectangles. But a sample of the
// layers of the tree tells its size to a third, so that a clear advantage is seen. Samples take time as well: only a
// tree that a small one finds to be large is examined further.
#include <limits>
#include <stdexcept>

#include "sweep/tables.hpp"

namespace tilewright {
namespace sweep {
namespace {

constexpr std::size_t blink = 8, glance = 64, look = 256, stare = 1024;  // nodes kept of a layer
constexpr double large = 1e6;                                            // nodes; some 60 ms
constexpr double doubt = 1000;                                           // times that a blink may be wrong
constexpr double worth_a_sequence = 0.7,
                 worth_parts = 0.5;  // of the nodes, for the samples' errors and the work at a node

// Most trees are small, and should not wait for more than the first of these.
bool is_large(const SweepPlan& plan) {
    return plan.estimate(0, blink) > large / doubt && plan.estimate(0, glance) > large / 3 &&
           plan.estimate(0, look) > large;
}

// Whether a plan with so many parts has clearly fewer nodes than the best so far: at a first look, and at a better one.
bool better(const SweepPlan& plan, double parts, const SweepPlan& best, double nodes, double worth) {
    if (plan.estimate(parts, look) > worth * nodes) return false;
    return plan.estimate(parts, stare) < worth * best.estimate(best.parts, stare);
}

std::shared_ptr<SweepPlan> sampled(const std::shared_ptr<const Cover>& cover, const ItemOptions& covering,
                                   std::shared_ptr<SweepPlan> best,
                                   const std::vector<std::vector<std::int32_t>>& sequences, std::int64_t memory) {
    if (!is_large(*best)) return best;
    auto nodes = best->estimate(0, look);
    for (std::size_t k = 1; k < sequences.size(); ++k)
        if (auto other = plan(cover, covering, sequences[k], memory); better(*other, 0, *best, nodes, worth_a_sequence))
            best = std::move(other), nodes = best->estimate(0, look);
    for (double parts : {16., 128., 1024.}) {
        if (parts > nodes / 1e4) break;  // a smallest domain takes as long to find as hundreds of nodes
        if (better(*best, parts, *best, nodes, worth_parts)) best->parts = parts, nodes = best->estimate(parts, look);
    }
    return best;
}

}  // namespace
}  // namespace sweep

std::string sweep_refusal(const Cover& cover) { return sweep::refusal(cover); }

std::shared_ptr<const Plan> sweep_plan(std::shared_ptr<const Cover> cover, const SweepOptions& options) {
    if (auto reason = sweep::refusal(*cover); !reason.empty()) throw std::invalid_argument(reason);
    const ItemOptions covering(*cover);
    const auto sequences = sweep::sequences(*cover, covering);
    const auto memory = options.memory < 0 ? no_bound : options.memory;
    if (!options.priority.empty() && static_cast<std::int64_t>(options.priority.size()) != cover->option_count())
        throw std::invalid_argument("expected a priority for each option, or none");
    auto plan = sweep::plan(cover, covering, sequences.front(), memory, options.priority);
    if (options.parts >= 0)
        plan->parts = options.parts;
    else if (options.whole && options.priority.empty())
        plan = sweep::sampled(cover, covering, std::move(plan), sequences, memory);
    return plan;
}

}  // namespace tilewright
