// Threads that help whoever owns them with a common task, and sleep when there is nothing to help with.
//
// The owner's thread does the same work beside them. It may leave at any time, and the helpers go on without it; it waits
// for them (`wait_until_idle`) before it changes what they look at. In the single-thread form there are none.
#pragma once
#include <functional>
#include <utility>
#include <vector>

#include "tilewright/threads.hpp"

namespace tilewright {

class Helpers {
  public:
    // Both are called with the mutex locked: whether there is work, and to do it as helper k = 1, 2, ...
    Helpers(Mutex& mutex, std::function<bool()> has_work, std::function<void(std::size_t, Lock&)> work)
        : mutex_(mutex), has_work_(std::move(has_work)), work_(std::move(work)) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() {
        {
            const Lock lock(mutex_);
            closing_ = true;
        }
        wake_.notify_all();
        for (auto& thread : threads_) thread.join();
    }

    // Wakes so many, starting those that do not run yet; fewer where the system grants no more.
    void wake(std::size_t count) {
        while (has_threads && threads_.size() < count)
            if (!start_thread(threads_, [this, k = threads_.size() + 1] { help(k); })) break;
        wake_.notify_all();
    }
    void wait_until_idle(Lock& lock) {
        idle_.wait(lock, [this] { return busy_ == 0; });
    }
    bool closing() const { return closing_; }

  private:
    void help(std::size_t k) {
        Lock lock(mutex_);
        while (true) {
            wake_.wait(lock, [this] { return closing_ || has_work_(); });
            if (closing_) return;
            ++busy_;
            work_(k, lock);
            if (--busy_ == 0) idle_.notify_one();
        }
    }

    Mutex& mutex_;
    std::function<bool()> has_work_;
    std::function<void(std::size_t, Lock&)> work_;
    bool closing_ = false;
    int busy_ = 0;
    Condition wake_, idle_;
    std::vector<Thread> threads_;
};

}  // namespace tilewright
