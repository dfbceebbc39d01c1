// Candidate rectangles, found from each clue outwards: its factor pairs at every position that holds it, other clues
// kept out by a prefix sum. For a clue of unknown size, rows are added one by one and the columns shrink to what is
// free of other clues, so nothing is tried that could not be a candidate.
#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "tilewright/shikaku.hpp"

namespace tilewright::shikaku {
namespace {

class ClueSums {
  public:
    explicit ClueSums(const Grid& grid) : width_(grid.columns + 1) {
        sums_.assign(static_cast<std::size_t>(grid.rows + 1) * width_, 0);
        for (const auto& clue : grid.clues) at(clue.row + 1, clue.column + 1) = 1;
        for (std::int32_t r = 1; r <= grid.rows; ++r)
            for (std::int32_t c = 1; c <= grid.columns; ++c) at(r, c) += at(r - 1, c) + at(r, c - 1) - at(r - 1, c - 1);
    }
    std::int32_t inside(const Rect& r) {
        return at(r.bottom(), r.right()) - at(r.top, r.right()) - at(r.bottom(), r.left) + at(r.top, r.left);
    }

  private:
    std::int32_t& at(std::int32_t row, std::int32_t column) {
        return sums_[static_cast<std::size_t>(row) * width_ + column];
    }
    std::size_t width_;
    std::vector<std::int32_t> sums_;
};

bool overlap(const Rect& a, const Rect& b) {
    return a.top < b.bottom() && b.top < a.bottom() && a.left < b.right() && b.left < a.right();
}

class Builder {
  public:
    Builder(const Grid& grid, std::int64_t most, std::int64_t most_cells, StopFlag stop)
        : grid_(grid), most_(most), most_cells_(most_cells), sums_(grid), stop_(stop) {}

    Candidates build() {
        found_.first.push_back(0);
        for (std::size_t k = 0; k < grid_.clues.size(); ++k) {
            number_ = static_cast<std::int32_t>(k);
            if (grid_.clues[k].value)
                known(grid_.clues[k]);
            else
                unknown(grid_.clues[k]);
            found_.first.push_back(static_cast<std::int32_t>(found_.rects.size()));
        }
        return std::move(found_);
    }

  private:
    void known(const Clue& clue) {
        for (std::int64_t h = 1; h <= grid_.rows && h <= clue.value; ++h) {
            if (clue.value % h || clue.value / h > grid_.columns) continue;
            const auto height = static_cast<std::int32_t>(h), width = static_cast<std::int32_t>(clue.value / h);
            const auto last_top = std::min(clue.row, grid_.rows - height);
            const auto last_left = std::min(clue.column, grid_.columns - width);
            for (auto top = std::max(0, clue.row - height + 1); top <= last_top; ++top)
                for (auto left = std::max(0, clue.column - width + 1); left <= last_left; ++left) {
                    const Rect rect{top, left, height, width};
                    if (sums_.inside(rect) == 1) add(rect);
                }
        }
    }

    // Rows top .. bottom around the clue; [west, east) are the columns it can reach there without another clue.
    void unknown(const Clue& clue) {
        for (auto top = clue.row; top >= 0; --top) {
            if (top < clue.row && sums_.inside({top, clue.column, clue.row - top, 1})) break;
            for (auto bottom = clue.row + 1; bottom <= grid_.rows; ++bottom) {
                if (sums_.inside({top, clue.column, bottom - top, 1}) != 1) break;
                const auto height = bottom - top;
                auto west = clue.column, east = clue.column + 1;
                while (west > 0 && !sums_.inside({top, west - 1, height, 1})) --west;
                while (east < grid_.columns && !sums_.inside({top, east, height, 1})) ++east;
                for (auto left = west; left <= clue.column; ++left)
                    for (auto right = clue.column + 1; right <= east; ++right) add({top, left, height, right - left});
            }
        }
    }

    void add(const Rect& rect) {
        stop_.look();
        for (const auto& pin : grid_.pinned)
            if (!(pin == rect) && overlap(pin, rect)) return;
        if (static_cast<std::int64_t>(found_.rects.size()) >= most_)
            throw std::length_error("more than " + std::to_string(most_) + " candidate rectangles");
        if ((cells_ += rect.area()) > most_cells_)
            throw std::length_error("the candidate rectangles have more than " + std::to_string(most_cells_) +
                                    " cells");
        found_.rects.push_back(rect);
        found_.clue.push_back(number_);
    }

    const Grid& grid_;
    std::int64_t most_, most_cells_, cells_ = 0;
    ClueSums sums_;
    StopFlag stop_;
    Candidates found_;
    std::int32_t number_ = 0;
};

// The cells in every rectangle of [first, last): a rectangle with at least the clue's cell, or nothing.
Rect core(const std::vector<Rect>& rects, std::int32_t first, std::int32_t last) {
    if (first == last) return {0, 0, 0, 0};
    auto [top, left, bottom, right] =
        std::tuple(rects[first].top, rects[first].left, rects[first].bottom(), rects[first].right());
    for (auto o = first + 1; o < last; ++o) {
        top = std::max(top, rects[o].top);
        left = std::max(left, rects[o].left);
        bottom = std::min(bottom, rects[o].bottom());
        right = std::min(right, rects[o].right());
    }
    return {top, left, bottom - top, right - left};
}

// Whether a cell of the rectangle belongs to another clue.
bool taken(const Rect& rect, std::int32_t clue, const std::vector<std::int32_t>& owner, std::int32_t columns) {
    for (auto r = rect.top; r < rect.bottom(); ++r)
        for (auto c = rect.left; c < rect.right(); ++c)
            if (const auto other = owner[static_cast<std::size_t>(r) * columns + c]; other >= 0 && other != clue)
                return true;
    return false;
}

}  // namespace

Candidates candidates(const Grid& grid, std::int64_t most, std::int64_t most_cells, StopFlag stop) {
    return Builder(grid, most, most_cells, stop).build();
}

void trim(Candidates& found, const Grid& grid, int passes, StopFlag stop) {
    std::vector<std::int32_t> owner(static_cast<std::size_t>(grid.rows) * grid.columns, -1);
    const auto clues = static_cast<std::int32_t>(grid.clues.size());
    for (bool changed = true; changed && passes > 0; --passes) {
        for (std::int32_t k = 0; k < clues; ++k) {
            const auto own = core(found.rects, found.first[k], found.first[k + 1]);
            for (auto r = own.top; r < own.bottom(); ++r)
                for (auto c = own.left; c < own.right(); ++c) owner[static_cast<std::size_t>(r) * grid.columns + c] = k;
        }
        std::int32_t kept = 0, from = 0;
        for (std::int32_t k = 0; k < clues; ++k) {
            stop.look();
            const auto to = found.first[k + 1];
            for (auto o = from; o < to; ++o) {
                if (taken(found.rects[o], k, owner, grid.columns)) continue;
                found.rects[kept] = found.rects[o];
                found.clue[kept++] = k;
            }
            from = to;
            found.first[k + 1] = kept;
        }
        changed = kept < static_cast<std::int32_t>(found.rects.size());
        found.rects.resize(kept);
        found.clue.resize(kept);
    }
}

}  // namespace tilewright::shikaku
