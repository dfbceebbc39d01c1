// Propagation. A cell without an owner watches two options of different clues, as clauses watch literals (Moskewicz and others, Chaff, 2001): only when
// one of the two goes is the cell looked at again, and nothing has to be restored on undo.
#include <algorithm>

#include "tilewright/shikaku.hpp"

namespace tilewright::shikaku {
namespace {

template <class F>
void each_cell(const Rect& rect, std::int32_t columns, F&& f) {
    for (auto r = rect.top; r < rect.bottom(); ++r)
        for (auto c = rect.left; c < rect.right(); ++c) f(r * columns + c);
}

}  // namespace

State::State(const Grid& grid, Candidates found, StopFlag stop)
    : columns_(grid.columns), cells_(grid.rows * grid.columns), found_(std::move(found)) {
    std::int64_t entries = 0;
    for (const auto& rect : found_.rects) entries += rect.area();
    const auto clues = found_.first.size() - 1;
    alive_.assign(found_.rects.size(), 1);
    for (std::size_t k = 0; k < clues; ++k) left_.push_back(found_.first[k + 1] - found_.first[k]);
    cell_first_.assign(cells_ + 1, 0);
    for (const auto& rect : found_.rects) {
        stop.look();
        each_cell(rect, columns_, [&](std::int32_t cell) { ++cell_first_[cell + 1]; });
    }
    for (std::int32_t cell = 0; cell < cells_; ++cell) cell_first_[cell + 1] += cell_first_[cell];
    cell_options_.resize(entries);
    auto next = cell_first_;
    for (std::size_t o = 0; o < found_.rects.size(); ++o) {
        stop.look();
        each_cell(found_.rects[o], columns_,
                  [&](std::int32_t cell) { cell_options_[next[cell]++] = static_cast<std::int32_t>(o); });
    }
    watch_.assign(2 * static_cast<std::size_t>(cells_), -1);
    owner_.assign(cells_, -1);
    is_dirty_.assign(clues, 0);
    seen_clue_.assign(clues, 0);
    seen_cell_.assign(cells_, 0);
}

bool State::settle(StopFlag stop) {
    stop_ = stop;
    for (const auto left : left_)
        if (!left) return false;
    for (std::int32_t cell = 0; cell < cells_; ++cell) {
        const auto first = cell_first_[cell], last = cell_first_[cell + 1];
        if (first == last) return false;  // nothing reaches it
        // Options of a cell come clue by clue, so the first and the last differ in clue if any two do.
        watch_[2 * cell] = cell_options_[first];
        watch_[2 * cell + 1] = cell_options_[last - 1];
    }
    for (std::int32_t cell = 0; cell < cells_; ++cell) {
        stop_.look();
        if (owner_[cell] >= 0) continue;
        const auto a = watch_[2 * cell], b = watch_[2 * cell + 1];
        if (found_.clue[a] == found_.clue[b] && !own(cell, found_.clue[a])) return forget_queue(), false;
    }
    for (std::int32_t k = 0; k < clue_count(); ++k) {
        stop_.look();
        if (!close_core(k)) return forget_queue(), false;
    }
    const bool good = propagate();
    stop_ = StopFlag{};
    return good;
}

bool State::assign(std::int32_t option) {
    const auto clue = found_.clue[option];
    for (auto o = found_.first[clue]; o < found_.first[clue + 1]; ++o)
        if (o != option && alive_[o]) remove(o);
    return propagate();
}

bool State::refute(std::int32_t option) {
    if (!remove(option)) return forget_queue(), false;
    return propagate();
}

void State::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        const auto entry = trail_.back();
        trail_.pop_back();
        if (entry < 0) {
            owner_[~entry] = -1;
        } else {
            alive_[entry] = 1;
            ++left_[found_.clue[entry]];
        }
    }
}

std::vector<std::int32_t> State::options(std::int32_t clue) const {
    std::vector<std::int32_t> result;
    for (auto o = found_.first[clue]; o < found_.first[clue + 1]; ++o)
        if (alive_[o]) result.push_back(o);
    return result;
}

std::int32_t State::only(std::int32_t clue) const {
    auto o = found_.first[clue];
    while (!alive_[o]) ++o;
    return o;
}

bool State::remove(std::int32_t option) {
    const auto clue = found_.clue[option];
    alive_[option] = 0;
    trail_.push_back(option);
    removed_.push_back(option);
    if (!is_dirty_[clue]) {
        is_dirty_[clue] = 1;
        dirty_.push_back(clue);
    }
    return --left_[clue] > 0;
}

