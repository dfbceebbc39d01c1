// The runs of one step of the sweep: which are to be done, which are done, and whose memory can be given back.
//
// Runs are taken in ascending order, a few at once. What only the first runs read is not needed once they are all done,
// however far the others are; so `release` moves on behind the slowest thread. Whoever calls holds the store's mutex.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tilewright {

class RunQueue {
  public:
    void begin(std::int64_t runs, std::size_t threads) {
        runs_ = runs;
        group_ = std::clamp<std::int64_t>(runs / static_cast<std::int64_t>(64 * threads), 1, 16);
        done_.assign(static_cast<std::size_t>(runs), 0);
        next_ = released_ = 0;
    }
    bool empty() const { return next_ >= runs_; }
    std::int64_t runs() const { return runs_; }
    double fraction() const { return static_cast<double>(next_) / static_cast<double>(runs_); }  // taken

    // [first, last); only when not empty. The first runs, where most is free, hold the most states: few of them at once.
    std::pair<std::int64_t, std::int64_t> take() {
        const auto some = std::clamp<std::int64_t>(next_ / 16, 1, group_);
        const auto first = std::exchange(next_, std::min(next_ + some, runs_));
        return {first, next_};
    }
    void finish(std::int64_t first, std::int64_t last) { std::fill(done_.begin() + first, done_.begin() + last, true); }

    // Calls f(run) once for each run before which all are done.
    template <class F>
    void release(F&& f) {
        for (; released_ < next_ && done_[static_cast<std::size_t>(released_)]; ++released_) f(released_);
    }

  private:
    std::int64_t runs_ = 1, group_ = 1;
    std::int64_t next_ = 0, released_ = 0;
    std::vector<bool> done_;
};

}  // namespace tilewright
