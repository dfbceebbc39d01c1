// Symmetric silhouettes: connected regions that a group maps to themselves, grown orbit by orbit, each met once.
//
// Knows no lattice. The graph's nodes are orbits of filled cells; an edge (a, b, h) says that a's representative
// touches h applied to b's representative. A set of nodes is a connected region exactly when it is connected in the
// graph and the elements met along its loops, together with the stabilisers, generate the whole group.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tilewright {

struct SilhouetteGraph {
    std::int32_t order = 1;                 // of the group; element 0 is the identity, at most 32 elements
    std::vector<std::int32_t> times;        // times[a * order + b]: b first, then a
    std::vector<std::int32_t> area;         // of each node's whole orbit
    std::vector<std::uint32_t> stabiliser;  // bit set of elements that keep the node's representative
    std::vector<std::int32_t> edge_start{0}, edge_to, edge_element;
    std::vector<std::int32_t> overlap_start{0}, overlap_to;  // nodes that exclude one another
    // Every region wanted has a node in `roots`, and grows from the one of least rank; nodes of smaller rank than
    // the root's are out of bounds. `rank` is `unranked` for nodes that are no possible root.
    std::vector<std::int32_t> roots, rank;
    // For each maximal subgroup: its elements, and the least area that must be added to a node, by a chain of
    // touching nodes, to reach a contact outside the subgroup. Regions that stay inside a subgroup are not wanted.
    std::vector<std::uint32_t> subgroup;
    std::vector<std::vector<std::int32_t>> reach;

    std::int32_t nodes() const { return static_cast<std::int32_t>(area.size()); }
};
inline constexpr std::int32_t unranked = INT32_MAX;

// Empty when the graph is well formed, else one line that says what is wrong.
std::string validate(const SilhouetteGraph& graph);

// Shares the tree of growth among threads: a subtree at `depth` nodes belongs to whoever draws its number. Of the
// whole, a share does what is numbered `part`, `part + parts`, ...; so a part splits again into parts of itself.
struct GrowthShare {
    explicit GrowthShare(std::int64_t part = 0, std::int64_t parts = 1) : part(part), parts(parts) {}
    const std::int64_t part, parts;
    std::atomic<std::int64_t> next{part};
    std::atomic<bool> stop{false};
    std::atomic<std::int64_t> nodes{0};  // sets of nodes tried so far, by all threads
    std::int32_t depth = 6;
};

// Calls `found(nodes, area)` once for every wanted region with area_wanted[area] set; the caller may set share.stop.
using RegionFound = std::function<void(const std::vector<std::int32_t>&, std::int32_t)>;
void grow_regions(const SilhouetteGraph& graph, const std::vector<std::uint8_t>& area_wanted, GrowthShare& share,
                  const RegionFound& found);

}  // namespace tilewright
