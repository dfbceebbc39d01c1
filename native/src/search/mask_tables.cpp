// How the items of a cover are divided into groups and cells, and its options made masks.
#include "search/mask_tables.hpp"

#include <algorithm>
#include <utility>

namespace tilewright::masks {
namespace {

// Options that cover no item twice, which bounds of 1 forbid.
bool fits(const Cover& cover, std::int64_t option) {
    return std::adjacent_find(cover.begin(option), cover.end(option)) == cover.end(option);
}

bool has_what_it_takes(const Cover& cover) {
    if (!cover.colors.empty() || cover.option_count() > most_options) return false;
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (cover.hi[item] != 1 || cover.lo[item] < 0 || cover.lo[item] > 1) return false;
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        if (std::none_of(cover.begin(o), cover.end(o), [&](auto item) { return cover.lo[item] == 1; })) return false;
    return true;
}

// Marks items of the sequence as groups, each that excludes those before it.
template <class Items>
std::int64_t gather(const Cover& cover, const ItemOptions& covering, const Items& items, std::vector<char>& grouped) {
    std::vector<char> used(static_cast<std::size_t>(cover.option_count()), false);
    grouped.assign(cover.lo.size(), false);
    std::int64_t options = 0;
    for (auto item : items) {
        const auto own = covering.of(item);
        if (own.empty() || std::any_of(own.begin(), own.end(), [&](auto o) { return used[o]; })) continue;
        for (auto o : own) used[o] = true;
        grouped[item] = true;
        options += static_cast<std::int64_t>(own.size());
    }
    return options;
}

// Whether no option covers two of the items that are not on the board.
bool exclude_one_another(const Cover& cover, const std::vector<char>& on_board) {
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        if (std::count_if(cover.begin(o), cover.end(o), [&](auto item) { return !on_board[item]; }) > 1) return false;
    return true;
}

// The items that are not on a board, if there is one; else the first items that part all options, or the last.
std::vector<char> groups_of(const Cover& cover) {
    std::vector<char> on_board(cover.lo.size(), false), grouped, others;
    for (auto item : cover.order) on_board[item] = true;
    if (!cover.order.empty() && exclude_one_another(cover, on_board)) {
        for (auto& each : on_board) each = !each;
        return on_board;
    }
    std::vector<std::int32_t> items;
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (!on_board[item]) items.push_back(item);
    const ItemOptions covering(cover);
    const auto forward = gather(cover, covering, items, grouped);
    if (!cover.order.empty() || forward == cover.option_count()) return grouped;
    std::reverse(items.begin(), items.end());
    return gather(cover, covering, items, others) > forward ? others : grouped;
}

}  // namespace

Division divide(const Cover& cover) {
    Division result;
    if (!has_what_it_takes(cover)) return result;
    const auto grouped = groups_of(cover);
    result.group.assign(cover.lo.size(), -1), result.cell.assign(cover.lo.size(), -1);
    auto place = [&](std::int32_t item) {
        if (grouped[item] || result.cell[item] >= 0) return;
        result.cell[item] = result.cells++;
    };
    for (auto item : cover.order) place(item);
    for (std::int32_t item = 0; item < cover.item_count(); ++item) place(item);
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (grouped[item]) result.group[item] = result.groups++;
    result.taken = result.cells <= 64 * most_words;
    return result;
}

template <int W>
Tables<W>::Tables(const Cover& cover, const Division& division, const Restriction& restriction)
    : groups(division.groups), segment(static_cast<std::size_t>(division.groups) + 1, -1) {
    using Row = std::vector<std::pair<Mask<W>, std::int32_t>>;
    std::vector<char> group_needed(segment.size(), false);
    std::vector<Row> rows(segment.size());
    for (std::int32_t item = 0; item < cover.item_count(); ++item) {
        if (!cover.lo[item]) continue;
        if (division.cell[item] >= 0) needed.set(division.cell[item]);
        if (division.group[item] >= 0) group_needed[division.group[item]] = true;
    }
    own.reserve(static_cast<std::size_t>(cover.option_count()));
    for (std::int32_t o = 0; o < cover.option_count(); ++o) {
        std::int32_t group = no_group;
        Mask<W> mask;
        for (auto p = cover.begin(o); p != cover.end(o); ++p) {
            if (division.cell[*p] >= 0) mask.set(division.cell[*p]);
            if (division.group[*p] >= 0) group = division.group[*p];
        }
        own.push_back({group, mask});
        if (!restriction.drops(o) && fits(cover, o)) rows[group == no_group ? groups : group].push_back({mask, o});
    }
    masks.reserve(own.size()), options.reserve(own.size());
    const auto before = [](const auto& a, const auto& b) { return a.first.before(b.first); };
    for (std::int32_t g = 0; g <= groups; ++g) {
        auto& row = rows[g];
        if (row.empty() && !group_needed[g]) continue;
        if (!std::is_sorted(row.begin(), row.end(), before)) std::sort(row.begin(), row.end(), before);
        segment[g] = static_cast<std::int32_t>(segments.size());
        const auto begin = static_cast<std::int32_t>(masks.size());
        for (const auto& [mask, option] : row) {
            distinct &= static_cast<std::int32_t>(masks.size()) == begin || masks.back() != mask;
            masks.push_back(mask), options.push_back(option);
        }
        segments.push_back(
            {g == groups ? no_group : g, group_needed[g] != 0, begin, static_cast<std::int32_t>(masks.size())});
    }
}

template <int W>
std::int32_t Tables<W>::option_of(std::int32_t group, const Mask<W>& mask) const {
    const auto& row = segments[segment[group == no_group ? groups : group]];
    const auto first = masks.begin() + row.begin, last = masks.begin() + row.end;
    const auto found = std::lower_bound(first, last, mask, [](const auto& a, const auto& b) { return a.before(b); });
    return options[found - masks.begin()];
}

template struct Tables<1>;
template struct Tables<2>;
template struct Tables<3>;
template struct Tables<4>;

}  // namespace tilewright::masks
