// Python's lock, given up for a while and taken back.
//
// As nanobind's guards of the same kind, but for the end of the process. Python before 3.14 ends a thread that then asks for
// the lock by unwinding its stack, through functions of ours and of nanobind's that nothing may be thrown through: the process
// would be aborted. Such a thread stays where it is instead, and is gone with the process, as Python 3.14 has it.
#pragma once
#include <Python.h>

#include <chrono>
#include <thread>

namespace tilewright::bind {

template <class Take>
auto taken_or_never(Take&& take) noexcept {
    try {
        return take();
    } catch (...) {  // what unwinds must not be swallowed, so this block has no end
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

class Unlocked {
  public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    ~Unlocked() {
        taken_or_never([this] { PyEval_RestoreThread(state_); });
    }

  private:
    PyThreadState* state_;
};

// For a thread of Python's that gave the lock up.
class Locked {
  public:
    Locked() : state_(taken_or_never(PyGILState_Ensure)) {}
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;
    ~Locked() { PyGILState_Release(state_); }

  private:
    PyGILState_STATE state_;
};

}  // namespace tilewright::bind
