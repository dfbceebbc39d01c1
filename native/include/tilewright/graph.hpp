// The frontier's states kept, as a graph: each path from the first state to the last is one solution.
//
// What a count forgets layer by layer is what drawing a solution at random, the k-th solution, or the number of
// solutions with a given option need. States from which no solution is reached are left out.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "tilewright/frontier.hpp"

namespace tilewright {

struct SolutionGraph {
    // Edges of state s: edge_start[s] .. edge_start[s + 1]. States are numbered so that edges lead to higher ones; the
    // first is 0, the last has no edges. No states: no solutions.
    std::vector<std::int64_t> edge_start{0};
    std::vector<std::int64_t> target;
    std::vector<std::int32_t> option;  // taken along an edge; -1: none
};

class GraphBuilder {
  public:
    virtual ~GraphBuilder() = default;
    // Goes on for about so many states. When exhausted, `graph` is there.
    virtual Frontier::Outcome run(std::int64_t work) = 0;
    virtual Frontier::Progress progress() const = 0;
    SolutionGraph graph;
};

// Throws std::invalid_argument with the line of `frontier_refusal`.
std::unique_ptr<GraphBuilder> make_graph(std::shared_ptr<const Cover> cover, std::int64_t memory);

}  // namespace tilewright
