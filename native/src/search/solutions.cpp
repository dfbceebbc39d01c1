// Solutions laid end to end, and a search cut into parts that do not depend on the machine.
#include "tilewright/search.hpp"

#include <algorithm>

namespace tilewright {

void Solutions::close() {
    std::sort(options.begin() + static_cast<std::ptrdiff_t>(start.back()), options.end());
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
