// See regions.hpp.
#include "tilewright/regions.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilewright {
namespace {

bool fits(std::span<const std::int64_t> start, std::span<const std::int32_t> flat) {
    return !start.empty() && start.front() == 0 && std::is_sorted(start.begin(), start.end()) &&
           start.back() == static_cast<std::int64_t>(flat.size());
}

// For each number of cells n, how many numbers below n the pieces left can cover.
std::vector<std::size_t> counted_below(std::span<const std::int32_t> totals) {
    std::vector<std::size_t> below(totals.size() + 1);
    for (std::size_t n = 0; n < totals.size(); ++n) below[n + 1] = below[n] + (totals[n] != 0);
    return below;
}

}  // namespace

RegionTest::RegionTest(RegionBoard board) : board_(board) {
    if (!fits(board.near_start, board.near) || !fits(board.start, board.items))
        throw std::invalid_argument("rows of cells and options: expected starts from 0 to the number of entries");
    cells_ = static_cast<std::int32_t>(board.near_start.size()) - 1;
    const auto is_cell = [this](std::int32_t cell) { return cell >= 0 && cell < cells_; };
    if (!std::all_of(board.near.begin(), board.near.end(), is_cell) ||
        std::any_of(board.items.begin(), board.items.end(), [](std::int32_t item) { return item < 0; }))
        throw std::invalid_argument("a cell or an item is out of range");
    seen_.resize(cells_);
}

std::vector<std::vector<std::int32_t>> RegionTest::cut_off(std::span<const std::int32_t> state,
                                                           std::span<const std::int32_t> options,
                                                           std::span<const std::int32_t> group,
                                                           std::span<const std::int32_t> totals) {
    const std::size_t width = seen_.size() + 1;
    if (state.size() != seen_.size() || group.size() != options.size() || totals.size() % width)
        throw std::invalid_argument(
            "expected a state for each cell, a group for each option, and whole rows of totals");
    std::vector<std::vector<std::size_t>> below;
    for (std::size_t row = 0; row < totals.size(); row += width)
        below.push_back(counted_below(totals.subspan(row, width)));
    std::vector<std::vector<std::int32_t>> found(options.size());
    for (std::size_t k = 0; k < options.size(); ++k) {
        const auto option = options[k], row = group[k];
        if (option < 0 || option + 1 >= static_cast<std::int64_t>(board_.start.size()) || row < 0 ||
            row >= static_cast<std::int64_t>(below.size()))
            throw std::invalid_argument("an option or a group is out of range");
        if (++mark_ == 0) std::fill(seen_.begin(), seen_.end(), 0), mark_ = 1;
        const auto items = board_.items.subspan(board_.start[option], board_.start[option + 1] - board_.start[option]);
        for (const auto item : items)
            if (item < cells_) seen_[item] = mark_;
        const auto& reached = below[row];
        for (const auto item : items) {
            if (item >= cells_) continue;
            for (auto place = board_.near_start[item]; place < board_.near_start[item + 1]; ++place) {
                const auto cell = board_.near[place];
                if (seen_[cell] == mark_ || !state[cell]) continue;
                auto region = region_from(cell, state);
                const auto least = static_cast<std::size_t>(
                    std::count_if(region.begin(), region.end(), [&](auto each) { return state[each] == 2; }));
                const bool can_be_filled = reached[region.size() + 1] > reached[least];
                if (!can_be_filled && (found[k].empty() || region.size() < found[k].size()))
                    found[k] = std::move(region);
            }
        }
        std::sort(found[k].begin(), found[k].end());
    }
    return found;
}

// The free cells that hang together with a cell and have not been reached; they are marked.
std::vector<std::int32_t> RegionTest::region_from(std::int32_t cell, std::span<const std::int32_t> state) {
    std::vector<std::int32_t> region{cell};
    seen_[cell] = mark_;
    for (std::size_t next = 0; next < region.size(); ++next)
        for (auto place = board_.near_start[region[next]]; place < board_.near_start[region[next] + 1]; ++place)
            if (const auto other = board_.near[place]; state[other] && seen_[other] != mark_)
                seen_[other] = mark_, region.push_back(other);
    return region;
}

}  // namespace tilewright
