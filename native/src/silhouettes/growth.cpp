// Growth in Redelmeier's manner (Counting polyominoes: yet another attack, 1981): a list of untried neighbours; each is first taken, then left out for good, so every
// connected set of nodes is met once. Two things differ from polyomino counting: nodes may exclude one another (two
// ways to fill one cell), and the sets wanted must generate the group, so a branch ends when the area left no longer
// reaches a contact outside some maximal subgroup along nodes that are still allowed.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "tilewright/silhouette_growth.hpp"

namespace tilewright {
namespace {

constexpr std::int32_t far = INT32_MAX / 2;
constexpr std::uint8_t met = 1, left_out = 2;

// The subgroups that growth can meet, with the step from each to the one generated with a further element.
class Subgroups {
  public:
    explicit Subgroups(const SilhouetteGraph& graph) : graph_(graph) {
        number(1u);
        for (std::size_t s = 0; s < masks_.size(); ++s)
            for (std::int32_t e = 0; e < graph.order; ++e) {
                const auto joined = number(closure(masks_[s] | 1u << e));
                join_[s * graph.order + e] = joined;
            }
    }
    std::int32_t join(std::int32_t subgroup, std::int32_t element) const {
        return join_[subgroup * graph_.order + element];
    }
    std::uint32_t mask(std::int32_t subgroup) const { return masks_[subgroup]; }

  private:
    std::int32_t number(std::uint32_t mask) {
        const auto [place, fresh] = numbers_.try_emplace(mask, static_cast<std::int32_t>(masks_.size()));
        if (fresh) {
            masks_.push_back(mask);
            join_.resize(masks_.size() * graph_.order);
        }
        return place->second;
    }
    std::uint32_t closure(std::uint32_t mask) const {
        for (std::uint32_t before = 0; before != mask;) {
            before = mask;
            for (std::int32_t a = 0; a < graph_.order; ++a)
                for (std::int32_t b = 0; b < graph_.order; ++b)
                    if (before >> a & before >> b & 1u) mask |= 1u << graph_.times[a * graph_.order + b];
        }
        return mask;
    }
    const SilhouetteGraph& graph_;
    std::map<std::uint32_t, std::int32_t> numbers_;
    std::vector<std::uint32_t> masks_;
    std::vector<std::int32_t> join_;
};

class Grower {
  public:
    Grower(const SilhouetteGraph& graph, const std::vector<std::uint8_t>& wanted, GrowthShare& share,
           const RegionFound& found)
        : graph_(graph),
          subgroups_(graph),
          wanted_(wanted),
          share_(share),
          found_(found),
          most_(static_cast<std::int32_t>(wanted.size()) - 1),
          inverse_(graph.order),
          seen_(graph.nodes(), 0),
          blocked_(graph.nodes(), 0),
          potential_(graph.nodes(), -1),
          mark_(graph.nodes(), 0),
          cost_(graph.nodes(), 0) {
        for (std::int32_t a = 0; a < graph.order; ++a)
            for (std::int32_t b = 0; b < graph.order; ++b)
                if (graph.times[a * graph.order + b] == 0) inverse_[a] = b;
        mine_ = share_.next.fetch_add(share_.parts);
        first_ = mine_ == 0;
    }

    void run() {
        for (const auto root : graph_.roots) {
            if (share_.stop) break;
            std::fill(seen_.begin(), seen_.end(), 0);
            for (std::int32_t n = 0; n < graph_.nodes(); ++n)
                seen_[n] = graph_.rank[n] < graph_.rank[root] ? left_out : 0;
            untried_.assign(1, root);
            seen_[root] = met;
            grow(0, 0, 0, 0);
        }
        share_.nodes += tried_;
    }

