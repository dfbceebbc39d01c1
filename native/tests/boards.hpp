// Polyomino covers for tests: the kernel knows no geometry, so the tests bring their own.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tilewright/cover.hpp"

namespace boards {

using Cells = std::vector<std::pair<int, int>>;

inline Cells moved_home(Cells cells) {
    int row = 1 << 20, column = 1 << 20;
    for (auto [r, c] : cells) row = std::min(row, r), column = std::min(column, c);
    for (auto& [r, c] : cells) r -= row, c -= column;
    std::sort(cells.begin(), cells.end());
    return cells;
}

inline Cells turned(const Cells& cells, int motion) {
    Cells result;
    for (auto [r, c] : cells) {
        for (int k = 0; k < motion % 4; ++k) std::tie(r, c) = std::pair(c, -r);
        result.emplace_back(r, motion >= 4 ? -c : c);
    }
    return moved_home(result);
}

inline std::set<Cells> orientations(const Cells& cells, bool flip) {
    std::set<Cells> result;
    for (int motion = 0; motion < (flip ? 8 : 4); ++motion) result.insert(turned(cells, motion));
    return result;
}

// All free polyominoes of a size, in a fixed order.
inline std::vector<Cells> polyominoes(int size) {
    std::set<Cells> level{{{0, 0}}};
    for (int n = 1; n < size; ++n) {
        std::set<Cells> next;
        for (const auto& shape : level)
            for (auto [r, c] : shape)
                for (auto [dr, dc] : {std::pair(0, 1), {1, 0}, {0, -1}, {-1, 0}}) {
                    Cells grown = shape;
                    if (std::find(shape.begin(), shape.end(), std::pair(r + dr, c + dc)) != shape.end()) continue;
                    grown.emplace_back(r + dr, c + dc);
                    next.insert(*orientations(grown, true).begin());
                }
        level = next;
    }
    return {level.begin(), level.end()};
}

// One-sided: a piece and its mirror image are two pieces unless they are equal by turning.
inline std::vector<Cells> one_sided(const std::vector<Cells>& free) {
    std::vector<Cells> result;
    for (const auto& cells : free) {
        result.push_back(cells);
        if (!orientations(cells, false).contains(turned(cells, 4))) result.push_back(turned(cells, 4));
    }
    return result;
}

struct Board {
    int rows, columns;
    Cells missing = {};
};

// Cells are items 0, 1, ... column by column when the board is wider than high; with `once` every piece is an item too.
inline tilewright::Cover cover(const Board& board, const std::vector<Cells>& pieces, bool flip, bool once) {
    std::map<std::pair<int, int>, int> item;
    for (int a = 0; a < std::max(board.rows, board.columns); ++a)
        for (int b = 0; b < std::min(board.rows, board.columns); ++b) {
            const auto cell = board.rows > board.columns ? std::pair(a, b) : std::pair(b, a);
            if (std::find(board.missing.begin(), board.missing.end(), cell) == board.missing.end())
                item.emplace(cell, 0);
        }
    int count = 0;
    for (int a = 0; a < std::max(board.rows, board.columns); ++a)
        for (int b = 0; b < std::min(board.rows, board.columns); ++b) {
            const auto cell = board.rows > board.columns ? std::pair(a, b) : std::pair(b, a);
            if (item.contains(cell)) item[cell] = count++;
        }
    tilewright::Cover result;
    const int items = count + (once ? static_cast<int>(pieces.size()) : 0);
    result.lo.assign(items, 1), result.hi.assign(items, 1);
    std::map<std::pair<int, std::vector<int>>, int> number;
    std::vector<std::pair<int, Cells>> meaning;
    for (std::size_t p = 0; p < pieces.size(); ++p)
        for (const auto& orientation : orientations(pieces[p], flip))
            for (int r = 0; r < board.rows; ++r)
                for (int c = 0; c < board.columns; ++c) {
                    std::vector<int> covered;
                    Cells where;
                    for (auto [dr, dc] : orientation)
                        if (auto found = item.find({r + dr, c + dc}); found != item.end())
                            covered.push_back(found->second), where.push_back({r + dr, c + dc});
                    if (covered.size() != orientation.size()) continue;
                    std::sort(covered.begin(), covered.end());
                    if (once) covered.push_back(count + static_cast<int>(p));
                    number[{static_cast<int>(p), covered}] = static_cast<int>(result.option_count());
                    meaning.emplace_back(static_cast<int>(p), where);
                    result.option_items.insert(result.option_items.end(), covered.begin(), covered.end());
                    result.option_start.push_back(static_cast<std::int64_t>(result.option_items.size()));
                }
    for (int i = 0; i < count; ++i) result.order.push_back(i);
    std::vector<std::pair<int, int>> cell_of(count);
    for (auto [cell, i] : item) cell_of[i] = cell;
    result.adjacent_start = {0};
    for (int i = 0; i < items; ++i) {
        if (i < count)
            for (auto [dr, dc] : {std::pair(0, 1), {1, 0}, {0, -1}, {-1, 0}})
                if (auto n = item.find({cell_of[i].first + dr, cell_of[i].second + dc}); n != item.end())
                    result.adjacent_items.push_back(n->second);
        result.adjacent_start.push_back(static_cast<std::int64_t>(result.adjacent_items.size()));
    }
    for (int motion = 0; motion < 8; ++motion) {
        tilewright::Automorphism g;
        auto image = [&](std::pair<int, int> cell) {
            auto [r, c] = std::pair(2 * cell.first - board.rows + 1, 2 * cell.second - board.columns + 1);
            for (int k = 0; k < motion % 4; ++k) std::tie(r, c) = std::pair(c, -r);
            if (motion >= 4) c = -c;
            return std::pair((r + board.rows - 1) / 2, (c + board.columns - 1) / 2);
        };
        if (motion % 2 && board.rows != board.columns) continue;
        bool keeps = true;
        for (auto cell : cell_of) keeps = keeps && item.contains(image(cell));
        if (!keeps) continue;
        for (auto cell : cell_of) g.items.push_back(item[image(cell)]);
        std::vector<int> piece_to(pieces.size(), -1);
        for (std::size_t p = 0; p < pieces.size(); ++p) {
            const auto all = orientations(turned(pieces[p], motion >= 4 ? 4 : 0), flip);
            for (std::size_t q = 0; q < pieces.size(); ++q)
                if (orientations(pieces[q], flip) == all) piece_to[p] = static_cast<int>(q);
        }
        if (std::count(piece_to.begin(), piece_to.end(), -1)) continue;
        if (once)
            for (auto q : piece_to) g.items.push_back(count + q);
        for (auto& [p, where] : meaning) {
            std::vector<int> covered;
            for (auto cell : where) covered.push_back(item[image(cell)]);
            std::sort(covered.begin(), covered.end());
            if (once) covered.push_back(count + piece_to[p]);
            g.options.push_back(number.at({piece_to[p], covered}));
        }
        result.automorphisms.push_back(std::move(g));
    }
    return result;
}

}  // namespace boards
