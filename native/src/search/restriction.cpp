// Symmetry breaking: which item is restricted to one option of each orbit, and what brings the others back.
#include "search/restriction.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tilewright {
namespace {

// An automorphism's number, and where it takes the options.
struct Symmetry {
    std::int32_t number;
    const std::int32_t* options;
};

// Those that fix the item.
void find_stabiliser(const Cover& cover, std::int32_t item, std::vector<Symmetry>& result) {
    result.clear();
    for (std::size_t a = 0; a < cover.automorphisms.size(); ++a)
        if (const auto& automorphism = cover.automorphisms[a]; automorphism.items[item] == item)
            result.push_back({static_cast<std::int32_t>(a), automorphism.options.data()});
}

}  // namespace

ItemOptions::ItemOptions(const Cover& cover) : start_(cover.lo.size() + 1, 0), options_(cover.option_items.size()) {
    for (auto item : cover.option_items) ++start_[item + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    auto ends = start_;
    auto* next = ends.data();
    auto* options = options_.data();
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        for (auto p = cover.begin(o), last = cover.end(o); p != last; ++p)
            options[next[*p]++] = static_cast<std::int32_t>(o);
}

std::int64_t Restriction::expand(const Cover& cover, std::span<const std::int32_t> solution,
                                 std::vector<std::int32_t>& image, Solutions* out) const {
    const auto kept = std::find_if(solution.begin(), solution.end(), [&](auto option) { return role[option] >= 0; });
    const auto& automorphisms = images[role[*kept]];
    if (!out) return static_cast<std::int64_t>(automorphisms.size());
    if (const auto size = std::max(solution.size(), Solutions::readable); image.size() < size) image.resize(size);
    for (auto a : automorphisms) {
        const auto to = cover.automorphisms[a].options.data();
        std::transform(solution.begin(), solution.end(), image.begin(), [&](auto o) { return to[o]; });
        out->add(image.data(), solution.size());
    }
    return static_cast<std::int64_t>(automorphisms.size());
}

Restriction restriction(const Cover& cover, const ItemOptions& covering, std::span<const std::int32_t> items,
                        const std::vector<std::int32_t>& first) {
    Restriction best;
    if (cover.automorphisms.size() < 2) return best;
    auto earlier = [&](std::int32_t a, std::int32_t b) {
        return first[a] < first[b] || (first[a] == first[b] && a < b);
    };

    std::pair<double, double> score{1.0, 0.0};
    std::vector<std::int32_t> kept, leaders;
    std::vector<Symmetry> group;
    for (auto item : items) {
        find_stabiliser(cover, item, group);
        if (group.size() < 2 || covering.of(item).empty()) continue;
        leaders.clear();
        double lateness = 0;
        for (auto o : covering.of(item)) {
            const bool leads =
                std::none_of(group.begin(), group.end(), [&](const auto& a) { return earlier(a.options[o], o); });
            if (leads) leaders.push_back(o), lateness += first[o];
        }
        const std::pair<double, double> mine{
            static_cast<double>(covering.of(item).size()) / static_cast<double>(leaders.size()),
            -static_cast<double>(leaders.size()) - lateness / 1e6};
        if (mine > score) score = mine, best.item = item, kept = leaders;
    }
    if (best.item < 0) return best;
    best.role.assign(cover.option_count(), Restriction::free);
    best.images.resize(kept.size());
    for (auto o : covering.of(best.item)) best.role[o] = Restriction::dropped;
    find_stabiliser(cover, best.item, group);
    std::vector<std::int32_t> orbit;
    for (std::size_t k = 0; k < kept.size(); ++k) {
        best.role[kept[k]] = static_cast<std::int32_t>(k);
        orbit.clear();
        for (const auto& a : group) {
            const auto image = a.options[kept[k]];
            if (std::find(orbit.begin(), orbit.end(), image) != orbit.end()) continue;
            orbit.push_back(image);
            best.images[k].push_back(a.number);
        }
    }
    return best;
}

}  // namespace tilewright
