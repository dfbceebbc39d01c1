// Counts how often each item is covered, and nothing else. A count belongs to the solution whose number stands beside it, so
// that nothing is reset between solutions, and whether something is missing is told by how many demands were met: a
// solution costs what its options cover, however large the cover is.
//
// Where at most 256 items may be covered once at most, an option is a mask of these: options are a solution when no two of
// their masks meet, together they hold all items that are needed, and the counts of what else they cover are right. The
// masks are made when as many options were looked at in solutions as the cover has: 1.3 million tilings of 5x9 take 14 ms
// instead of 140.
#include "tilewright/check.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace tilewright {
namespace {

constexpr std::size_t bits = 64, most_words = 4;

}  // namespace

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
    prepare_masks(options.size());
    for (std::size_t k = 0; k + 1 < start.size(); ++k) {
        if (start[k] < 0 || start[k] > start[k + 1] || start[k + 1] > static_cast<std::int64_t>(options.size()))
            throw std::invalid_argument("the starts of the solutions do not ascend within their options");
        const auto first = static_cast<std::size_t>(start[k]), last = static_cast<std::size_t>(start[k + 1]);
        if (!passes(options.subspan(first, last - first))) bad.push_back(static_cast<std::int64_t>(k));
    }
    return bad;
}

void SolutionChecker::prepare_masks(std::size_t more_options) {
    options_seen_ += more_options;
    if (masks_ == Masks::unmade && options_seen_ >= cover_.option_start.size())
        masks_ = make_masks() ? Masks::made : Masks::unsuitable;
}

// Whether the cover is one of small masks, which are made.
bool SolutionChecker::make_masks() {
    if (!cover_.colors.empty() || cover_.option_start.empty()) return false;
    std::vector<std::int32_t> bit_of_item(items_.size(), -1);
    needed_.assign(most_words, 0);
    std::size_t once = 0;
    for (std::size_t item = 0; item < items_.size(); ++item) {
        const auto [lo, hi] = std::pair(items_[item].lo, items_[item].hi);
        if (hi != 1 || lo > 1) {
            counted_demands_ += lo > 0;
            continue;
        }
        if (once == most_words * bits) return false;
        if (lo == 1) needed_[once / bits] |= std::uint64_t{1} << once % bits;
        bit_of_item[item] = static_cast<std::int32_t>(once++);
    }
    words_ = (once + bits - 1) / bits;
    mask_.assign(words_ * (cover_.option_start.size() - 1), 0);
    counted_start_ = {0};
    for (std::size_t option = 0; option + 1 < cover_.option_start.size(); ++option)
        if (!make_mask(option, bit_of_item)) return false;
    return true;
}

// Whether the option has a mask, and covers each item of it once.
bool SolutionChecker::make_mask(std::size_t option, std::span<const std::int32_t> bit_of_item) {
    const auto first = cover_.option_start[option], last = cover_.option_start[option + 1];
    if (first < 0 || last < first || last > static_cast<std::int64_t>(cover_.option_items.size())) return false;
    bool any = false;
    for (auto at = first; at < last; ++at) {
        const auto item = cover_.option_items[static_cast<std::size_t>(at)];
        if (static_cast<std::size_t>(item) >= items_.size()) return false;
        const auto place = bit_of_item[static_cast<std::size_t>(item)];
        if (place < 0) {
            counted_items_.push_back(item);
            continue;
        }
        auto& word = mask_[option * words_ + static_cast<std::size_t>(place) / bits];
        const auto bit = std::uint64_t{1} << static_cast<std::size_t>(place) % bits;
        if (word & bit) return false;
        word |= bit, any = true;
    }
    counted_start_.push_back(counted_items_.size());
    return any;
}

bool SolutionChecker::passes(std::span<const std::int32_t> options) {
    if (masks_ != Masks::made) return is_solution(options);
    const bool fits = words_ == 1   ? passes_masks<1>(options)
                      : words_ == 2 ? passes_masks<2>(options)
                      : words_ == 3 ? passes_masks<3>(options)
                                    : passes_masks<most_words>(options);
    return fits && ((!counted_demands_ && counted_items_.empty()) || passes_counts(options));
}

// An option that is taken twice meets itself.
template <std::size_t Words>
bool SolutionChecker::passes_masks(std::span<const std::int32_t> options) const {
    const auto count = cover_.option_start.size() - 1;
    std::array<std::uint64_t, Words> covered{};
    std::uint64_t met = 0;
    for (const auto option : options) {
        const auto number = static_cast<std::size_t>(option);
        if (option < 0 || number >= count) return false;
        for (std::size_t word = 0; word < Words; ++word) {
            const auto mask = mask_[number * Words + word];
            met |= covered[word] & mask;
            covered[word] |= mask;
        }
    }
    std::uint64_t missing = 0;
    for (std::size_t word = 0; word < Words; ++word) missing |= needed_[word] & ~covered[word];
    return !met && !missing;
}

// Of options that pass by their masks, so that all of them are there.
bool SolutionChecker::passes_counts(std::span<const std::int32_t> options) {
    ++solution_, met_ = 0;
    for (const auto option : options) {
        const auto number = static_cast<std::size_t>(option);
        for (auto at = counted_start_[number]; at < counted_start_[number + 1]; ++at)
            if (!count(current(static_cast<std::size_t>(counted_items_[at])))) return false;
    }
    return met_ == counted_demands_;
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
        auto& item = current(number_of_item);
        if (!cover_.colors.empty()) {
            const auto color = cover_.colors[static_cast<std::size_t>(at)];
            if (item.covered && color && color == item.color) continue;  // they cover it once together
            item.color = color;
        }
        if (!count(item)) return false;
    }
    return true;
}

// An item with the count of this solution.
SolutionChecker::Item& SolutionChecker::current(std::size_t number) {
    auto& item = items_[number];
    if (item.solution != solution_) item.solution = solution_, item.covered = item.color = 0;
    return item;
}

// Cover an item once more; false where that is too often.
bool SolutionChecker::count(Item& item) {
    if (++item.covered > item.hi) return false;
    met_ += item.covered == item.lo;
    return true;
}

}  // namespace tilewright
