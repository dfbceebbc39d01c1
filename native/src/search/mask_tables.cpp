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

// Those of which a board is made are better cells; else the first items that part all options, or the last.
std::vector<char> groups_of(const Cover& cover) {
    const ItemOptions covering(cover);
    std::vector<char> on_board(cover.lo.size(), false), grouped, others;
    for (auto item : cover.order) on_board[item] = true;
    std::vector<std::int32_t> items;
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (!on_board[item]) items.push_back(item);
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
    if (result.cells > 64 * most_words) return result;
    std::vector<std::int32_t> options(static_cast<std::size_t>(cover.option_count()));
    for (std::size_t o = 0; o < options.size(); ++o) options[o] = static_cast<std::int32_t>(o);
    const auto less = [&](std::int32_t a, std::int32_t b) {
        return std::lexicographical_compare(cover.begin(a), cover.end(a), cover.begin(b), cover.end(b));
    };
    std::sort(options.begin(), options.end(), less);
    const auto twice = std::adjacent_find(options.begin(), options.end(), [&](auto a, auto b) { return !less(a, b); });
    result.taken = twice == options.end();
    return result;
}

template <int W>
Tables<W>::Tables(const Cover& cover, const Division& division, const Restriction& restriction)
    : groups(division.groups), sorted(static_cast<std::size_t>(division.groups) + 1) {
    std::vector<char> group_needed(sorted.size(), false);
    for (std::int32_t item = 0; item < cover.item_count(); ++item) {
        if (!cover.lo[item]) continue;
        if (division.cell[item] >= 0) needed.set(division.cell[item]);
        if (division.group[item] >= 0) group_needed[division.group[item]] = true;
    }
    std::vector<std::vector<Mask<W>>> rows(sorted.size());
    for (std::int32_t o = 0; o < cover.option_count(); ++o) {
        std::int32_t group = no_group;
        Mask<W> mask;
        for (auto p = cover.begin(o); p != cover.end(o); ++p) {
            if (division.cell[*p] >= 0) mask.set(division.cell[*p]);
            if (division.group[*p] >= 0) group = division.group[*p];
        }
        own.push_back({group, mask});
        if (restriction.drops(o) || !fits(cover, o)) continue;
        rows[place(group)].push_back(mask);
        sorted[place(group)].push_back({mask, o});
    }
    for (std::int32_t g = 0; g <= groups; ++g) {
        std::sort(sorted[g].begin(), sorted[g].end());
        if (rows[g].empty() && !group_needed[g]) continue;
        const auto begin = static_cast<std::int32_t>(masks.size());
        masks.insert(masks.end(), rows[g].begin(), rows[g].end());
        segments.push_back(
            {g == groups ? no_group : g, group_needed[g] != 0, begin, static_cast<std::int32_t>(masks.size())});
    }
}

template <int W>
std::int32_t Tables<W>::option_of(std::int32_t group, const Mask<W>& mask) const {
    const auto& row = sorted[place(group)];
    return std::lower_bound(row.begin(), row.end(), std::pair<Mask<W>, std::int32_t>{mask, -1})->second;
}

template struct Tables<1>;
template struct Tables<2>;
template struct Tables<3>;
template struct Tables<4>;

}  // namespace tilewright::masks
