// Boards, and all positions of shapes on them.
#include "bind.hpp"

#include <optional>
#include <utility>

#include "tilewright/placements.hpp"

namespace tilewright::bind {
namespace {

using Ints = std::vector<std::int32_t>;
using ShapeRow = std::tuple<std::int32_t, std::int32_t, std::int32_t, Ints, std::vector<std::pair<std::int32_t, Ints>>>;
using PinRow = std::tuple<std::int32_t, std::int32_t, Ints>;
using PaintRow = std::tuple<std::int32_t, Ints, std::vector<std::uint8_t>>;
using NeighbourRow = std::tuple<std::int32_t, Ints, std::int32_t>;

BoardAtoms make_board(std::int32_t dimension, std::int32_t width, Array<std::int32_t> numbers) {
    return {dimension, width, vector_of(numbers)};
}

Placements make_placements(const BoardAtoms& board, std::vector<ShapeRow> rows, std::vector<PinRow> pin_rows,
                           std::optional<PaintRow> paint_row) {
    std::vector<PlacedShape> shapes;
    for (auto& [owner, item, label, numbers, rules] : rows) {
        shapes.push_back({owner, item, label, std::move(numbers), {}});
        for (auto& [other, ground] : rules) shapes.back().rules.push_back({other, std::move(ground)});
    }
    std::vector<PinnedPlace> pins;
    for (auto& [owner, item, atoms] : pin_rows) pins.push_back({owner, item, std::move(atoms)});
    Paint paint;
    if (paint_row) std::tie(paint.paints, paint.of, paint.allowed) = std::move(*paint_row);
    return {board, std::move(shapes), std::move(pins), std::move(paint)};
}

std::tuple<View<std::int64_t>, View<std::int32_t>> adjacency(const BoardAtoms& board, std::vector<NeighbourRow> rows) {
    std::vector<Neighbour> neighbours;
    for (auto& [slot, vector, other] : rows) neighbours.push_back({slot, other, std::move(vector)});
    Adjacency found;
    {
        Unlocked unlocked;
        found = board_adjacency(board, neighbours);
    }
    return {view_of(std::move(found.start)), view_of(std::move(found.items))};
}

View<std::int32_t> order(const BoardAtoms& board, const Ints& axes) {
    Ints found;
    {
        Unlocked unlocked;
        found = board_order(board, axes);
    }
    return view_of(std::move(found));
}

using Taken = std::tuple<View<std::int64_t>, View<std::int32_t>, View<std::int32_t>, View<std::int32_t>>;

Taken take(Placements& placements) {
    auto list = placements.take();
    return {view_of(std::move(list.start)), view_of(std::move(list.items)), view_of(std::move(list.label)),
            view_of(std::move(list.pinned))};
}

}  // namespace

void bind_placements(nb::module_& m) {
    nb::class_<BoardAtoms>(m, "BoardAtoms", "The atoms of a board, ascending; item k is the k-th.")
        .def(nb::new_(&make_board), "dimension"_a, "width"_a, "numbers"_a,
             "numbers: `width` an atom: its cell's coordinates, `dimension` of them, and its slot if cells have "
             "several.")
        .def_prop_ro("extent", &board_extent, "Cells that the board spans along each coordinate.")
        .def("order", &order, "axes"_a,
             "The items by the coordinates along these axes, the first of which counts most.")
        .def("adjacency", &adjacency, "neighbours"_a,
             "(starts, items): the neighbours of each item, ascending. neighbours: (slot, cell vector, slot there).");
    nb::class_<Placements>(m, "Placements", "All positions of shapes on a board, found in slices.")
        .def(nb::new_(&make_placements), "board"_a, "shapes"_a, "pins"_a = std::vector<PinRow>{},
             "paint"_a = nb::none(),
             "shapes: (owner, its item or -1, motion, numbers of its atoms, rules of paint), a rule: (motion, the "
             "ground "
             "of\n"
             "each atom). pins: (owner, item, items of its atoms). paint: (number of paints, the paint of each atom or "
             "-1,\n"
             "for each ground and paint whether it is allowed). ValueError when something is out of range.")
        .def(
            "run",
            [](Placements& self, std::int64_t steps) {
                Unlocked unlocked;
                return self.run(steps);
            },
            "steps"_a, "Looks at about so many more atoms where shapes could begin; true when all is done.")
        .def("take", &take,
             "(starts, items, labels, pinned) of the positions found since the last call. All end to end: position k\n"
             "covers items[starts[k]:starts[k + 1]], ascending, and bears labels[k]; pinned: the positions that are "
             "pins.");
}

}  // namespace tilewright::bind
