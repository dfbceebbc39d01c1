// The kernel's surface, written once for Python and for a browser: classes and functions in nanobind's notation, a file
// for each subject.
//
// Compiled for Python the notation is nanobind's own (python.hpp); for kernel.wasm it is a small library of the same names
// (../wasm/notation.hpp). These files are thin: they convert, give up Python's lock and call.
//
// So that no thread ever waits for one that waits for it: Python's lock is given up by `Unlocked` (lock.hpp) for whatever
// lasts; what has threads is kept in an `Owner`; and a class that is passed as a shared_ptr derives from
// enable_shared_from_this, or else nanobind has its last holder, be it a thread of the kernel's, ask for Python's lock.
#pragma once
#ifdef __wasm__
#include "../wasm/notation.hpp"
#else
#include "python.hpp"
#endif

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace tilewright::bind {

template <class T>
std::vector<T> vector_of(const Array<T>& array) {
    return {array.data(), array.data() + array.size()};
}

template <class T>
std::span<const T> span_of(const Array<T>& array) {
    return {array.data(), array.size()};
}

// How a search ended or stands, and the solutions of the slice: starts and options.
template <class State>
using Found = std::tuple<State, View<std::int64_t>, View<std::int32_t>>;

void bind_cover(nb::module_& m);
void bind_check(nb::module_& m);
void bind_placements(nb::module_& m);
void bind_regions(nb::module_& m);
void bind_search(nb::module_& m);
void bind_team(nb::module_& m);
void bind_silhouettes(nb::module_& m);
void bind_shikaku(nb::module_& m);
void bind_frontier(nb::module_& m);
void bind_walls(nb::module_& m);
void bind_family(nb::module_& m);
void bind_movement(nb::module_& m);

inline void bind_all(nb::module_& m) {
    bind_cover(m);
    bind_check(m);
    bind_placements(m);
    bind_regions(m);
    bind_search(m);
    bind_team(m);
    bind_silhouettes(m);
    bind_shikaku(m);
    bind_frontier(m);
    bind_walls(m);
    bind_family(m);
    bind_movement(m);
}

}  // namespace tilewright::bind
