// Counts of all members of a family.
#include "tilewright/family.hpp"

#include "bind.hpp"

namespace tilewright::bind {
namespace {

std::vector<FamilyBoard::Option> options_of(const Array<std::uint64_t>& cells, const Array<std::int32_t>& owners) {
    if (cells.size() != owners.size()) throw std::invalid_argument("expected an owner for each mask of cells");
    std::vector<FamilyBoard::Option> options;
    for (std::size_t k = 0; k < cells.size(); ++k) options.push_back({cells.data()[k], owners.data()[k]});
    return options;
}

}  // namespace

void bind_family(nb::module_& m) {
    using Owned = Owner<FamilyCount>;
    nb::class_<Owned>(m, "FamilyCount", "The tilings of every member of a family of boards, counted together.")
        .def(nb::new_([](std::int32_t cells, const std::vector<std::int32_t>& copies,
                         const Array<std::uint64_t>& placements, const Array<std::int32_t>& pieces,
                         const Array<std::uint64_t>& choices, const Array<std::int32_t>& groups,
                         std::int32_t group_count, std::int64_t memory) {
                 FamilyBoard board{cells, copies, options_of(placements, pieces), options_of(choices, groups),
                                   group_count};
                 return std::make_unique<Owned>(std::make_unique<FamilyCount>(std::move(board), memory));
             }),
             "cells"_a, "copies"_a, "placements"_a, "pieces"_a, "choices"_a, "groups"_a, "group_count"_a, "memory"_a,
             "cells: at most 64. copies: of each piece, all used. placements, choices: masks of cells, of a piece and "
             "of "
             "a group each.\nValueError for what does not fit the words of a state or has too many members.")
        .def(
            "run", [](Owned& count, std::int64_t steps) { return count->run(steps); }, nb::call_guard<Unlocked>(),
            "steps"_a, "Go on for about so many steps; true when all is counted. OverflowError beyond 64 bits.")
        .def_prop_ro(
            "steps", [](const Owned& count) { return count->steps(); }, "Steps done.")
        .def_prop_ro(
            "fraction", [](const Owned& count) { return count->fraction(); }, "Part of the work done.")
        .def(
            "counts",
            [](const Owned& count) {
                auto counts = count->counts();
                return view_of(std::move(counts));
            },
            "Of every combination of one choice a group, the last group's running fastest.");
}

}  // namespace tilewright::bind
