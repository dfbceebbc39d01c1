// Where the sweep's items stand, and in what sequence it is worth sweeping them.
#include <algorithm>
#include <limits>
#include <numeric>

#include "sweep/tables.hpp"

namespace tilewright::sweep {
namespace {

constexpr std::int64_t many_options = 20000;                              // below, tables are never large
constexpr std::int64_t table_room = 128 << 20, table_room_an_entry = 24;  // bytes

bool once(const Cover& cover, std::int32_t item) { return cover.lo[item] == 1 && cover.hi[item] == 1; }

// The most times an item can matter to be covered: its bound, no bound counting beyond what is needed.
std::int32_t width(const Cover& cover, std::int32_t item) {
    return cover.hi[item] == unlimited ? cover.lo[item] : cover.hi[item];
}

// Bits of the state that belong to an item: one where it is covered at most once, the code of its color, or one for each
// time that matters and one above them, which takes the carry of a full field.
std::int64_t bits_of(const Cover& cover, const ColorCodes& codes, std::int32_t item) {
    if (codes.colored(item)) return codes.width(item);
    if (cover.hi[item] == 1) return 1;
    const std::int64_t wide = width(cover, item);
    return wide ? wide + 1 : 0;
}

// Starts where the fewest options are; goes on with the neighbour of what is ordered that the fewest options cover
// which avoid all that is ordered: those will be the options to try there.
std::vector<std::int32_t> greedy(const Cover& cover, const ItemOptions& covering,
                                 const std::vector<std::int32_t>& given) {
    std::vector<std::int32_t> left(cover.lo.size()), sequence;
    for (auto item : given) left[item] = static_cast<std::int32_t>(covering.of(item).size());
    sequence.reserve(given.size());
    std::vector<char> met(cover.option_count(), 0), near(cover.lo.size(), 0), placed(cover.lo.size(), 0);
    while (sequence.size() < given.size()) {
        std::int32_t best = -1;
        for (auto item : given)
            if (!placed[item] &&
                (best < 0 || near[item] > near[best] || (near[item] == near[best] && left[item] < left[best])))
                best = item;
        placed[best] = 1;
        sequence.push_back(best);
        for (auto o : covering.of(best)) {
            if (!met[o])
                for (auto p = cover.begin(o), last = cover.end(o); p != last; ++p) --left[*p];
            met[o] = 1;
            if (cover.adjacent_start.empty())
                for (auto p = cover.begin(o); p != cover.end(o); ++p) near[*p] = 1;
        }
        if (!cover.adjacent_start.empty())
            for (auto a = cover.adjacent_start[best]; a < cover.adjacent_start[best + 1]; ++a)
                near[cover.adjacent_items[a]] = 1;
    }
    return sequence;
}

// How far apart the first and the last item of an option stand, summed over all, or more than `most`: the fewer items the
// state stretches over, the fewer states there are.
std::int64_t stretch(const Cover& cover, const ItemOptions& covering, const std::vector<std::int32_t>& sequence,
                     std::int64_t most = no_bound) {
    std::vector<std::int32_t> place_of_last(cover.option_count(), -1);
    auto* last = place_of_last.data();
    std::int64_t sum = 0;
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(sequence.size()) && sum <= most; ++k)
        for (auto o : covering.of(sequence[k])) {
            sum += last[o] < 0 ? 0 : k - last[o];
            last[o] = k;
        }
    return sum;
}

// Bytes that the tables of fits would take, about, the items in their own sequence: a table for every 64 options that
// begin at one item and every 8 items that these cover. On a board that is little; where options are strewn over all
// items it may be gigabytes, and minutes.
std::int64_t table_bytes(const Cover& cover) {
    constexpr std::int64_t bytes_a_chunk = 256 * 8, options_a_block = 64;
    const auto chunks = cover.lo.size() / 8 + 1;
    std::vector<std::vector<std::int32_t>> by_first(cover.lo.size());
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        if (cover.begin(o) != cover.end(o)) by_first[*cover.begin(o)].push_back(static_cast<std::int32_t>(o));
    std::vector<std::int64_t> seen(chunks, 0);  // the block that touched a chunk last
    std::int64_t block = 0, touched = 0;
    for (const auto& options : by_first)
        for (std::size_t k = 0; k < options.size(); ++k) {
            block += k % options_a_block == 0;
            for (auto p = cover.begin(options[k]); p != cover.end(options[k]); ++p)
                if (seen[*p / 8] != block) seen[*p / 8] = block, ++touched;
        }
    return touched * bytes_a_chunk;
}

// What is wrong with an option, if anything.
std::string unfit_option(const Cover& cover) {
    const bool repeats =
        std::any_of(cover.hi.begin(), cover.hi.end(), [](auto most) { return most > 1; });  // only then items may
    for (std::int64_t o = 0; o < cover.option_count(); ++o) {
        const auto begin = cover.begin(o), end = cover.end(o);
        if (repeats && std::adjacent_find(begin, end) != end)
            return "option " + std::to_string(o) + " covers an item several times";
        if (std::none_of(begin, end, [&](auto item) { return once(cover, item); }))
            return "option " + std::to_string(o) + " covers no item that must be covered exactly once";
    }
    return {};
}

}  // namespace

