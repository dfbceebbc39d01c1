// Where the sweep's items stand, and in what sequence it is worth sweeping them.
#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>

#include "sweep.hpp"

namespace tilewright::sweep {
namespace {

constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();

bool once(const Cover& cover, std::int32_t item) { return cover.lo[item] == 1 && cover.hi[item] == 1; }

// The most times an item can matter to be covered: its bound, no bound counting beyond what is needed.
std::int32_t width(const Cover& cover, std::int32_t item) {
    return cover.hi[item] == unlimited ? cover.lo[item] : cover.hi[item];
}

std::vector<std::vector<std::int32_t>> options_of_items(const Cover& cover) {
    std::vector<std::vector<std::int32_t>> rows(cover.lo.size());
    for (std::int64_t o = 0; o < cover.option_count(); ++o)
        for (auto p = cover.begin(o); p != cover.end(o); ++p) rows[*p].push_back(static_cast<std::int32_t>(o));
    return rows;
}

// Starts where the fewest options are; goes on with the neighbour of what is ordered that the fewest options cover
// which avoid all that is ordered: those will be the options to try there.
std::vector<std::int32_t> greedy(const Cover& cover, const std::vector<std::int32_t>& given) {
    const auto rows = options_of_items(cover);
    std::vector<std::int32_t> left(cover.lo.size()), sequence;
    for (std::size_t i = 0; i < rows.size(); ++i) left[i] = static_cast<std::int32_t>(rows[i].size());
    std::vector<char> met(cover.option_count(), 0), near(cover.lo.size(), 0), placed(cover.lo.size(), 0);
    while (sequence.size() < given.size()) {
        std::int32_t best = -1;
        for (auto item : given)
            if (!placed[item] && (best < 0 || near[item] > near[best] || (near[item] == near[best] && left[item] < left[best])))
                best = item;
        placed[best] = 1;
        sequence.push_back(best);
        for (auto o : rows[best]) {
            if (!met[o])
                for (auto p = cover.begin(o); p != cover.end(o); ++p) --left[*p];
            met[o] = 1;
            if (cover.adjacent_start.empty())
                for (auto p = cover.begin(o); p != cover.end(o); ++p) near[*p] = 1;
        }
        if (!cover.adjacent_start.empty())
            for (auto a = cover.adjacent_start[best]; a < cover.adjacent_start[best + 1]; ++a) near[cover.adjacent_items[a]] = 1;
    }
    return sequence;
}

// By distance from the item with the fewest options: diagonals of a square, from a corner.
std::vector<std::int32_t> outward(const Cover& cover, const std::vector<std::int32_t>& given) {
    std::vector<std::int32_t> distance(cover.lo.size(), far), degree(cover.lo.size(), 0);
    for (auto item : cover.option_items) ++degree[item];
    auto fewest = [&](std::int32_t a, std::int32_t b) { return degree[a] < degree[b]; };
    std::queue<std::int32_t> queue;
    queue.push(*std::min_element(given.begin(), given.end(), fewest));
    distance[queue.front()] = 0;
    for (; !queue.empty(); queue.pop())
        for (auto a = cover.adjacent_start[queue.front()]; a < cover.adjacent_start[queue.front() + 1]; ++a)
            if (auto next = cover.adjacent_items[a]; distance[next] == far) {
                distance[next] = distance[queue.front()] + 1;
                queue.push(next);
            }
    auto sequence = given;
    std::stable_sort(sequence.begin(), sequence.end(), [&](auto a, auto b) { return distance[a] < distance[b]; });
    return sequence;
}

}  // namespace

std::string refusal(const Cover& cover) {
    std::int64_t bits = 0;
    for (std::int32_t item = 0; item < cover.item_count(); ++item) bits += width(cover, item) + (width(cover, item) > 1);
    if (bits > 64 * most_words)
        return "its state has " + std::to_string(bits) + " bits: expected at most " + std::to_string(64 * most_words);
    for (std::int64_t o = 0; o < cover.option_count(); ++o) {
        bool anchored = false;
        for (auto p = cover.begin(o); p != cover.end(o); ++p) {
            anchored |= once(cover, *p);
            if (p != cover.begin(o) && p[-1] == *p) return "option " + std::to_string(o) + " covers an item several times";
        }
        if (!anchored) return "option " + std::to_string(o) + " covers no item that must be covered exactly once";
    }
    return {};
}

Layout layout(const Cover& cover, const std::vector<std::int32_t>& sequence) {
    Layout result;
    const auto items = cover.lo.size();
    result.bit.assign(items, -1);
    result.field.resize(items);
    std::int32_t next = 0;
    for (auto item : sequence) result.bit[item] = next++;
    result.swept = next;
    for (std::size_t item = 0; item < items; ++item)
        if (cover.lo[item] == 0 && cover.hi[item] == 1) result.bit[item] = next++;
    for (std::int32_t item = 0; item < cover.item_count(); ++item) {
        const auto wide = width(cover, item);
        if (result.bit[item] >= 0 || wide == 0) continue;
        if (next / 64 != (next + wide) / 64) next = (next + 63) / 64 * 64;  // a field lies in one word
        result.field[item] = {next, wide};
        next += wide + 1;  // and the bit above it takes the carry of a full one
    }
    result.words = std::max(1, (next + 63) / 64);
    result.needed.assign(result.words, 0);
    auto need = [&](std::int32_t bit) { result.needed[bit / 64] |= std::uint64_t{1} << (bit % 64); };
    for (std::int32_t bit = 0; bit < result.swept; ++bit) need(bit);
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        for (std::int32_t k = 0; k < (result.field[item].width ? cover.lo[item] : 0); ++k) need(result.field[item].first + k);
    return result;
}

std::vector<std::vector<std::int32_t>> sequences(const Cover& cover) {
    std::vector<std::int32_t> board, rest;
    std::vector<char> placed(cover.lo.size(), 0);
    for (auto item : cover.order) {
        if (once(cover, item)) board.push_back(item);
        placed[item] = 1;
    }
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (once(cover, item) && !placed[item]) rest.push_back(item);
    if (board.empty()) board.swap(rest);

    std::vector<std::vector<std::int32_t>> result{board, {board.rbegin(), board.rend()}, greedy(cover, board)};
    if (!cover.adjacent_start.empty() && !board.empty()) result.push_back(outward(cover, board));
    for (auto& sequence : result) sequence.insert(sequence.end(), rest.begin(), rest.end());
    return result;
}

}  // namespace tilewright::sweep
