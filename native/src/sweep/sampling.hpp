// How many nodes a sweep will have, by samples of its tree.
#pragma once
#include <random>
#include <utility>
#include <vector>

#include "sweep/search.hpp"

namespace tilewright::sweep {

// About how many nodes a search has, dead states not remembered: layer by layer, and of a layer of more than so many
// nodes as many are drawn to stand for all. (Chains of random descents scatter by factors of ten; this, with 1024, by a third.)
template <int W>
double Sweep<W>::estimate(std::size_t kept, std::vector<double>* uses) {
    std::vector<std::pair<State<W>, double>> layer{{State<W>{}, 1}}, next;  // states, and `parts` of their nodes
    double weight = 1, total = 0;
    std::minstd_rand random(1);  // the choice must depend on the cover alone
    for (; !layer.empty() && total < 1e15; layer.swap(next)) {
        next.clear();
        for (const auto& [state, parts] : layer) {
            Child node;
            if (!look(state, node) || !node.fits) continue;
            depth_ = 0, parts_ = parts;
            enter_any(node);
            auto& frame = frames_[0];
            do {
                total += weight * static_cast<double>(frame.last - frame.first);
                for (auto child = frame.first; child != frame.last; ++child) {
                    if (uses) (*uses)[t_.option[child->own]] += weight;
                    if (child->fits) next.emplace_back(child->state, parts * branches(frame));
                }
            } while (refill_any(frame));
        }
        if (next.size() <= kept) continue;
        for (std::size_t k = 0; k < kept; ++k) std::swap(next[k], next[k + random() % (next.size() - k)]);
        weight *= static_cast<double>(next.size()) / static_cast<double>(kept);
        next.resize(kept);
    }
    return total;
}

}  // namespace tilewright::sweep
