// What the files of the bindings share: how arrays pass between Python and the kernel, and a function for each subject.
//
// These files are all that knows both Python and the kernel. They are thin: they convert, release the GIL and call.
// Arrays come in as buffers and go out as memory views of the kernel's own vectors, without numpy: to import that would
// take longer than most commands do.
//
// So that no thread ever waits for one that waits for it: Python's lock is given up by `Unlocked` (lock.hpp) for whatever
// lasts; what has threads is kept in an `Owner`; and a class that is passed as a shared_ptr derives from
// enable_shared_from_this, or else nanobind has its last holder, be it a thread of the kernel's, ask for Python's lock.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "lock.hpp"

#ifndef _WIN32
#include <unistd.h>
#endif

namespace nb = nanobind;
using namespace nb::literals;

namespace tilewright::bind {

template <class T>
using Array = nb::ndarray<nb::memview, const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> vector_of(const Array<T>& array) {
    return {array.data(), array.data() + array.size()};
}

template <class T>
using View = nb::ndarray<nb::memview, T, nb::ndim<1>>;

template <class T>
View<T> view_of(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return {kept->data(), {kept->size()}, owner};
}

// How a search ended or stands, and the solutions of the slice: starts and options.
template <class State>
using Found = std::tuple<State, View<std::int64_t>, View<std::int32_t>>;

inline std::int64_t this_process() {
#ifdef _WIN32
    return 0;  // which cannot be forked
#else
    return getpid();
#endif
}

// Owns what has threads of its own, or gigabytes: while these end, Python's other threads go on.
//
// A process that is forked from the one that made it has none of these threads, while their locks stay as they were: there
// it refuses to work, and is left where it is, as its destructor would wait for ever.
template <class T>
class Owner {
  public:
    explicit Owner(std::unique_ptr<T> owned) : owned_(std::move(owned)) {}
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() {
        const Unlocked unlocked;
        if (process_ == this_process())
            owned_.reset();
        else
            owned_.release();
    }

    T* operator->() const {
        if (process_ != this_process())
            throw std::runtime_error("the process was forked while this search was at work: begin another one");
        return owned_.get();
    }

  private:
    std::unique_ptr<T> owned_;
    std::int64_t process_ = this_process();
};

void bind_cover(nb::module_& m);
void bind_check(nb::module_& m);
void bind_placements(nb::module_& m);
void bind_search(nb::module_& m);
void bind_team(nb::module_& m);
void bind_silhouettes(nb::module_& m);
void bind_shikaku(nb::module_& m);
void bind_frontier(nb::module_& m);
void bind_walls(nb::module_& m);
void bind_family(nb::module_& m);

}  // namespace tilewright::bind
