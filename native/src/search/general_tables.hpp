// What the general engine knows of a cover before it searches: options as bits, items as rows of them, slacks.
//
// Options are numbered anew, neighbours together, so that the options of an item span few words; the items that need
// something come first. Covers that are small enough get tables half as wide, of which a level's copy fits the cache.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cover/colors.hpp"
#include "search/restriction.hpp"
#include "tilewright/cover.hpp"

namespace tilewright::general {

// Slack of an item that needs nothing is `met`. It drifts down as the item's options go, but never to `met / 2`, and no
// real slack comes near that.
struct Small {  // states are copied; the hot tables are half as wide
    static constexpr bool copied = true;
    using Slack = std::int16_t;
    using Entry = std::uint16_t;
    static constexpr std::int32_t most_options = 8000, most_items = 4000;
    static constexpr Slack met = 3 * 8192;
    static_assert(most_options < met / 2 && most_items < 1 << 16);
};
struct Large {  // going back replays the cleared bits
    static constexpr bool copied = false;
    using Slack = std::int32_t;
    using Entry = std::int32_t;
    static constexpr Slack met = 1 << 30;
    static_assert(most_entries < met / 2);
};

struct Chunk {
    std::int32_t word;
    std::uint64_t bits;
};

struct Repeat {  // an option that covers an item several times
    std::int32_t option, times;
};

struct Range {
    std::int32_t begin = -1, end = -1;
};

struct Head {
    std::int32_t item = -1;  // -1: the options of the word differ
    bool alone = true;       // no option of the word lowers the slack of any other item
};

struct Shared {               // an option's share in an item with colors
    std::int32_t item, same;  // row of the item's options, and of those of the same color; -1: it has none
};

template <class Size>
struct Tables {
    using Slack = typename Size::Slack;
    // The options that the restriction drops are in no solution of the search.
    Tables(const Cover& cover, const Restriction& restriction);
    const Chunk* chunks_begin(std::int32_t item) const { return chunks.data() + chunk_start[item]; }
    const Chunk* chunks_end(std::int32_t item) const { return chunks.data() + chunk_start[item + 1]; }
    // Calls do_with(word, bits) with the options that give the item another color, until it returns false; what it
    // returned last.
    template <class Do>
    bool for_other_colors(const Shared& share, Do do_with) const {
        auto same = share.same < 0 ? chunks_end(share.item) : chunks_begin(share.same);
        const auto last_same = share.same < 0 ? same : chunks_end(share.same);
        for (auto chunk = chunks_begin(share.item); chunk != chunks_end(share.item); ++chunk) {
            auto bits = chunk->bits;
            if (same != last_same && same->word == chunk->word) bits &= ~same++->bits;
            if (!do_with(chunk->word, bits)) return false;
        }
        return true;
    }

    std::int32_t items = 0, required = 0;  // the items that need something are numbered first, in the cover's order
    std::int32_t words = 0;
    std::vector<std::int32_t> number;  // option -> own number; neighbours share words, so items span few
    std::vector<std::int32_t> option;  // and back
    std::vector<std::int32_t> lo, hi;  // by own number
    std::vector<Slack> slack;
    std::vector<std::int32_t> start;
    std::vector<typename Size::Entry> entries;  // option -> own numbers of its items ascending, with repetition
    // option -> what of its entries its going lowers the slack of: items that need something, the word's head left out
    std::vector<Range> counted;
    std::vector<Head> head;  // word -> the first item of all its options
    // item -> its options as chunks; row `items` holds all options, the next ones those of each color of an item
    std::vector<std::int32_t> chunk_start;
    std::vector<Chunk> chunks;
    std::vector<std::vector<Repeat>> repeats;
    std::vector<std::uint64_t> all;
    // option -> its shares, if any option has some. Items with colors need nothing, so they have no entries and no slack.
    std::vector<std::int32_t> shared_start;
    std::vector<Shared> shared;