std::string refusal(const Cover& cover) {
    std::int64_t bits = 0;
    const ColorCodes codes(cover);
    for (std::int32_t item = 0; item < cover.item_count(); ++item) bits += bits_of(cover, codes, item);
    if (bits > 64 * most_words)
        return "its state has " + std::to_string(bits) + " bits: expected at most " + std::to_string(64 * most_words);
    if (const auto places = cover.option_count() * ((bits + 63) / 64) * 2;
        places > std::numeric_limits<std::int32_t>::max())
        return "its options take " + std::to_string(places) + " words: expected at most 2147483647";
    if (auto reason = unfit_option(cover); !reason.empty()) return reason;
    if (cover.option_count() < many_options) return {};
    const auto entries = static_cast<std::int64_t>(cover.option_items.size());
    if (const auto bytes = table_bytes(cover); bytes > table_room + table_room_an_entry * entries)
        return "its tables would take about " + std::to_string(bytes >> 20) +
               " MB: its options are strewn over the items";
    return {};
}

Layout layout(const Cover& cover, const ColorCodes& codes, const std::vector<std::int32_t>& sequence) {
    Layout result;
    const auto items = cover.lo.size();
    result.bit.assign(items, -1);
    result.field.resize(items);
    std::int32_t next = 0;
    for (auto item : sequence) result.bit[item] = next++;
    result.swept = next;
    for (std::size_t item = 0; item < items; ++item)
        if (cover.lo[item] == 0 && cover.hi[item] == 1 && !codes.colored(static_cast<std::int32_t>(item)))
            result.bit[item] = next++;
    for (std::int32_t item = 0; item < cover.item_count(); ++item) {
        const auto wide = width(cover, item);
        if (result.bit[item] >= 0 || wide == 0 || codes.colored(item)) continue;
        result.field[item] = {next, wide};
        next += wide + 1;
    }
    for (std::int32_t item = 0; !cover.colors.empty() && item < cover.item_count(); ++item) {
        result.color.push_back({next, codes.width(item)});
        next += codes.width(item);
    }
    result.words = 1;
    while (64 * result.words < next) result.words = next_width(result.words);
    result.needed.assign(result.words, 0);
    auto need = [&](std::int32_t bit) { result.needed[bit / 64] |= std::uint64_t{1} << (bit % 64); };
    for (std::int32_t bit = 0; bit < result.swept; ++bit) need(bit);
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        for (std::int32_t k = 0; k < (result.field[item].width ? cover.lo[item] : 0); ++k)
            need(result.field[item].first + k);
    return result;
}

std::vector<std::vector<std::int32_t>> sequences(const Cover& cover, const ItemOptions& covering) {
    std::vector<std::int32_t> board, rest;
    std::vector<char> placed(cover.lo.size(), 0);
    for (auto item : cover.order) {
        if (once(cover, item)) board.push_back(item);
        placed[item] = 1;
    }
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (once(cover, item) && !placed[item]) rest.push_back(item);
    if (board.empty()) board.swap(rest);
    auto other = greedy(cover, covering, board);
    if (const auto mine = stretch(cover, covering, board); stretch(cover, covering, other, mine) < mine)
        board.swap(other);
    std::vector<std::vector<std::int32_t>> result{board, other, board};
    std::reverse(result[2].begin(), result[2].end());
    for (auto& sequence : result) sequence.insert(sequence.end(), rest.begin(), rest.end());
    return result;
}

}  // namespace tilewright::sweep
