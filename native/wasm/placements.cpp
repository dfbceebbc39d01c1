// Boards, and all positions of shapes on them.
#include "tilewright/placements.hpp"

#include "wasm.hpp"

namespace tilewright::wasm {
namespace {

BoardAtoms board(Reader& in, double dimension, double width) { return {small(dimension), small(width), in.ints()}; }

std::vector<PlacedShape> shapes(Reader& in) {
    const auto owner = in.ints(), item = in.ints(), label = in.ints();
    auto numbers = in.rows();
    const auto rules = in.longs();  // where those of each shape start
    const auto rule_label = in.ints();
    auto ground = in.rows();
    std::vector<PlacedShape> result;
    for (std::size_t k = 0; k < owner.size(); ++k) {
        result.push_back({owner[k], item[k], label[k], std::move(numbers[k]), {}});
        for (auto r = static_cast<std::size_t>(rules[k]); r < static_cast<std::size_t>(rules[k + 1]); ++r)
            result.back().rules.push_back({rule_label[r], std::move(ground[r])});
    }
    return result;
}

std::vector<PinnedPlace> pins(Reader& in) {
    const auto owner = in.ints(), item = in.ints();
    auto atoms = in.rows();
    std::vector<PinnedPlace> result;
    for (std::size_t k = 0; k < owner.size(); ++k) result.push_back({owner[k], item[k], std::move(atoms[k])});
    return result;
}

}  // namespace

// The board's numbers; gives its extent.
TILEWRIGHT_EXPORT(tw_board_extent)(double dimension, double width) {
    Reader in;
    return Writer().array(board_extent(board(in, dimension, width))), 0;
}

// The board's numbers, axes; gives the order of its items.
TILEWRIGHT_EXPORT(tw_board_order)(double dimension, double width) {
    Reader in;
    const auto atoms = board(in, dimension, width);
    return Writer().array(board_order(atoms, in.ints())), 0;
}

// The board's numbers; slot, slot there and vector of each neighbour. Gives starts and items.
TILEWRIGHT_EXPORT(tw_board_adjacency)(double dimension, double width) {
    Reader in;
    const auto atoms = board(in, dimension, width);
    const auto slot = in.ints(), other = in.ints();
    auto vectors = in.rows();
    std::vector<Neighbour> neighbours;
    for (std::size_t k = 0; k < slot.size(); ++k) neighbours.push_back({slot[k], other[k], std::move(vectors[k])});
    const auto found = board_adjacency(atoms, neighbours);
    return Writer().array(found.start).array(found.items), 0;
}

// The board's numbers; shapes, pins; the paint of each atom, and what each ground allows.
TILEWRIGHT_EXPORT(tw_placements)(double dimension, double width, double paints) {
    Reader in;
    auto atoms = board(in, dimension, width);
    auto placed = shapes(in);
    auto pinned = pins(in);
    Paint paint{small(paints), in.ints(), {}};
    paint.allowed = in.bytes();
    return handle(new Placements(std::move(atoms), std::move(placed), std::move(pinned), std::move(paint)));
}

TILEWRIGHT_EXPORT(tw_placements_run)(double placements, double steps) {
    return object<Placements>(placements).run(integer(steps));
}

TILEWRIGHT_EXPORT(tw_placements_take)(double placements) {
    const auto list = object<Placements>(placements).take();
    return Writer().array(list.start).array(list.items).array(list.label).array(list.pinned), 0;
}

TILEWRIGHT_EXPORT(tw_placements_free)(double placements) { return destroy<Placements>(placements), 0; }

}  // namespace tilewright::wasm
