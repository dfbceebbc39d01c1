// Counts how often each item is covered, and nothing else. A count belongs to the solution whose number stands beside it, so
// that nothing is reset between solutions, and whether something is missing is told by how many demands were met: a
// solution costs what its options cover, however large the cover is.
#include "tilewright/check.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilewright {

SolutionChecker::SolutionChecker(const CoverArrays& cover) : cover_(cover) {
    if (cover.lo.size() != cover.hi.size()) throw std::invalid_argument("lo and hi differ in length");
    demands_ = std::count_if(cover.lo.begin(), cover.lo.end(), [](std::int32_t lo) { return lo > 0; });
    if (!cover.colors.empty() && cover.colors.size() != cover.option_items.size())
        throw std::invalid_argument("there is not one color for each entry");
    for (std::size_t item = 0; item < cover.lo.size(); ++item)
        items_.push_back({0, 0, 0, cover.lo[item], cover.hi[item]});
}

std::vector<std::int64_t> SolutionChecker::wrong(std::span<const std::int64_t> start,
                                                 std::span<const std::int32_t> options) {
    std::vector<std::int64_t> bad;
    for (std::size_t k = 0; k + 1 < start.size(); ++k) {
        if (start[k] < 0 || start[k] > start[k + 1] || start[k + 1] > static_cast<std::int64_t>(options.size()))
            throw std::invalid_argument("the starts of the solutions do not ascend within their options");
        const auto first = static_cast<std::size_t>(start[k]), last = static_cast<std::size_t>(start[k + 1]);
        if (!is_solution(options.subspan(first, last - first))) bad.push_back(static_cast<std::int64_t>(k));
    }
    return bad;
}

bool SolutionChecker::is_solution(std::span<const std::int32_t> options) {
    if (!std::is_sorted(options.begin(), options.end())) {
        sorted_.assign(options.begin(), options.end());
        std::sort(sorted_.begin(), sorted_.end());
        options = sorted_;
    }
    ++solution_, met_ = 0;
    for (std::size_t k = 0; k < options.size(); ++k)
        if ((k && options[k] == options[k - 1]) || !covers_within_bounds(options[k])) return false;
    return met_ == demands_;
}

bool SolutionChecker::covers_within_bounds(std::int32_t option) {
    const auto number = static_cast<std::size_t>(option);
    if (option < 0 || number + 1 >= cover_.option_start.size()) return false;
    const auto first = cover_.option_start[number], last = cover_.option_start[number + 1];
    if (first < 0 || last < first || last > static_cast<std::int64_t>(cover_.option_items.size())) return false;
    for (auto at = first; at < last; ++at) {
        const auto number_of_item = static_cast<std::size_t>(cover_.option_items[static_cast<std::size_t>(at)]);
        if (number_of_item >= items_.size()) return false;
        auto& item = items_[number_of_item];
        if (item.solution != solution_) item.solution = solution_, item.covered = item.color = 0;
        if (!cover_.colors.empty()) {
            const auto color = cover_.colors[static_cast<std::size_t>(at)];
            if (item.covered && color && color == item.color) continue;  // they cover it once together
            item.color = color;
        }
        if (++item.covered > item.hi) return false;
        met_ += item.covered == item.lo;
    }
    return true;
}

}  // namespace tilewright
