// Solutions laid end to end, and a search cut into parts that do not depend on the machine.
#include "tilewright/search.hpp"

#include <algorithm>
#include <cstring>

namespace tilewright {

namespace {

using Four = std::int32_t __attribute__((vector_size(16)));  // every target has vectors of this width
constexpr std::ptrdiff_t most_ranked = 24;

// Writes distinct numbers, at most 4 N, in ascending order, without a branch that depends on them: each goes to the place
// that as many lie below. For a dozen that takes a fraction of the time of a sort by comparisons, which mispredicts most
// of them. Reads 4 N numbers.
template <int N>
void sort_by_rank(const std::int32_t* from, std::int32_t* to, std::ptrdiff_t count) {
    Four numbers[N], rank[N] = {};
    std::memcpy(numbers, from, sizeof numbers);
    for (int v = 0; v < N; ++v) {
        const Four behind = Four{0, 1, 2, 3} + 4 * v >= Four{} + static_cast<std::int32_t>(count);  // true is -1
        numbers[v] = (numbers[v] & ~behind) | (unlimited & behind);                                 // above all others
    }
    for (std::ptrdiff_t k = 0; k < count; ++k)
        for (int v = 0; v < N; ++v) rank[v] -= numbers[v] > Four{} + from[k];
    const auto* place = reinterpret_cast<const std::int32_t*>(rank);
    for (std::ptrdiff_t k = 0; k < count; ++k) to[place[k]] = from[k];
}

}  // namespace

void Solutions::add(const std::int32_t* solution, std::size_t size) {
    static_assert(readable == most_ranked);
    const auto count = static_cast<std::ptrdiff_t>(size);
    options.resize(options.size() + size);
    const auto to = options.data() + options.size() - size;
    if (count <= 8) {
        sort_by_rank<2>(solution, to, count);
    } else if (count <= 12) {
        sort_by_rank<3>(solution, to, count);
    } else if (count <= 16) {
        sort_by_rank<4>(solution, to, count);
    } else if (count <= most_ranked) {
        sort_by_rank<most_ranked / 4>(solution, to, count);
    } else {
        std::copy_n(solution, count, to);
        std::sort(to, to + count);
    }
    start.push_back(static_cast<std::int64_t>(options.size()));
}

void Solutions::close() {
    const auto first = static_cast<std::size_t>(start.back());
    if (options.size() - first > readable) {
        std::sort(options.begin() + static_cast<std::ptrdiff_t>(first), options.end());
        start.push_back(static_cast<std::int64_t>(options.size()));
        return;
    }
    std::int32_t solution[readable] = {};
    const auto size =
        static_cast<std::size_t>(std::copy(options.begin() + start.back(), options.end(), solution) - solution);
    options.resize(first);
    add(solution, size);
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
