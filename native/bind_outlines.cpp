// The outlines' part of the bindings, apart from bind.cpp because it is about tables of its own.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "tilewright/outline_hunt.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright;

namespace {

using Ints = std::vector<std::int32_t>;
using KindRow = std::tuple<std::int32_t, std::int32_t, std::int32_t, Ints, Ints, std::vector<std::uint8_t>>;

OutlineGraph make_graph(Ints times, Ints area, std::vector<std::uint32_t> stabiliser, std::tuple<Ints, Ints, Ints> edges,
                        std::tuple<Ints, Ints> overlaps, Ints roots, Ints rank, std::vector<std::uint32_t> subgroup,
                        std::vector<Ints> reach) {
    OutlineGraph graph;
    while (graph.order * graph.order < static_cast<std::int32_t>(times.size())) ++graph.order;
    graph.times = std::move(times), graph.area = std::move(area), graph.stabiliser = std::move(stabiliser);
    std::tie(graph.edge_start, graph.edge_to, graph.edge_element) = std::move(edges);
    std::tie(graph.overlap_start, graph.overlap_to) = std::move(overlaps);
    graph.roots = std::move(roots), graph.rank = std::move(rank);
    graph.subgroup = std::move(subgroup), graph.reach = std::move(reach);
    return graph;
}

std::unique_ptr<OutlineHunt> make_hunt(const OutlineGraph& graph, std::int32_t cells,
                                       std::tuple<Ints, Ints, std::vector<std::uint8_t>> filled, std::vector<KindRow> kinds,
                                       std::vector<std::tuple<Ints, std::int32_t, std::int32_t>> weights,
                                       std::vector<Ints> twins, std::int32_t parts, std::int64_t max_nodes) {
    OutlinePlane plane;
    plane.cells = cells;
    std::tie(plane.start, plane.cell, plane.mask) = std::move(filled);
    std::vector<OutlineKind> pieces;
    for (auto& [least, most, area, start, step, mask] : kinds)
        pieces.push_back({least, most, area, std::move(start), std::move(step), std::move(mask)});
    std::vector<OutlineWeight> bounds;
    for (auto& [node, low, high] : weights) bounds.push_back({std::move(node), low, high});
    return std::make_unique<OutlineHunt>(graph, std::move(plane), std::move(pieces), std::move(bounds), std::move(twins), parts,
                                         max_nodes);
}

}  // namespace

void bind_outlines(nb::module_& m) {
    nb::class_<OutlineGraph>(m, "OutlineGraph", "Orbits of filled cells and their contacts, as compressed rows.")
        .def(nb::new_(&make_graph), "times"_a, "area"_a, "stabiliser"_a, "edges"_a, "overlaps"_a, "roots"_a, "rank"_a,
             "subgroup"_a, "reach"_a)
        .def_ro("order", &OutlineGraph::order)
        .def_prop_ro("nodes", &OutlineGraph::nodes);
    nb::class_<HuntNews>(m, "HuntNews", "What happened since the last news; counters are totals.")
        .def_ro("regions", &HuntNews::regions)
        .def_ro("tiled", &HuntNews::tiled)
        .def_ro("open", &HuntNews::open)
        .def_prop_ro("tilings", [](const HuntNews& news) {
            std::vector<std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>>> all;
            for (const auto& tiling : news.tilings) {
                all.emplace_back();
                for (const auto& piece : tiling) all.back().emplace_back(piece.kind, piece.aspect, piece.cell);
            }
            return all;
        })
        .def_ro("fates", &HuntNews::fates)
        .def_ro("grown", &HuntNews::grown)
        .def_ro("examined", &HuntNews::examined)
        .def_ro("done", &HuntNews::done);
    nb::class_<OutlineHunt>(m, "OutlineHunt", "Grows regions and examines them on threads of its own until stopped.")
        .def(nb::new_(&make_hunt), "graph"_a, "cells"_a, "filled"_a, "kinds"_a, "weights"_a, "twins"_a, "parts"_a,
             "max_nodes"_a)
        .def("grow", [](OutlineHunt& hunt, const std::vector<std::uint8_t>& use, int threads, std::int64_t part, std::int64_t parts) {
            std::vector<RegionUse> uses;
            for (const auto u : use) uses.push_back(static_cast<RegionUse>(u));
            hunt.grow(std::move(uses), threads, part, parts);
        }, "use"_a, "threads"_a, "part"_a = 0, "parts"_a = 1)
        .def("examine", &OutlineHunt::examine, "regions"_a, "threads"_a)
        .def("news", &OutlineHunt::news)
        .def("stop", &OutlineHunt::stop, nb::call_guard<nb::gil_scoped_release>());
    m.attr("OUTLINE_FATES") = nb::str("weight unplaceable uncovered modulo2 modulo3 search tiled open");
}
