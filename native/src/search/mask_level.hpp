// A node of the search over masks: the options that are left, and of each cell how many of them cover it.
//
// A child's options are those of its parent that meet no cell taken: one pass, which copies every mask and moves on only
// past one that stays, so that no branch is mispredicted. The second pass adds up what stays, all cells of a word at
// once: bit k of `ones`, `twos` and `fours` are the binary digits of the number of options that cover cell k, and
// `many` has those covered by eight or more. Four masks at a time go through full adders, 4.5 operations a mask where
// adding one by one takes 7. Two, four or eight lanes of vector registers were tried: within 5 % of one, either way, for most lists
// are short.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/mask_tables.hpp"

namespace tilewright::masks {

template <int W>
struct Level {
    std::vector<Mask<W>> masks;  // with room for three more
    std::vector<Segment> segments;
    std::int32_t groups_needed = 0;
    Mask<W> needed;                   // cells
    Mask<W> ones, twos, fours, many;  // of all cells
    bool single = false;              // a group that is needed has one option

    bool solved() const { return !groups_needed && needed.empty(); }
    // The options of the other level, or of this, that meet no cell taken and are of no group gone. False: a group that is
    // needed has none.
    template <class IsGone>
    bool take_over(const Level& from, const Mask<W>& taken, IsGone is_gone);
    std::int32_t options(std::int32_t cell) const;
    // The cell that is needed and in fewest options, the first of them, if these are fewer than `most`; else -1.
    std::int32_t tightest(std::int32_t& most) const;

  private:
    void add_up(std::int32_t count);
};

// Two more addends; what they carry is `carry`.
template <int W>
[[gnu::always_inline]] inline void add(Mask<W>& sum, const Mask<W>& a, const Mask<W>& b, Mask<W>& carry) {
    const auto differ = sum ^ a;
    carry = (sum & a) | (differ & b);
    sum = differ ^ b;
}

template <int W>
[[gnu::always_inline]] inline void Level<W>::add_up(std::int32_t count) {
    Mask<W> one, two, four, more;
    const auto* mask = masks.data();
    for (const auto* last = mask + count; mask < last; mask += 4) {
        Mask<W> first, second, both;
        add(one, mask[0], mask[1], first);
        add(one, mask[2], mask[3], second);
        add(two, first, second, both);
        more = more | (four & both);
        four = four ^ both;
    }
    ones = one, twos = two, fours = four, many = more;
}

template <int W>
template <class IsGone>
bool Level<W>::take_over(const Level& from, const Mask<W>& taken, IsGone is_gone) {
    const auto room = static_cast<std::size_t>(from.segments.empty() ? 0 : from.segments.back().end) + 3;
    if (masks.size() < room) masks.resize(room);
    if (segments.size() < from.segments.size()) segments.resize(from.segments.size());
    auto* const out = masks.data();
    std::int32_t count = 0;
    std::size_t kept = 0;
    single = false;
    for (const auto& segment : from.segments) {
        if (is_gone(segment.group)) continue;
        const auto begin = count;
        const auto* const last = from.masks.data() + segment.end;
        for (const auto* in = from.masks.data() + segment.begin; in != last; ++in) {
            const auto mask = *in;
            out[count] = mask;
            count += !mask.meets(taken);
        }
        if (count == begin) {
            if (segment.needed) return false;
            continue;
        }
        single |= segment.needed && count == begin + 1;
        segments[kept++] = {segment.group, segment.needed, begin, count};
    }
    segments.resize(kept);
    for (int k = 0; k < 3; ++k) out[count + k] = {};
    add_up(count);
    return true;
}

template <int W>
std::int32_t Level<W>::options(std::int32_t cell) const {
    std::int32_t count = 0;
    for (auto mask = masks.data(), last = mask + (segments.empty() ? 0 : segments.back().end); mask != last; ++mask)
        count += mask->has(cell);
    return count;
}

template <int W>
std::int32_t Level<W>::tightest(std::int32_t& most) const {
    const auto first = [](const Mask<W>& cells) {
        int w = 0;
        while (w < W && !cells.word[w]) ++w;
        return w == W ? -1 : w * 64 + std::countr_zero(cells.word[w]);
    };
    const auto few = needed.without(many);
    for (std::int32_t number = 2; number < 8 && number < most; ++number) {
        auto cells = number & 1 ? few & ones : few.without(ones);
        cells = number & 2 ? cells & twos : cells.without(twos);
        cells = number & 4 ? cells & fours : cells.without(fours);
        if (const auto cell = first(cells); cell >= 0) {
            most = number;
            return cell;
        }
    }
    if (most <= 8) return -1;
    std::array<std::int32_t, 64 * W> number{};
    for (auto mask = masks.data(), last = mask + (segments.empty() ? 0 : segments.back().end); mask != last; ++mask)
        for (int w = 0; w < W; ++w)
            for (auto cells = mask->word[w]; cells; cells &= cells - 1) ++number[w * 64 + std::countr_zero(cells)];
    std::int32_t result = -1;
    for (std::int32_t cell = 0; cell < 64 * W; ++cell)
        if (needed.has(cell) && number[cell] < most) most = number[cell], result = cell;
    return result;
}

}  // namespace tilewright::masks
