// Silhouettes: the graph of orbits, and the search that grows regions of it and tests which the pieces tile.
#include "bind.hpp"

#include <memory>

#include "tilewright/silhouette_search.hpp"

namespace tilewright::bind {
namespace {

using Ints = std::vector<std::int32_t>;
using PieceRow = std::tuple<std::int32_t, std::int32_t, std::int32_t, Ints, Ints, std::vector<std::uint8_t>>;

SilhouetteGraph make_graph(Ints times, Ints area, std::vector<std::uint32_t> stabiliser,
                           std::tuple<Ints, Ints, Ints> edges, std::tuple<Ints, Ints> overlaps, Ints roots, Ints rank,
                           std::vector<std::uint32_t> subgroup, std::vector<Ints> reach) {
    SilhouetteGraph graph;
    while (graph.order * graph.order < static_cast<std::int32_t>(times.size())) ++graph.order;
    graph.times = std::move(times), graph.area = std::move(area), graph.stabiliser = std::move(stabiliser);
    std::tie(graph.edge_start, graph.edge_to, graph.edge_element) = std::move(edges);
    std::tie(graph.overlap_start, graph.overlap_to) = std::move(overlaps);
    graph.roots = std::move(roots), graph.rank = std::move(rank);
    graph.subgroup = std::move(subgroup), graph.reach = std::move(reach);
    return graph;
}

using Owned = Owner<SilhouetteSearch>;

std::unique_ptr<Owned> make_search(const SilhouetteGraph& graph, std::int32_t cells,
                                   std::tuple<Ints, Ints, std::vector<std::uint8_t>> filled, std::vector<PieceRow> rows,
                                   std::vector<std::tuple<Ints, std::int32_t, std::int32_t>> weights,
                                   std::vector<Ints> symmetries, std::int32_t parts, std::int64_t max_nodes) {
    SilhouettePlane plane;
    plane.cells = cells;
    std::tie(plane.start, plane.cell, plane.mask) = std::move(filled);
    std::vector<SilhouettePiece> pieces;
    for (auto& [least, most, area, start, step, mask] : rows)
        pieces.push_back({least, most, area, std::move(start), std::move(step), std::move(mask)});
    std::vector<WeightBound> bounds;
    for (auto& [node, low, high] : weights) bounds.push_back({std::move(node), low, high});
    return std::make_unique<Owned>(std::make_unique<SilhouetteSearch>(
        graph, std::move(plane), std::move(pieces), std::move(bounds), std::move(symmetries), parts, max_nodes));
}

}  // namespace

void bind_silhouettes(nb::module_& m) {
    nb::enum_<RegionUse>(m, "RegionUse", "What happens to a region of some area.")
        .value("SKIP", RegionUse::skip)
        .value("REPORT", RegionUse::report)
        .value("EXAMINE", RegionUse::examine);
    nb::enum_<RegionOutcome>(m, "RegionOutcome",
                             "What an examined region was: why it has no tiling, TILED, or still OPEN.")
        .value("WEIGHT", RegionOutcome::weight)
        .value("UNPLACEABLE", RegionOutcome::unplaceable)
        .value("UNCOVERED", RegionOutcome::uncovered)
        .value("MODULO2", RegionOutcome::modulo2)
        .value("MODULO3", RegionOutcome::modulo3)
        .value("SEARCH", RegionOutcome::search)
        .value("TILED", RegionOutcome::tiled)
        .value("OPEN", RegionOutcome::open);
    nb::class_<SilhouetteGraph>(m, "SilhouetteGraph", "Orbits of filled cells and their contacts, as compressed rows.")
        .def(nb::new_(&make_graph), "times"_a, "area"_a, "stabiliser"_a, "edges"_a, "overlaps"_a, "roots"_a, "rank"_a,
             "subgroup"_a, "reach"_a)
        .def_ro("order", &SilhouetteGraph::order)
        .def_prop_ro("nodes", &SilhouetteGraph::nodes);
    nb::class_<SilhouetteNews>(m, "SilhouetteNews", "What happened since the last news; counters are totals.")
        .def_ro("regions", &SilhouetteNews::regions)
        .def_ro("tiled", &SilhouetteNews::tiled)
        .def_ro("open", &SilhouetteNews::open)
        .def_prop_ro("tilings",
                     [](const SilhouetteNews& news) {
                         std::vector<std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>>> all;
                         for (const auto& tiling : news.tilings) {
                             all.emplace_back();
                             for (const auto& piece : tiling)
                                 all.back().emplace_back(piece.piece, piece.orientation, piece.cell);
                         }
                         return all;
                     })
        .def_prop_ro(
            "outcomes",
            [](const SilhouetteNews& news) {
                std::vector<std::pair<RegionOutcome, std::int64_t>> rows;
                for (std::size_t k = 0; k < region_outcomes; ++k)
                    rows.emplace_back(static_cast<RegionOutcome>(k), news.outcomes[k]);
                return rows;
            },
            "How many examined regions had each outcome.")
        .def_ro("grown", &SilhouetteNews::grown)
        .def_ro("examined", &SilhouetteNews::examined)
        .def_ro("done", &SilhouetteNews::done);
    nb::class_<Owned>(m, "SilhouetteSearch", "Grows regions and examines them on threads of its own until stopped.")
        .def(nb::new_(&make_search), "graph"_a, "cells"_a, "filled"_a, "pieces"_a, "weights"_a, "symmetries"_a,
             "parts"_a, "max_nodes"_a)
        .def(
            "grow",
            [](Owned& self, std::vector<RegionUse> use, int threads, std::int64_t part, std::int64_t parts) {
                self->grow(std::move(use), threads, part, parts);
            },
            nb::call_guard<Unlocked>(), "use"_a, "threads"_a, "part"_a = 0, "parts"_a = 1)
        .def(
            "examine",
            [](Owned& self, std::vector<Ints> regions, int threads) { self->examine(std::move(regions), threads); },
            nb::call_guard<Unlocked>(), "regions"_a, "threads"_a)
        .def(
            "news", [](Owned& self) { return self->news(); }, "MemoryError where a thread ran out of memory.")
        .def("stop", [](Owned& self) { self->stop(); }, nb::call_guard<Unlocked>());
}

}  // namespace tilewright::bind
