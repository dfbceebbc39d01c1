// Movement: shapes that pass one another, and assemblies that are taken apart.
#include "bind.hpp"

#include <chrono>
#include <limits>
#include <memory>

#include "tilewright/movement.hpp"
#include "tilewright/threads.hpp"

namespace tilewright::bind {
namespace {

using Ints = std::vector<std::int32_t>;
using SweepRow = std::tuple<std::int32_t, std::int32_t, Step>;
using DirectionRow = std::tuple<Step, std::int32_t, std::vector<SweepRow> >;
using CellRow = std::tuple<Step, std::int32_t>;
using PieceRow = std::tuple<std::int32_t, Step, std::int32_t>;
using MoveRow = std::tuple<std::uint64_t, std::int32_t, std::int32_t>;
using SeparationRow = std::tuple<std::uint64_t, std::vector<MoveRow>, std::int32_t, std::int32_t>;

std::unique_ptr<Mover> make_mover(const std::vector<DirectionRow>& rows) {
    std::vector<MovementDirection> directions;
    for (const auto& [step, opposite, sweeps] : rows) {
        directions.push_back({step, opposite, {}});
        for (const auto& [moving, met, place] : sweeps) directions.back().sweeps.push_back({moving, met, place});
    }
    return std::make_unique<Mover>(std::move(directions));
}

std::vector<MovementPiece> pieces_of(const std::vector<PieceRow>& rows) {
    std::vector<MovementPiece> pieces;
    for (const auto& [shape, place, group] : rows) pieces.push_back({shape, place, group});
    return pieces;
}

MovementLimits limits_of(std::int64_t positions, std::int64_t bytes, double seconds) {
    const auto began = std::chrono::steady_clock::now();
    MovementLimits limits;
    limits.positions = positions, limits.bytes = bytes;
    limits.stop = [=] {
        return signal_raised() || Seconds(std::chrono::steady_clock::now() - began).count() > seconds;
    };
    return limits;
}

}  // namespace

void bind_movement(nb::module_& m) {
    nb::enum_<Apart>(m, "Apart", "Whether an assembly comes apart.")
        .value("YES", Apart::yes)
        .value("STUCK", Apart::stuck)
        .value("UNKNOWN", Apart::unknown);
    nb::enum_<Least>(m, "Least",
                     "What is least: the level alone, the numbers of moves in lexicographic order, or their sum.")
        .value("LEVEL", Least::level)
        .value("LEVELS", Least::levels)
        .value("MOVES", Least::moves);
    nb::class_<Disassembly>(m, "Disassembly", "How an assembly comes apart, or the positions in which it is stuck.")
        .def_ro("apart", &Disassembly::apart)
        .def_ro("levels", &Disassembly::levels)
        .def_ro("least", &Disassembly::least)
        .def_ro("positions", &Disassembly::positions)
        .def_ro("out_of_memory", &Disassembly::out_of_memory)
        .def_prop_ro(
            "stuck_pieces", [](const Disassembly& self) { return self.stuck_pieces; }, "A bit for each piece.")
        .def_prop_ro(
            "stuck_positions", [](const Disassembly& self) { return self.stuck_positions; },
            "The places of the stuck pieces, one position after the other.")
        .def_prop_ro(
            "separations",
            [](const Disassembly& self) {
                std::vector<SeparationRow> rows;
                for (const auto& each : self.separations) {
                    std::vector<MoveRow> moves;
                    for (const auto& move : each.moves) moves.emplace_back(move.pieces, move.direction, move.distance);
                    rows.emplace_back(each.pieces, std::move(moves), each.moved, each.rest);
                }
                return rows;
            },
            "(pieces, moves, number of the moved part's separation, of the rest's) of each; a move is (pieces, number "
            "of the direction, steps or 0 for without end).");
    nb::class_<Mover>(m, "Mover", "Shapes of one lattice, and how far they move past one another.")
        .def(nb::new_(&make_mover), "directions"_a)
        .def(
            "add_shape",
            [](Mover& self, const std::vector<CellRow>& rows) {
                std::vector<MovementCell> cells;
                for (const auto& [place, kind] : rows) cells.push_back({place, kind});
                return self.add_shape(std::move(cells));
            },
            "cells"_a, "Return the number of the shape.")
        .def_prop_ro("table_bytes", &Mover::table_bytes)
        .def(
            "take_apart",
            [](Mover& self, const std::vector<std::vector<PieceRow> >& assemblies, Least least, std::int64_t positions,
               std::int64_t bytes, double seconds, int threads) {
                std::vector<std::vector<MovementPiece> > all;
                for (const auto& rows : assemblies) all.push_back(pieces_of(rows));
                std::vector<Disassembly> found;
                {
                    const Unlocked unlocked;
                    found = self.take_apart(all, least, limits_of(positions, bytes, seconds), threads);
                }
                throw_raised();
                return found;
            },
            "assemblies"_a, "least"_a, "positions"_a, "bytes"_a, "seconds"_a, "threads"_a);
    m.def(
        "levels_of_grids",
        [](const Step& size, const nb::bytes& labels, std::int32_t least, std::int64_t positions) {
            const std::string_view text(labels.c_str(), labels.size());
            const auto limits = limits_of(positions, INT64_MAX, std::numeric_limits<double>::infinity());
            std::vector<std::tuple<std::int32_t, std::int64_t, std::int64_t> > rows;
            for (const auto& each : levels_of_grids(size, text, least, limits))
                rows.emplace_back(each.level, each.exits, each.positions);
            throw_raised();
            return rows;
        },
        "size"_a, "labels"_a, "least"_a, "positions"_a,
        "Return (level, exits, positions visited) of each labeling of a box; the level is 0 where it does not come "
        "apart, "
        "or in fewer than the least number of moves.");
}

}  // namespace tilewright::bind
