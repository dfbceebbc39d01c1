// The checker of batches of solutions.
#include "bind.hpp"

#include <span>

#include "tilewright/check.hpp"

namespace tilewright::bind {
namespace {

template <class T>
std::span<const T> span_of(const Array<T>& array) {
    return {array.data(), array.size()};
}

// Keeps the caller's arrays: nothing is copied.
struct Checker {
    Array<std::int32_t> lo, hi;
    Array<std::int64_t> start;
    Array<std::int32_t> items, colors;
    SolutionChecker checker{{span_of(lo), span_of(hi), span_of(start), span_of(items), span_of(colors)}};

    std::vector<std::int64_t> wrong(Array<std::int64_t> solution_start, Array<std::int32_t> options) {
        return checker.wrong(span_of(solution_start), span_of(options));
    }
};

}  // namespace

void bind_check(nb::module_& m) {
    nb::class_<Checker>(
        m, "SolutionChecker",
        "Tells what are solutions of a cover, by counting what is covered; shares nothing with a search.")
        .def(nb::new_([](Array<std::int32_t> lo, Array<std::int32_t> hi, Array<std::int64_t> start,
                         Array<std::int32_t> items,
                         Array<std::int32_t> colors) { return new Checker{lo, hi, start, items, colors}; }),
             "lo"_a, "hi"_a, "option_start"_a, "option_items"_a, "colors"_a)
        .def("wrong", &Checker::wrong, "starts"_a, "options"_a,
             "The numbers, ascending, of those that are not solutions: solution k takes options[starts[k]:starts[k + "
             "1]].");
}

}  // namespace tilewright::bind
