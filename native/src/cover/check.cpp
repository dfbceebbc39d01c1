// Counts how often each item is covered, and nothing else. Between solutions only the counts that changed are reset, and
// whether something is missing is told by how many demands were met, so a solution costs what its options cover, however
// large the cover is.
#include "tilewright/check.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilewright {

SolutionChecker::SolutionChecker(const CoverArrays& cover) : cover_(cover) {
    if (cover.lo.size() != cover.hi.size()) throw std::invalid_argument("lo and hi differ in length");
    demands_ = std::count_if(cover.lo.begin(), cover.lo.end(), [](std::int32_t lo) { return lo > 0; });
    if (!cover.colors.empty() && cover.colors.size() != cover.option_items.size())
        throw std::invalid_argument("there is not one color for each entry");
    covered_.assign(cover.lo.size(), 0);
    color_.assign(cover.colors.empty() ? 0 : cover.lo.size(), 0);
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
    sorted_.assign(options.begin(), options.end());
    if (!std::is_sorted(sorted_.begin(), sorted_.end())) std::sort(sorted_.begin(), sorted_.end());
    bool good = std::adjacent_find(sorted_.begin(), sorted_.end()) == sorted_.end();
    for (std::size_t k = 0; good && k < sorted_.size(); ++k) good = covers_within_bounds(sorted_[k]);
    good = good && met_ == demands_;
    forget();
    return good;
}

bool SolutionChecker::covers_within_bounds(std::int32_t option) {
    const auto number = static_cast<std::size_t>(option);
    if (option < 0 || number + 1 >= cover_.option_start.size()) return false;
    const auto first = cover_.option_start[number], last = cover_.option_start[number + 1];
    if (first < 0 || last < first || last > static_cast<std::int64_t>(cover_.option_items.size())) return false;
    for (auto at = first; at < last; ++at) {
        const auto item = static_cast<std::size_t>(cover_.option_items[static_cast<std::size_t>(at)]);
        if (item >= covered_.size()) return false;
        if (!color_.empty()) {
            const auto color = cover_.colors[static_cast<std::size_t>(at)];
            if (covered_[item] && color && color == color_[item]) continue;  // they cover it once together
            color_[item] = color;
        }
        if (covered_[item]++ == 0) touched_.push_back(static_cast<std::int32_t>(item));
        if (covered_[item] > cover_.hi[item]) return false;
        met_ += covered_[item] == cover_.lo[item];
    }
    return true;
}

void SolutionChecker::forget() {
    for (const auto item : touched_) covered_[static_cast<std::size_t>(item)] = 0;
    touched_.clear();
    met_ = 0;
}

}  // namespace tilewright
