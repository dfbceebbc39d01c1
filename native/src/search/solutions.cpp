// Solutions laid end to end, and a search cut into parts that do not depend on the machine.
#include "tilewright/search.hpp"

#include <algorithm>

namespace tilewright {

namespace {

constexpr std::ptrdiff_t most_ranked = 24;

// Sorts distinct numbers without a branch that depends on them: each goes to the place that as many lie below. For a
// dozen that takes half the time of a sort by comparisons, which mispredicts most of them.
void sort_by_rank(std::int32_t* numbers, std::ptrdiff_t count) {
    std::int32_t old[most_ranked];
    std::copy_n(numbers, count, old);
    for (std::ptrdiff_t k = 0; k < count; ++k) {
        std::int32_t rank = 0;
        for (std::ptrdiff_t other = 0; other < count; ++other) rank += old[other] < old[k];
        numbers[rank] = old[k];
    }
}

}  // namespace

void Solutions::close() {
    const auto first = options.data() + start.back(), last = options.data() + options.size();
    if (last - first <= most_ranked)
        sort_by_rank(first, last - first);
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
