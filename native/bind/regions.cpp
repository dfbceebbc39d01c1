// Regions that a placement cuts off.
#include "tilewright/regions.hpp"

#include "bind.hpp"

namespace tilewright::bind {
namespace {

// Keeps the caller's arrays: nothing is copied.
struct Regions {
    Array<std::int64_t> near_start;
    Array<std::int32_t> near;
    Array<std::int64_t> start;
    Array<std::int32_t> items;
    RegionTest test;
};

Regions* make_regions(Array<std::int64_t> near_start, Array<std::int32_t> near, Array<std::int64_t> start,
                      Array<std::int32_t> items) {
    RegionTest test({span_of(near_start), span_of(near), span_of(start), span_of(items)});
    return new Regions{near_start, near, start, items, std::move(test)};
}

}  // namespace

void bind_regions(nb::module_& m) {
    nb::class_<Regions>(m, "RegionTest", "Which placements cut off a region that the pieces left cannot fill.")
        .def(nb::new_(&make_regions), "near_start"_a, "near"_a, "option_start"_a, "option_items"_a,
             "near: the neighbors of each item. ValueError where the parts do not fit together.")
        .def(
            "cut_off",
            [](Regions& self, Array<std::int32_t> state, Array<std::int32_t> options, Array<std::int32_t> group,
               Array<std::int32_t> totals) {
                return self.test.cut_off(span_of(state), span_of(options), span_of(group), span_of(totals));
            },
            "state"_a, "options"_a, "group"_a, "totals"_a,
            "Of each option the smallest such region beside it, or an empty list. state: of each item 0 (not free), 1 "
            "(may\nstay empty) or 2. group: of each option its row of totals, which says for each number of cells "
            "whether pieces\nleft can cover so many.");
}

}  // namespace tilewright::bind