bool State::propagate() {
    while (!removed_.empty() || !dirty_.empty()) {
        stop_.look();
        if (!removed_.empty()) {
            const auto option = removed_.back();
            removed_.pop_back();
            bool good = true;
            each_cell(found_.rects[option], columns_, [&](std::int32_t cell) { good = good && rewatch(cell, option); });
            if (!good) return forget_queue(), false;
            continue;
        }
        const auto clue = dirty_.back();
        dirty_.pop_back();
        is_dirty_[clue] = 0;
        if (!close_core(clue)) return forget_queue(), false;
    }
    return true;
}

void State::forget_queue() {
    removed_.clear();
    for (const auto clue : dirty_) is_dirty_[clue] = 0;
    dirty_.clear();
}

// The cell lost an option that it may have watched: find another of a clue that differs from the other watch's.
bool State::rewatch(std::int32_t cell, std::int32_t gone) {
    if (owner_[cell] >= 0) return true;
    auto* watch = &watch_[2 * static_cast<std::size_t>(cell)];
    if (watch[0] != gone && watch[1] != gone) return true;
    const auto mine = watch[0] == gone ? 0 : 1;
    const auto first = cell_first_[cell], last = cell_first_[cell + 1];
    auto keep = watch[1 - mine];
    if (!alive_[keep]) {
        auto at = first;
        while (at < last && !alive_[cell_options_[at]]) ++at;
        if (at == last) return false;  // nothing can cover the cell
        keep = cell_options_[at];
    }
    for (auto at = first; at < last; ++at) {
        const auto other = cell_options_[at];
        if (alive_[other] && found_.clue[other] != found_.clue[keep]) {
            watch[mine] = other;
            watch[1 - mine] = keep;
            return true;
        }
    }
    // The watches stay as they are: undo brings back two options of different clues.
    return own(cell, found_.clue[keep]);
}

// The cell is in the clue's rectangle, whichever that is.
bool State::own(std::int32_t cell, std::int32_t clue) {
    owner_[cell] = clue;
    trail_.push_back(~cell);
    for (auto at = cell_first_[cell]; at < cell_first_[cell + 1]; ++at) {
        const auto option = cell_options_[at];
        if (alive_[option] && found_.clue[option] != clue && !remove(option)) return false;
    }
    const auto row = cell / columns_, column = cell % columns_;
    for (auto o = found_.first[clue]; o < found_.first[clue + 1]; ++o)
        if (alive_[o] && !found_.rects[o].holds(row, column) && !remove(o)) return false;
    return true;
}

// The clue owns the cells that all its options have in common.
bool State::close_core(std::int32_t clue) {
    std::int32_t top = 0, left = 0, bottom = cells_, right = columns_;
    for (auto o = found_.first[clue]; o < found_.first[clue + 1]; ++o) {
        if (!alive_[o]) continue;
        const auto& rect = found_.rects[o];
        top = std::max(top, rect.top);
        left = std::max(left, rect.left);
        bottom = std::min(bottom, rect.bottom());
        right = std::min(right, rect.right());
    }
    bool good = true;
    each_cell({top, left, bottom - top, right - left}, columns_, [&](std::int32_t cell) {
        if (good && owner_[cell] < 0) good = own(cell, clue);
    });
    return good;
}

std::vector<std::vector<std::int32_t>> State::components(const std::vector<std::int32_t>& clues) {
    std::vector<std::vector<std::int32_t>> result;
    ++stamp_;
    for (const auto start : clues) {
        if (left_[start] < 2 || seen_clue_[start] == stamp_) continue;
        std::vector<std::int32_t> part{start};
        seen_clue_[start] = stamp_;
        for (std::size_t i = 0; i < part.size(); ++i)
            for (auto o = found_.first[part[i]]; o < found_.first[part[i] + 1]; ++o) {
                if (!alive_[o]) continue;
                each_cell(found_.rects[o], columns_, [&](std::int32_t cell) {
                    if (owner_[cell] >= 0 || seen_cell_[cell] == stamp_) return;
                    seen_cell_[cell] = stamp_;
                    for (auto at = cell_first_[cell]; at < cell_first_[cell + 1]; ++at) {
                        const auto other = found_.clue[cell_options_[at]];
                        if (!alive_[cell_options_[at]] || seen_clue_[other] == stamp_) continue;
                        seen_clue_[other] = stamp_;
                        part.push_back(other);
                    }
                });
            }
        std::sort(part.begin(), part.end());
        result.push_back(std::move(part));
    }
    return result;
}

}  // namespace tilewright::shikaku
