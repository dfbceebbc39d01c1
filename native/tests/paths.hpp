// The number of solutions by the solution graph: paths from its first state to its last.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "tilewright/graph.hpp"

inline std::uint64_t count_paths(const tilewright::Cover& cover) {
    auto builder = tilewright::make_graph(std::make_shared<tilewright::Cover>(cover), std::int64_t{1} << 30);
    while (builder->run(1000) == tilewright::Frontier::Outcome::running) {}
    const auto& graph = builder->graph;
    std::vector<std::uint64_t> number(graph.edge_start.size() - 1, 0);
    if (number.empty()) return 0;
    number.back() = 1;
    for (auto s = number.size() - 1; s-- > 0;)
        for (auto e = graph.edge_start[s]; e < graph.edge_start[s + 1]; ++e)
            number[s] += number[static_cast<std::size_t>(graph.target[e])];
    return number[0];
}
