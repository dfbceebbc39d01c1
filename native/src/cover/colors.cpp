#include "cover/colors.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tilewright/wide.hpp"

namespace tilewright {
namespace {

std::uint64_t ones(std::int32_t count) { return (std::uint64_t{1} << count) - 1; }

// Sets of half of so many bits; there are at most 2^31 colors, so that 34 bits are always enough.
std::int64_t half_sets(std::int32_t bits) {
    std::int64_t sets = 1;
    for (std::int32_t k = 1; k <= bits / 2; ++k) sets = sets * (bits - k + 1) / k;
    return sets;
}

std::int32_t field_width(std::int64_t colors, bool bare) {
    if (colors + bare < 2) return 0;
    std::int32_t bits = 2;  // of one, a set of half would be all or nothing: no room for an option without a color
    while (half_sets(bits) < colors) ++bits;
    return bits;
}

// The next larger number with as many bits set (Gosper's hack).
std::uint64_t next_set(std::uint64_t set) {
    const auto last = lowest(set), carried = set + last;
    return carried | ((set ^ carried) / last >> 2);
}

}  // namespace

ColorGroups::ColorGroups(const Cover& cover) {
    if (cover.colors.empty()) return;
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    bare.assign(cover.lo.size(), 0);
    for (std::size_t e = 0; e < cover.colors.size(); ++e) {
        if (cover.colors[e])
            pairs.emplace_back(cover.option_items[e], cover.colors[e]);
        else
            bare[cover.option_items[e]] = 1;
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    start.assign(cover.lo.size() + 1, 0);
    for (const auto& pair : pairs) item.push_back(pair.first), ++start[pair.first + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    of_entry.assign(cover.colors.size(), -1);
    for (std::size_t e = 0; e < cover.colors.size(); ++e)
        if (const std::pair pair(cover.option_items[e], cover.colors[e]); pair.second) {
            const auto first = pairs.begin() + start[pair.first], last = pairs.begin() + start[pair.first + 1];
            of_entry[e] = static_cast<std::int32_t>(std::lower_bound(first, last, pair) - pairs.begin());
        }
}

ColorCodes::ColorCodes(const Cover& cover) : groups_(cover) {
    if (!groups_.any()) return;
    for (std::int32_t i = 0; i < cover.item_count(); ++i) {
        const auto colors = groups_.start[i + 1] - groups_.start[i];
        width_.push_back(colors ? field_width(colors, groups_.bare[i]) : 0);
        std::uint64_t code = ones(width_.back() / 2);
        for (auto k = colors; k-- > 0; code = width_.back() ? next_set(code) : 0) code_.push_back(code);
    }
}

ColorCodes::Masks ColorCodes::masks(std::int32_t item, std::int64_t entry) const {
    const auto all = ones(width_[item]);
    const auto group = groups_.of_entry[entry];
    if (group < 0) return {all, all};
    return {code_[group], all & ~code_[group]};
}

}  // namespace tilewright
