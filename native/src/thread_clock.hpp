#pragma once
#include <ctime>

namespace tilewright {

// CPU seconds of the calling thread; 0 where the system does not tell.
inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
    return 0;
}

}  // namespace tilewright
