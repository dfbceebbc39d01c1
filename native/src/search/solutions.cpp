// Solutions laid end to end, and a search cut into parts that do not depend on the machine.
#include "tilewright/search.hpp"

#include <algorithm>
#include <cstring>

namespace tilewright {

namespace {

constexpr std::ptrdiff_t most_ranked = 24;

using Four = std::int32_t __attribute__((vector_size(16)));  // every target has vectors of this width

// Sorts distinct numbers, at most 4 N, without a branch that depends on them: each goes to the place that as many lie
// below. For a dozen that takes a fraction of the time of a sort by comparisons, which mispredicts most of them.
template <int N>
void sort_by_rank(std::int32_t* numbers, std::ptrdiff_t count) {
    Four old[N], rank[N] = {};
    for (auto& four : old) four = Four{} + unlimited;  // the padding lies above all numbers
    std::memcpy(old, numbers, static_cast<std::size_t>(count) * sizeof *numbers);
    for (std::ptrdiff_t k = 0; k < count; ++k)
        for (int v = 0; v < N; ++v) rank[v] -= old[v] > Four{} + numbers[k];  // true is -1
    const auto* from = reinterpret_cast<const std::int32_t*>(old);
    const auto* to = reinterpret_cast<const std::int32_t*>(rank);
    for (std::ptrdiff_t k = 0; k < count; ++k) numbers[to[k]] = from[k];
}

}  // namespace

void Solutions::close() {
    const auto first = options.data() + start.back(), last = options.data() + options.size();
    const auto count = last - first;
    if (count <= 8)
        sort_by_rank<2>(first, count);
    else if (count <= 12)
        sort_by_rank<3>(first, count);
    else if (count <= 16)
        sort_by_rank<4>(first, count);
    else if (count <= most_ranked)
        sort_by_rank<most_ranked / 4>(first, count);
    else
        std::sort(first, last);
    start.push_back(static_cast<std::int64_t>(options.size()));
}

void Solutions::append(const Solutions& others) {
    const auto base = start.back();
    options.insert(options.end(), others.options.begin(), others.options.end());
    for (std::size_t k = 1; k < others.start.size(); ++k) start.push_back(base + others.start[k]);
}

void Solutions::clear() {
    options.clear();
    start.assign(1, 0);
}

std::vector<Subproblem> subproblems(const Plan& plan, std::int64_t wanted) {
    std::vector<Subproblem> parts{Subproblem{}};
    bool grew = true;
    while (grew && static_cast<std::int64_t>(parts.size()) < wanted) {
        grew = false;
        std::vector<Subproblem> finer;
        for (auto& part : parts) {
            const auto search = plan.search(part);
            const auto options = search->children();
            if (options.empty()) {  // dead or a solution
                if (!search->run({.max_nodes = 0}) || search->progress().solutions) finer.push_back(std::move(part));
                continue;
            }
            grew = true;
            for (auto option : options) {
                finer.push_back(part);
                finer.back().chosen.push_back(option);
            }
        }
        parts = std::move(finer);
    }
    return parts;
}

}  // namespace tilewright
