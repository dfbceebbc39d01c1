// What the bindings are written with, for Python: nanobind, and how arrays pass.
//
// Arrays come in as buffers and go out as memory views of the kernel's own vectors, without numpy: to import that would
// take longer than most commands do.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
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
using View = nb::ndarray<nb::memview, T, nb::ndim<1>>;

// The numbers of rows that hold nothing else, end to end.
template <class T, class Row>
View<T> flat_view(std::vector<Row>&& rows) {
    static_assert(sizeof(Row) % sizeof(T) == 0);
    auto* kept = new std::vector<Row>(std::move(rows));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Row>*>(p); });
    return {reinterpret_cast<T*>(kept->data()), {kept->size() * (sizeof(Row) / sizeof(T))}, owner};
}

template <class T>
View<T> view_of(std::vector<T>&& values) {
    return flat_view<T>(std::move(values));
}

// A byte a character.
inline nb::object latin_1(const std::string& text) {
    return nb::steal(PyUnicode_DecodeLatin1(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
}

// Whether a signal's handler raised; its error is then Python's current one. For a thread that gave the lock up.
inline bool signal_raised() {
    const Locked locked;
    return PyErr_CheckSignals() != 0;
}

inline void throw_raised() {
    if (PyErr_Occurred()) throw nb::python_error();
}

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

}  // namespace tilewright::bind