  private:
    void count_entries(const std::vector<Chunk>& usable);
    template <class IsUsable>
    void share(const Cover& cover, const ColorGroups& groups, IsUsable is_usable,
               const std::vector<std::int32_t>& item_number, std::vector<std::vector<Chunk>>& rows);
};

inline std::vector<std::int32_t> own_numbers(const Cover& cover) {
    std::vector<std::int32_t> number(cover.lo.size(), -1);
    std::int32_t next = 0;
    auto place = [&](std::int32_t item) {
        if (number[item] < 0) number[item] = next++;
    };
    for (auto item : cover.order)
        if (cover.lo[item] > 0) place(item);
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (cover.lo[item] > 0) place(item);
    for (std::int32_t item = 0; item < cover.item_count(); ++item) place(item);
    return number;
}

// Whether the option covers no item more often than allowed.
inline bool fits_alone(const Cover& cover, std::int64_t option) {
    std::int32_t times = 0;
    for (auto p = cover.begin(option); p != cover.end(option); ++p) {
        times = p != cover.begin(option) && p[-1] == *p ? times + 1 : 1;
        if (times > cover.hi[*p]) return false;
    }
    return true;
}

// Of each option the own numbers of its items without colors, ascending and end to end.
class OwnItems {
  public:
    OwnItems(const Cover& cover, const ColorGroups& groups, const std::vector<std::int32_t>& item_number) {
        items_.reserve(cover.option_items.size());
        for (std::int64_t o = 0; o < cover.option_count(); ++o) {
            for (auto p = cover.begin(o); p != cover.end(o); ++p)
                if (!groups.colored(*p)) items_.push_back(item_number[*p]);
            std::sort(items_.begin() + start_.back(), items_.end());
            start_.push_back(static_cast<std::int64_t>(items_.size()));
        }
    }
    std::span<const std::int32_t> of(std::int32_t option) const {
        return {items_.data() + start_[option], items_.data() + start_[option + 1]};
    }
    // The options in ascending order of these numbers, equal ones by their own: first dealt out by their first items, of
    // which there are `items`.
    std::vector<std::int32_t> sorted(std::int32_t items) const {
        struct Key {
            std::uint64_t next;  // two items, which settle most comparisons
            std::int32_t option;
        };
        const auto options = static_cast<std::int32_t>(start_.size()) - 1;
        std::vector<std::int32_t> begin(static_cast<std::size_t>(items) + 2, 0);
        for (std::int32_t o = 0; o < options; ++o) ++begin[place(o, 0) + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        std::vector<Key> keys(static_cast<std::size_t>(options));
        auto next = begin;
        for (std::int32_t o = 0; o < options; ++o)
            keys[next[place(o, 0)]++] = {static_cast<std::uint64_t>(place(o, 1)) << 32 | place(o, 2), o};
        for (std::size_t first = 0; first + 1 < begin.size(); ++first)
            std::sort(keys.begin() + begin[first], keys.begin() + begin[first + 1], [&](const Key& a, const Key& b) {
                if (a.next != b.next) return a.next < b.next;
                const auto x = of(a.option), y = of(b.option);
                const auto [p, q] = std::mismatch(x.begin(), x.end(), y.begin(), y.end());
                if (p == x.end() && q == y.end()) return a.option < b.option;
                return p == x.end() || (q != y.end() && *p < *q);
            });
        std::vector<std::int32_t> result;
        result.reserve(keys.size());
        for (const auto& key : keys) result.push_back(key.option);
        return result;
    }

  private:
    // One more than the k-th of the option's numbers, or 0.
    std::uint32_t place(std::int32_t option, std::size_t k) const {
        const auto own = of(option);
        return k < own.size() ? static_cast<std::uint32_t>(own[k]) + 1 : 0;
    }

    std::vector<std::int64_t> start_{0};
    std::vector<std::int32_t> items_;
};

inline void mark(std::vector<Chunk>& row, std::int32_t option) {
    if (row.empty() || row.back().word != option / 64) row.push_back({option / 64, 0});
    row.back().bits |= std::uint64_t{1} << (option % 64);
}

template <class Size>
Tables<Size>::Tables(const Cover& cover, const Restriction& restriction) : items(cover.item_count()) {
    const auto item_number = own_numbers(cover);
    const ColorGroups groups(cover);
    const auto options = static_cast<std::int32_t>(cover.option_count());
    words = (options + 63) / 64;
    lo.resize(items), hi.resize(items), slack.resize(items), repeats.resize(items);
    for (std::int32_t item = 0; item < items; ++item) {
        lo[item_number[item]] = cover.lo[item];
        hi[item_number[item]] = cover.hi[item];
        required += cover.lo[item] > 0;
    }
    const OwnItems own_items(cover, groups, item_number);
    const auto is_usable = [&](std::int32_t o) { return !restriction.drops(o) && fits_alone(cover, o); };
    option = own_items.sorted(items);
    number.resize(options);
    std::vector<std::vector<Chunk>> rows(items + 1);
    start.push_back(0);
    for (std::int32_t o = 0; o < options; ++o) {
        number[option[o]] = o;
        const bool usable = is_usable(option[o]);
        if (usable) mark(rows[items], o);
        std::int32_t times = 0, before = -1;
        for (auto item : usable ? own_items.of(option[o]) : std::span<const std::int32_t>{}) {
            entries.push_back(static_cast<typename Size::Entry>(item));
            ++slack[item];
            mark(rows[item], o);
            times = item == before ? times + 1 : 1;
            before = item;
            if (times == 2) repeats[item].push_back({o, 2});
            if (times > 2) repeats[item].back().times = times;
        }
        start.push_back(static_cast<std::int32_t>(entries.size()));
    }
    for (std::int32_t item = 0; item < items; ++item)
        slack[item] = lo[item] > 0 ? static_cast<Slack>(std::max(slack[item] - lo[item], -1)) : Size::met;
    count_entries(rows[items]);
    if (groups.any()) share(cover, groups, is_usable, item_number, rows);
    all.assign(words, 0);
    for (const auto& chunk : rows[items]) all[chunk.word] = chunk.bits;
    chunk_start.push_back(0);
    for (const auto& row : rows) {
        chunks.insert(chunks.end(), row.begin(), row.end());
        chunk_start.push_back(static_cast<std::int32_t>(chunks.size()));
    }
}

// Fills `counted` and `head`. Options are sorted by their items, so whole words often begin with the same one.
template <class Size>
void Tables<Size>::count_entries(const std::vector<Chunk>& usable) {
    head.assign(words, {});
    const auto first = [&](std::int32_t o) { return start[o] < start[o + 1] ? entries[start[o]] : required; };
    for (const auto& chunk : usable) {
        const auto lowest = first(chunk.word * 64 + std::countr_zero(chunk.bits));
        const auto highest = first(chunk.word * 64 + 63 - std::countl_zero(chunk.bits));
        if (lowest == highest && lowest < required) head[chunk.word].item = lowest;
    }
    for (std::int32_t o = 0; o < static_cast<std::int32_t>(option.size()); ++o) {
        const auto begin = entries.begin() + start[o], end = entries.begin() + start[o + 1];
        const auto needed = std::lower_bound(begin, end, required) - entries.begin();
        const auto skipped = begin != end && head[o / 64].item >= 0;
        counted.push_back({start[o] + skipped, static_cast<std::int32_t>(needed)});
        head[o / 64].alone &= counted.back().begin == counted.back().end;
    }
}

template <class Size>
template <class IsUsable>
void Tables<Size>::share(const Cover& cover, const ColorGroups& groups, IsUsable is_usable,
                         const std::vector<std::int32_t>& item_number, std::vector<std::vector<Chunk>>& rows) {
    const auto first = static_cast<std::int32_t>(rows.size());
    rows.resize(rows.size() + groups.item.size());
    shared_start.push_back(0);
    for (std::int32_t o = 0; o < static_cast<std::int32_t>(option.size()); ++o) {
        const bool usable = is_usable(option[o]);
        for (auto p = cover.begin(option[o]); usable && p != cover.end(option[o]); ++p) {
            if (!groups.binds(*p)) continue;
            const auto group = groups.of_entry[cover.entry(p)];
            shared.push_back({item_number[*p], group < 0 ? -1 : first + group});
            mark(rows[item_number[*p]], o);
            if (group >= 0) mark(rows[first + group], o);
        }
        shared_start.push_back(static_cast<std::int32_t>(shared.size()));
    }
}

}  // namespace tilewright::general
