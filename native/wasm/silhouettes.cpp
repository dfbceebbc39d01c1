// Silhouettes: a search is over when `grow` or `examine` returns.
#include "tilewright/silhouette_search.hpp"
#include "wasm.hpp"

namespace tilewright::wasm {
namespace {

SilhouetteGraph read_graph(Reader& in, std::int32_t order) {
    SilhouetteGraph graph;
    graph.order = order;
    graph.times = in.ints(), graph.area = in.ints(), graph.stabiliser = in.words();
    graph.edge_start = in.ints(), graph.edge_to = in.ints(), graph.edge_element = in.ints();
    graph.overlap_start = in.ints(), graph.overlap_to = in.ints();
    graph.roots = in.ints(), graph.rank = in.ints();
    graph.subgroup = in.words(), graph.reach = in.rows();
    return graph;
}

SilhouettePiece read_piece(Reader& in) {
    const auto numbers = in.ints();  // least, most, area
    auto start = in.ints(), step = in.ints();
    return {numbers[0], numbers[1], numbers[2], std::move(start), std::move(step), in.bytes()};
}

WeightBound read_weight(Reader& in) {
    auto node = in.ints();
    const auto bounds = in.ints();
    return {std::move(node), bounds[0], bounds[1]};
}

}  // namespace

// The graph; starts, cells and masks of what nodes fill; pieces; weights; symmetries.
TILEWRIGHT_EXPORT(tw_silhouettes)(double order, double cells, double pieces, double weights, double parts,
                                  double max_nodes) {
    Reader in;
    auto graph = read_graph(in, small(order));
    SilhouettePlane plane;
    plane.cells = small(cells);
    plane.start = in.ints(), plane.cell = in.ints(), plane.mask = in.bytes();
    std::vector<SilhouettePiece> rows;
    for (auto k = integer(pieces); k > 0; --k) rows.push_back(read_piece(in));
    std::vector<WeightBound> bounds;
    for (auto k = integer(weights); k > 0; --k) bounds.push_back(read_weight(in));
    auto symmetries = in.rows();
    return handle(new SilhouetteSearch(std::move(graph), std::move(plane), std::move(rows), std::move(bounds),
                                       std::move(symmetries), small(parts), integer(max_nodes)));
}

// What happens to regions of each area.
TILEWRIGHT_EXPORT(tw_silhouettes_grow)(double search, double part, double parts) {
    object<SilhouetteSearch>(search).grow(Reader().array<RegionUse>(), 1, integer(part), integer(parts));
    return 0;
}

TILEWRIGHT_EXPORT(tw_silhouettes_examine)(double search) {
    return object<SilhouetteSearch>(search).examine(Reader().rows(), 1), 0;
}

// (grown, examined, done, and the number of regions by outcome); regions, tiled and open ones as rows; the tilings as rows
// of (piece, orientation, cell).
TILEWRIGHT_EXPORT(tw_silhouettes_news)(double search) {
    const auto news = object<SilhouetteSearch>(search).news();
    std::vector<std::int64_t> numbers{news.grown, news.examined, news.done};
    numbers.insert(numbers.end(), news.outcomes.begin(), news.outcomes.end());
    std::vector<std::vector<std::int32_t>> tilings;
    for (const auto& tiling : news.tilings) {
        tilings.emplace_back();
        for (const auto& piece : tiling)
            tilings.back().insert(tilings.back().end(), {piece.piece, piece.orientation, piece.cell});
    }
    Writer().array(numbers).rows(news.regions).rows(news.tiled).rows(news.open).rows(tilings);
    return 0;
}

TILEWRIGHT_EXPORT(tw_silhouettes_free)(double search) { return destroy<SilhouetteSearch>(search), 0; }

}  // namespace tilewright::wasm