  private:
    // Takes or leaves untried_[begin..]; `area` and `subgroup` are those of what is taken, `depth` how much that is.
    void grow(std::size_t begin, std::int32_t area, std::int32_t subgroup, std::int32_t depth) {
        if (depth == share_.depth) {
            if (ticket_++ != mine_) return;
            mine_ = share_.next.fetch_add(share_.parts);
            share_.nodes += std::exchange(tried_, 0);
        }
        const auto end = untried_.size();
        for (auto i = begin; i < end && !share_.stop.load(std::memory_order_relaxed); ++i) {
            const auto node = untried_[i];
            if (depth == 0 && i > begin) break;
            if (!blocked_[node] && area + graph_.area[node] <= most_) take(node, i, area, subgroup, depth);
            seen_[node] = left_out;  // for the rest of this level
            if (i + 1 < end && !within_reach(area, subgroup)) {
                for (auto k = begin; k <= i; ++k) seen_[untried_[k]] = met;
                return;
            }
        }
        for (auto k = begin; k < end; ++k) seen_[untried_[k]] = met;
    }

    void take(std::int32_t node, std::size_t place, std::int32_t area, std::int32_t subgroup, std::int32_t depth) {
        ++tried_;
        area += graph_.area[node];
        const auto before = untried_.size();
        subgroup = join_contacts(node, subgroup);
        for (auto e = graph_.edge_start[node]; e < graph_.edge_start[node + 1]; ++e)
            if (const auto other = graph_.edge_to[e]; !seen_[other]) {
                seen_[other] = met;
                untried_.push_back(other);
            }
        for (auto e = graph_.overlap_start[node]; e < graph_.overlap_start[node + 1]; ++e)
            ++blocked_[graph_.overlap_to[e]];
        chosen_.push_back(node);
        const bool whole = std::popcount(subgroups_.mask(subgroup)) == graph_.order;
        // A region found above the depth of sharing belongs to the first thread of the first part alone.
        if (whole && wanted_[area] && (depth + 1 > share_.depth || first_)) found_(chosen_, area);
        if (area < most_ && (whole || within_reach(area, subgroup))) grow(place + 1, area, subgroup, depth + 1);
        chosen_.pop_back();
        for (auto e = graph_.overlap_start[node]; e < graph_.overlap_start[node + 1]; ++e)
            --blocked_[graph_.overlap_to[e]];
        for (auto k = before; k < untried_.size(); ++k) seen_[untried_[k]] = 0;
        untried_.resize(before);
        potential_[node] = -1;
    }

    // Which copy of the node belongs to the root's component, and what its contacts generate.
    std::int32_t join_contacts(std::int32_t node, std::int32_t subgroup) {
        const auto n = graph_.order;
        std::int32_t own = chosen_.empty() ? 0 : -1;
        for (int pass = 0; pass < 2; ++pass) {
            for (auto e = graph_.edge_start[node]; e < graph_.edge_start[node + 1]; ++e) {
                const auto other = graph_.edge_to[e], h = graph_.edge_element[e];
                if (other == node ? own < 0 : potential_[other] < 0) continue;
                const auto there = other == node ? own : potential_[other];
                // own·node touches own·h·other, and there·other is in the component.
                const auto copy = graph_.times[there * n + inverse_[h]];
                if (own < 0)
                    own = copy;
                else
                    subgroup = subgroups_.join(subgroup, graph_.times[copy * n + inverse_[own]]);
            }
            if (pass == 0 && own < 0) own = 0;
        }
        potential_[node] = own;
        for (std::int32_t s = 1; s < n; ++s)
            if (graph_.stabiliser[node] >> s & 1u)
                subgroup = subgroups_.join(subgroup, graph_.times[graph_.times[own * n + s] * n + inverse_[own]]);
        return subgroup;
    }

    bool within_reach(std::int32_t area, std::int32_t subgroup) {
        const auto mask = subgroups_.mask(subgroup);
        for (std::size_t m = 0; m < graph_.subgroup.size(); ++m)
            if ((mask & ~graph_.subgroup[m]) == 0 && !reaches(m, most_ - area)) return false;
        return true;
    }

    // Whether a chain of allowed nodes of at most this area leads from the region to a contact outside subgroup m.
    bool reaches(std::size_t m, std::int32_t left) {
        const auto& reach = graph_.reach[m];
        std::int32_t best = far;
        for (const auto node : chosen_) best = std::min(best, reach[node]);
        if (best > left) return false;
        if (best == 0) return true;
        return search(reach, left);
    }

