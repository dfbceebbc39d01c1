// Batches of solutions: their checker, and what is asked to keep them in little memory.
#include "bind.hpp"

#include <optional>
#include <span>

#include "tilewright/check.hpp"

namespace tilewright::bind {
namespace {

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

// The length that all solutions have; 0 where they differ, or there are none.
std::int64_t common_length(Array<std::int64_t> starts) {
    const auto all = span_of(starts);
    if (all.size() < 2) return 0;
    const auto length = all[1] - all[0];
    for (std::size_t k = 1; k + 1 < all.size(); ++k)
        if (all[k + 1] - all[k] != length) return 0;
    return length;
}

// The numbers in 16 bits; nothing where one is too large for them.
std::optional<View<std::uint16_t>> narrowed(Array<std::int32_t> numbers) {
    std::vector<std::uint16_t> narrow(numbers.size());
    std::int32_t all = 0;
    for (std::size_t k = 0; k < narrow.size(); ++k) {
        all |= numbers.data()[k];
        narrow[k] = static_cast<std::uint16_t>(numbers.data()[k]);
    }
    if (all >> 16) return std::nullopt;
    return view_of(std::move(narrow));
}

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
    m.def("common_length", &common_length, "starts"_a,
          "The length of all solutions, k from starts[k] to starts[k + 1]; 0 where they differ, or there are none.");
    m.def("narrowed", &narrowed, "numbers"_a, "The numbers in 16 bits; None where one is negative or beyond 65,535.");
}

}  // namespace tilewright::bind
