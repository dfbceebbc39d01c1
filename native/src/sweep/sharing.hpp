// A sweep that gives a part of its work, or what it knows, to another, and how far it has come.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "sweep/search.hpp"

namespace tilewright::sweep {

// Parts of what lies below the frame: before the child at hand, or the next if not `within` one; and in one child.
template <int W>
std::pair<double, double> Sweep<W>::measure(const Frame& frame, bool within) const {
    double blocks = 1, gone = 0;
    if (frame.block != branched) {
        const auto free = first_free(frame.state);
        blocks = t_.block_start[free + 1] - t_.block_start[free], gone = frame.block - t_.block_start[free];
    }
    const auto tried = static_cast<double>(frame.next - frame.first - within);
    return {(gone + tried / branches(frame)) / blocks, 1 / branches(frame) / blocks};
}

template <int W>
Progress Sweep<W>::progress() const {
    auto result = progress_;
    result.fraction = done_ ? 1 : 0;
    double share = 1;
    for (std::size_t f = 0; f < depth_; ++f) {
        const auto [before, child] = measure(frames_[f], f + 1 < depth_);
        result.fraction += share * before;
        share *= child;
    }
    return result;
}

// The tables are not copied: from now on they are everybody's, and who needs more of them goes on in a copy.
template <int W>
void Sweep<W>::learn_beside(Search& other) {
    auto* sweep = dynamic_cast<Sweep*>(&other);
    if (!sweep) return;
    dead_ = sweep->dead_;
    if (sweep->own_) {
        sweep->fits_ = std::move(sweep->own_);
        sweep->look_at(*sweep->fits_);
        store_.keep(sweep->fits_);
    }
    if (own_ || sweep->fits_->made() <= fits_->made()) return;
    fits_ = sweep->fits_;
    look_at(*fits_);
}

template <int W>
std::vector<std::int32_t> Sweep<W>::children() {
    std::vector<std::int32_t> result;
    if (done_ || unsaid_) return result;
    auto& frame = frames_[depth_ - 1];
    const auto block = frame.block;
    const auto skipped = frame.next - frame.first;
    do {
        for (auto child = frame.next; child != frame.last; ++child) result.push_back(t_.option[child->own]);
    } while (refill_any(frame));
    if (frame.block != block) {
        const auto fits = fitting(frame.state, block);
        t_.counted ? expand<true>(frame, fits) : expand<false>(frame, fits);
    }
    frame.block = block;
    frame.next = frame.first + skipped;
    return result;
}

template <int W>
bool Sweep<W>::split(Subproblem& rest) {
    rest.chosen.clear();
    for (auto own : path_) rest.chosen.push_back(t_.option[own]);
    double share = 1;
    for (std::size_t f = 0; f + 1 < depth_; ++f) {
        auto& frame = frames_[f];
        const auto [before, child] = measure(frame, true);
        rest.share = share * std::max(0.0, 1 - before - child);
        share *= child;
        rest.after = t_.option[frame.tried];
        if (frame.next != frame.last || has_more(frame)) {
            frame.next = frame.last;
            while (has_more(frame)) ++frame.block;
            frame.alive = true;  // what it may hold is not known here
            return true;
        }
        rest.chosen.push_back(rest.after);
    }
    return false;
}

}  // namespace tilewright::sweep
