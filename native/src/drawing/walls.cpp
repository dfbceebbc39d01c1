// Walls stand between cells of different placements, corners where walls meet.
#include "tilewright/walls.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilewright {
namespace {

constexpr std::int32_t NO_CELL = -2, OPEN = -1;           // in place of the number of a placement
constexpr char CORNERS[2][2] = {{' ', '|'}, {'-', '+'}};  // by whether a wall goes along the line, and across it

void trim(std::string& text, std::size_t begin) {
    while (text.size() > begin && text.back() == ' ') text.pop_back();
}

}  // namespace

WallDrawing::WallDrawing(WallBoard board) : board_(std::move(board)) {
    const auto wide = static_cast<std::int64_t>(board_.columns) + 2, high = static_cast<std::int64_t>(board_.rows) + 2;
    if (wide < 3 || high < 3 || static_cast<std::int64_t>(board_.cells.size()) != wide * high)
        throw std::invalid_argument("expected an item for each cell of a board with a margin of one");
    if (board_.start.size() != board_.owners.size() + 1)
        throw std::invalid_argument("expected an owner for each option");
    if (board_.labels.empty() || board_.labels[0].empty()) throw std::invalid_argument("expected labels");
    width_ = board_.labels[0].size();
    for (const auto& label : board_.labels)
        if (label.size() != width_) throw std::invalid_argument("expected labels of one length");
    const auto last = std::max(-1, *std::max_element(board_.cells.begin(), board_.cells.end()));
    if (static_cast<std::size_t>(last + 1) > board_.cells.size())
        throw std::invalid_argument("expected at most one item for each cell");
    placement_of_item_.resize(static_cast<std::size_t>(last + 1));
    placement_of_cell_.resize(board_.cells.size());
}

std::span<const std::int32_t> WallDrawing::items_of(std::int32_t option) const {
    const auto number = static_cast<std::size_t>(option);
    if (option < 0 || number >= board_.owners.size()) throw std::invalid_argument("there is no such option");
    const auto first = board_.start[number], last = board_.start[number + 1];
    const auto owner = board_.owners[number];
    if (first < 0 || last < first || static_cast<std::size_t>(last) > board_.items.size() || owner < 0 ||
        static_cast<std::size_t>(owner) >= board_.labels.size())
        throw std::invalid_argument("an option has no items or no label");
    return board_.items.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
}

void WallDrawing::lay(std::span<const std::int32_t> options) {
    std::fill(placement_of_item_.begin(), placement_of_item_.end(), OPEN);
    owner_of_placement_.clear(), size_of_placement_.clear();
    for (const auto option : options) {
        const auto number = static_cast<std::int32_t>(owner_of_placement_.size());
        std::int32_t size = 0;
        for (const auto item : items_of(option)) {
            if (item < 0 || static_cast<std::size_t>(item) >= placement_of_item_.size()) continue;
            placement_of_item_[static_cast<std::size_t>(item)] = number;
            ++size;
        }
        owner_of_placement_.push_back(board_.owners[static_cast<std::size_t>(option)]);
        size_of_placement_.push_back(size);
    }
    for (std::size_t cell = 0; cell < board_.cells.size(); ++cell) {
        const auto item = board_.cells[cell];
        placement_of_cell_[cell] = item < 0 ? NO_CELL : placement_of_item_[static_cast<std::size_t>(item)];
    }
}

bool WallDrawing::same_label(std::int32_t one, std::int32_t other) const {
    if (one == other || one < 0 || other < 0) return false;
    const auto first = static_cast<std::size_t>(one), second = static_cast<std::size_t>(other);
    return owner_of_placement_[first] == owner_of_placement_[second] && size_of_placement_[first] > 1;
}

bool WallDrawing::touches(std::span<const std::int32_t> options) {
    lay(options);
    const auto stride = static_cast<std::size_t>(board_.columns) + 2;
    for (std::size_t cell = 0; cell + stride < placement_of_cell_.size(); ++cell) {
        const auto here = placement_of_cell_[cell];
        const bool at_end = cell % stride == stride - 1;
        if ((!at_end && same_label(here, placement_of_cell_[cell + 1])) ||
            same_label(here, placement_of_cell_[cell + stride]))
            return true;
    }
    return false;
}

void WallDrawing::append_wall(std::string& text, std::int32_t row) const {
    const auto stride = static_cast<std::size_t>(board_.columns) + 2, begin = text.size();
    const auto* above = placement_of_cell_.data() + static_cast<std::size_t>(row) * stride;
    const auto* below = above + stride;
    for (std::size_t k = 0; k + 1 < stride; ++k) {
        const auto a = above[k], b = above[k + 1], c = below[k], d = below[k + 1];
        text.push_back(CORNERS[a != c || b != d][a != b || c != d]);
        if (k + 2 < stride) text.append(width_, b != d ? '-' : ' ');  // no wall goes beyond the last corner
    }
    if (board_.seam && (row == 0 || row == board_.rows)) text[begin] = text.back() = '+';
    trim(text, begin);
}

void WallDrawing::append_cells(std::string& text, std::int32_t row) const {
    const auto stride = static_cast<std::size_t>(board_.columns) + 2, begin = text.size();
    const auto* cells = placement_of_cell_.data() + (static_cast<std::size_t>(row) + 1) * stride;
    for (std::size_t k = 1; k < stride; ++k) {
        text.push_back(cells[k - 1] != cells[k] ? '|' : ' ');
        if (k + 1 == stride) break;
        if (cells[k] < 0) {
            if (cells[k] == OPEN) text.push_back('.');
            text.append(width_ - (cells[k] == OPEN), ' ');
        } else {
            text += board_.labels[static_cast<std::size_t>(owner_of_placement_[static_cast<std::size_t>(cells[k])])];
        }
    }
    trim(text, begin);
}

std::string WallDrawing::draw(std::span<const std::int32_t> options) {
    lay(options);
    std::string text;
    const auto line = (static_cast<std::size_t>(board_.columns) + 1) * (width_ + 1);
    text.reserve(line * (2 * static_cast<std::size_t>(board_.rows) + 1));
    for (std::int32_t row = 0;; ++row) {
        append_wall(text, row);
        if (row == board_.rows) return text;
        text.push_back('\n');
        append_cells(text, row);
        text.push_back('\n');
    }
}

}  // namespace tilewright
