// The only header that knows threads: everything else in the kernel uses these names.
//
// A target without threads (wasm32-wasi, the browser's) has no std::mutex and no std::thread at all. There, or where
// TILEWRIGHT_SINGLE_THREAD is defined, the same names stand for nothing that waits: a lock is never contended, and a
// `Thread` does its work where it is made, before its constructor returns. Whoever needs more than that (a search that
// goes on while its results are used) asks `has_threads` and works in the caller's own time instead.
#pragma once
#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#if !defined(TILEWRIGHT_SINGLE_THREAD) && defined(__wasi__) && !defined(_REENTRANT)
#define TILEWRIGHT_SINGLE_THREAD 1
#endif

#ifndef TILEWRIGHT_SINGLE_THREAD
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace tilewright {

using Seconds = std::chrono::duration<double>;

#ifndef TILEWRIGHT_SINGLE_THREAD

inline constexpr bool has_threads = true;
using Mutex = std::mutex;
using Lock = std::unique_lock<std::mutex>;
using Condition = std::condition_variable;
using Thread = std::thread;

inline void sleep_for(Seconds time) { std::this_thread::sleep_for(time); }

// False where the system grants no further thread.
template <class Work>
bool start_thread(std::vector<Thread>& threads, Work&& work) {
    try {
        threads.emplace_back(std::forward<Work>(work));
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

#else

inline constexpr bool has_threads = false;

class Mutex {};

class Lock {
  public:
    explicit Lock(Mutex&) {}
    void lock() { owned_ = true; }
    void unlock() { owned_ = false; }
    bool owns_lock() const { return owned_; }

  private:
    bool owned_ = true;
};

// Nobody else could make the predicate true, so there is nothing to wait for.
class Condition {
  public:
    void notify_one() {}
    void notify_all() {}
    void wait(Lock&) {}
    template <class Predicate>
    void wait(Lock&, Predicate&&) {}
    template <class Predicate>
    bool wait_for(Lock&, Seconds, Predicate&& reached) {
        return reached();
    }
};

class Thread {
  public:
    Thread() = default;
    template <class Work>
    explicit Thread(Work&& work) {
        work();
    }
    bool joinable() const { return false; }
    void join() {}
};

inline void sleep_for(Seconds) {}

template <class Work>
bool start_thread(std::vector<Thread>& threads, Work&& work) {
    threads.emplace_back(std::forward<Work>(work));
    return true;
}

#endif

// At least one, and no more than there can be.
inline int usable_threads(int wanted) { return has_threads && wanted > 1 ? wanted : 1; }

// CPU seconds of the calling thread; 0 where the system does not tell.
inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
        return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
    return 0;
}

}  // namespace tilewright