    bool search(const std::vector<std::int32_t>& reach, std::int32_t left) {
        // A* by buckets would be exact too; areas are small, so a plain label-correcting search is enough.
        ++round_;
        queue_.clear();
        for (const auto node : chosen_) queue_.push_back({node, 0});
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            const auto [node, spent] = queue_[head];
            for (auto e = graph_.edge_start[node]; e < graph_.edge_start[node + 1]; ++e) {
                const auto other = graph_.edge_to[e];
                const auto total = spent + graph_.area[other];
                if (seen_[other] == left_out || blocked_[other] || potential_[other] >= 0) continue;
                if (total + reach[other] > left) continue;
                if (mark_[other] == round_ && cost_[other] <= total) continue;
                mark_[other] = round_;
                cost_[other] = total;
                if (reach[other] == 0) return true;
                queue_.push_back({other, total});
            }
        }
        return false;
    }

    const SilhouetteGraph& graph_;
    const Subgroups subgroups_;
    const std::vector<std::uint8_t>& wanted_;
    GrowthShare& share_;
    const RegionFound& found_;
    const std::int32_t most_;
    std::vector<std::int32_t> inverse_;
    std::vector<std::uint8_t> seen_;  // 1 met, 2 left out on the path to here
    std::vector<std::int32_t> blocked_, potential_;
    std::vector<std::uint32_t> mark_;
    std::vector<std::int32_t> cost_;
    std::uint32_t round_ = 0;
    std::vector<std::pair<std::int32_t, std::int32_t>> queue_;
    std::vector<std::int32_t> untried_, chosen_;
    std::int64_t ticket_ = 0, mine_ = 0, tried_ = 0;
    bool first_;
};

std::string csr_fault(const char* name, const std::vector<std::int32_t>& start, const std::vector<std::int32_t>& to,
                      std::int32_t nodes) {
    if (start.size() != static_cast<std::size_t>(nodes) + 1 || start.front() != 0 ||
        start.back() != static_cast<std::int32_t>(to.size()) || !std::is_sorted(start.begin(), start.end()))
        return std::string(name) + " does not have one row for each node";
    for (const auto node : to)
        if (node < 0 || node >= nodes) return std::string(name) + " names a node that is not there";
    return {};
}

}  // namespace

std::string validate(const SilhouetteGraph& graph) {
    const auto n = graph.nodes();
    const auto size = static_cast<std::size_t>(n);
    if (graph.order < 1 || graph.order > 32)
        return "the group has " + std::to_string(graph.order) + " elements, at most 32 can be";
    if (graph.times.size() != static_cast<std::size_t>(graph.order * graph.order)) return "times is not order x order";
    for (const auto t : graph.times)
        if (t < 0 || t >= graph.order) return "times names an element that is not there";
    if (graph.stabiliser.size() != size || graph.rank.size() != size)
        return "stabiliser and rank need one entry for each node";
    for (const auto area : graph.area)
        if (area < 1) return "a node has no area";
    if (auto wrong = csr_fault("edge", graph.edge_start, graph.edge_to, n); !wrong.empty()) return wrong;
    if (auto wrong = csr_fault("overlap", graph.overlap_start, graph.overlap_to, n); !wrong.empty()) return wrong;
    if (graph.edge_element.size() != graph.edge_to.size()) return "edge_element needs one entry for each edge";
    for (const auto e : graph.edge_element)
        if (e < 0 || e >= graph.order) return "edge_element names an element that is not there";
    for (const auto root : graph.roots)
        if (root < 0 || root >= n) return "roots names a node that is not there";
    if (graph.reach.size() != graph.subgroup.size()) return "reach needs one row for each subgroup";
    for (const auto& row : graph.reach)
        if (row.size() != size) return "reach needs one entry for each node";
    return {};
}

void grow_regions(const SilhouetteGraph& graph, const std::vector<std::uint8_t>& wanted, GrowthShare& share,
                  const RegionFound& found) {
    Grower(graph, wanted, share, found).run();
}

}  // namespace tilewright
