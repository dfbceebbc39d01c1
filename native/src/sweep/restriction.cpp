// Symmetry breaking: which item is restricted to one option of each orbit, and what brings the others back.
#include <algorithm>

#include "sweep/tables.hpp"

namespace tilewright::sweep {
namespace {

std::vector<std::int32_t> stabiliser(const Cover& cover, std::int32_t item) {
    std::vector<std::int32_t> result;
    result.reserve(cover.automorphisms.size());
    for (std::size_t a = 0; a < cover.automorphisms.size(); ++a)
        if (cover.automorphisms[a].items[item] == item) result.push_back(static_cast<std::int32_t>(a));
    return result;
}

}  // namespace

Restriction restriction(const Cover& cover, const ItemOptions& covering, const std::vector<std::int32_t>& sequence) {
    Restriction best;
    if (cover.automorphisms.size() < 2) return best;

    std::vector<std::int32_t> place(cover.lo.size(), 0);
    for (std::size_t k = 0; k < sequence.size(); ++k)
        place[sequence[k]] = static_cast<std::int32_t>(k) - cover.item_count();
    std::vector<std::int32_t> first(cover.option_count(), 0);
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        for (auto p = cover.begin(o); p != cover.end(o); ++p) first[o] = std::min(first[o], place[*p]);
    auto earlier = [&](std::int32_t a, std::int32_t b) { return std::pair(first[a], a) < std::pair(first[b], b); };

    // The item whose options fall the most; of equals, the one whose kept options come first in the sweep.
    std::pair<double, double> score{1.0, 0.0};
    std::vector<std::int32_t> kept, leaders;
    for (auto item : sequence) {
        const auto group = stabiliser(cover, item);
        if (group.size() < 2 || covering.of(item).empty()) continue;
        leaders.clear();
        double lateness = 0;
        for (auto o : covering.of(item)) {
            const bool leads = std::none_of(group.begin(), group.end(),
                                            [&](auto a) { return earlier(cover.automorphisms[a].options[o], o); });
            if (leads) leaders.push_back(o), lateness += first[o] + cover.item_count();
        }
        const std::pair<double, double> mine{
            static_cast<double>(covering.of(item).size()) / static_cast<double>(leaders.size()),
            -static_cast<double>(leaders.size()) - lateness / 1e6};
        if (mine > score) score = mine, best.item = item, kept = leaders;
    }
    if (best.item < 0) return best;
    best.dropped.assign(cover.option_count(), 0);
    best.images.resize(cover.option_count());
    for (auto o : covering.of(best.item)) best.dropped[o] = 1;
    for (auto o : kept) {
        best.dropped[o] = 0;
        std::vector<std::int32_t> orbit;
        for (auto a : stabiliser(cover, best.item)) {
            const auto image = cover.automorphisms[a].options[o];
            if (std::find(orbit.begin(), orbit.end(), image) != orbit.end()) continue;
            orbit.push_back(image);
            best.images[o].push_back(a);
        }
    }
    return best;
}

}  // namespace tilewright::sweep
