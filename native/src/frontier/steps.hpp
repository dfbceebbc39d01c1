// How each step of the sweep is done: into runs of how many bits it is cut, and whether mirror images are merged there.
//
// A run should fill about the nearest cache with its table: `run_states` states. More bits make more and smaller runs.
// Where the rest of the sweep is symmetric, runs that are images of each other are merged into one; that needs runs cut
// at a length that the symmetry keeps, which may be a little finer than the cache alone would ask for.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>

#include "frontier/merge.hpp"
#include "tilewright/frontier.hpp"

namespace tilewright {

inline constexpr int most_depth = 20;

template <class Key>
class StepPlanner {
  public:
    StepPlanner(const Cover& cover, FrontierPlan plan, const FrontierOptions& options)
        : plan_(std::move(plan)),
          run_states_(options.run_states),
          masks_(plan_),
          symmetry_(options.symmetry ? cover : Cover(), plan_),
          holes_(options.prune ? cover : Cover(), plan_) {}
    StepPlanner(const StepPlanner&) = delete;  // its parts refer to the plan
    StepPlanner& operator=(const StepPlanner&) = delete;

    const FrontierPlan& plan() const { return plan_; }
    const Masks<Key>& masks() const { return masks_; }
    const HoleTest<Key>& holes() const { return holes_; }
    std::int64_t run_states() const { return run_states_; }

    // Puts into `context` how step `number` is done from this layer; the depth of the next one.
    int begin(StepContext<Key>& context, std::size_t number, const Layer<Key>& old) {
        context.step = masks_.step(plan_.steps[number]);
        const auto at = static_cast<std::int32_t>(number) + 1;
        const int wanted = wanted_depth(old.total);
        context.run_bits = context.step.sweeps ? std::max(0, std::min({old.depth - 1, wanted, plan_.window - 1})) : 0;
        context.images.clear();
        if (context.step.sweeps) merge_images(context, at, old.depth, wanted);
        holes_.at(at);
        return std::max(next_depth(at, wanted), context.run_bits);
    }

    int wanted_depth(std::int64_t states) const {
        int depth = 0;
        while (depth < most_depth && (states >> depth) > run_states_) ++depth;
        return depth;
    }

  private:
    void merge_images(StepContext<Key>& context, std::int32_t at, int depth, int wanted) const {
        const auto stable = symmetry_.stable(at);
        if (stable.empty()) return;
        int fitting = 0;
        for (int length : stable)
            if (length <= depth - 1) fitting = length;
        // Without runs that are images of runs the table would outgrow the cache: dearer than states twice.
        if (fitting >= wanted - 4) context.images = symmetry_.template maps<Key>(at), context.run_bits = fitting;
    }

    // Deep enough for the next step's runs, which read one bit more than they write; and when the next step merges
    // images, so deep that its runs are images of each other.
    int next_depth(std::int32_t at, int wanted) const {
        if (at >= static_cast<std::int32_t>(plan_.sweep.size())) return 0;
        int depth = wanted + 1;
        for (int length : symmetry_.stable(at + 1))
            if (length >= wanted && length <= wanted + 6) {
                depth = length + 1;
                break;
            }
        return std::min({depth, most_depth, plan_.window});
    }

    FrontierPlan plan_;
    std::int64_t run_states_;
    Masks<Key> masks_;
    FrontierSymmetry symmetry_;
    HoleTest<Key> holes_;
};

}  // namespace tilewright
