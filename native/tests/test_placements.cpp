// Positions on boards against the tests' own enumeration, in slices of any size, with gaps, pins and paint.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "tilewright/placements.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

BoardAtoms board_of(boards::Cells cells) {
    std::sort(cells.begin(), cells.end());
    BoardAtoms board{2, 2, {}};
    for (auto [r, c] : cells) board.numbers.insert(board.numbers.end(), {r, c});
    return board;
}

boards::Cells rectangle(int rows, int columns) {
    boards::Cells cells;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) cells.emplace_back(r, c);
    return cells;
}

std::vector<PlacedShape> shapes_of(const std::vector<boards::Cells>& pieces, std::int32_t first_item) {
    std::vector<PlacedShape> shapes;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        std::int32_t label = 0;
        for (const auto& cells : boards::orientations(pieces[p], true)) {
            const auto owner = static_cast<std::int32_t>(p);
            shapes.push_back({owner, first_item < 0 ? -1 : first_item + owner, label++, board_of(cells).numbers, {}});
        }
    }
    return shapes;
}

PlacementList listed(const BoardAtoms& board, const std::vector<PlacedShape>& shapes, std::int64_t steps,
                     const std::vector<PinnedPlace>& pins = {}, const Paint& paint = {}) {
    Placements placements(board, shapes, pins, paint);
    PlacementList all;
    for (bool done = false; !done;) {
        done = placements.run(steps);
        const auto part = placements.take();
        const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        append(all.start, part.start), append(all.items, part.items);
        append(all.label, part.label), append(all.pinned, part.pinned);
    }
    return all;
}

bool same(const PlacementList& a, const PlacementList& b) {
    return a.start == b.start && a.items == b.items && a.label == b.label && a.pinned == b.pinned;
}

std::vector<std::vector<std::int32_t>> rows_of(const std::vector<std::int64_t>& start,
                                               const std::vector<std::int32_t>& items) {
    std::vector<std::vector<std::int32_t>> rows;
    for (std::size_t k = 0; k + 1 < start.size(); ++k)
        rows.emplace_back(items.begin() + start[k], items.begin() + start[k + 1]);
    return rows;
}

void check_against_boards() {
    const auto pieces = boards::polyominoes(5);
    for (auto [rows, columns] : {std::pair(10, 6), {8, 5}, {20, 3}}) {  // higher than wide: items row by row there too
        const auto board = board_of(rectangle(rows, columns));
        const auto found = listed(board, shapes_of(pieces, board.count()), 1 << 20);
        auto rows_found = rows_of(found.start, found.items);
        const auto expected = boards::cover({rows, columns}, pieces, true, true);
        auto rows_expected = rows_of(expected.option_start, expected.option_items);
        std::sort(rows_found.begin(), rows_found.end()), std::sort(rows_expected.begin(), rows_expected.end());
        expect(rows_found == rows_expected, "pentominoes on a rectangle");
        for (std::int64_t steps : {1, 7, 1000})
            expect(same(found, listed(board, shapes_of(pieces, board.count()), steps)), "slices");
    }
    expect(listed(board_of(rectangle(6, 10)), shapes_of(pieces, 60), 1 << 20).label.size() == 2056, "2056 on 6x10");
}

// Far apart, and with rows that would run into each other if keys were as wide as the board only.
void check_gaps() {
    const int far = 2'000'000'000;
    const auto board = board_of({{0, 0}, {0, far}, {1, 0}, {1, far}, {far, 5}, {far, 6}});
    const auto dominoes = listed(board, shapes_of({{{0, 0}, {0, 1}}}, -1), 1 << 20);
    const std::vector<std::vector<std::int32_t>> expected{{4, 5}, {0, 2}, {1, 3}};
    auto found = rows_of(dominoes.start, dominoes.items);
    expect(found == expected, "dominoes on a board with gaps");
    const auto near = board_adjacency(board, {{0, 0, {0, 1}}, {0, 0, {1, 0}}, {0, 0, {0, -1}}, {0, 0, {-1, 0}}});
    const std::vector<std::vector<std::int32_t>> neighbours{{2}, {3}, {0}, {1}, {5}, {4}};
    expect(rows_of(near.start, near.items) == neighbours, "neighbours on a board with gaps");
}

void check_pins() {
    const auto board = board_of(rectangle(2, 3));
    const std::vector<PlacedShape> shapes = shapes_of({{{0, 0}, {0, 1}}}, 6);
    const auto found = listed(board, shapes, 100, {{0, 7, {0, 1}}});
    for (const auto& row : rows_of(found.start, found.items)) {
        const bool pin = row == std::vector<std::int32_t>{0, 1, 6, 7};
        expect(pin || (row[0] > 1 && row[1] > 1 && row.size() == 3), "what meets the pin is left out");
    }
    expect(found.label.size() == 4 && found.pinned.size() == 1, "the pin, two upright and level ones beside it");
}

// A domino whose first cell must lie on paint 1: on 1x3 painted 1, none, 0 it lies as it is at 0 and 1, turned at 0.
void check_paint() {
    const auto board = board_of(rectangle(1, 3));
    Paint paint{2, {1, -1, 0}, {1, 1, 0, 1}};  // ground 0 is anything, ground 1 is paint 1 only
    std::vector<PlacedShape> shapes{{0, -1, 9, {0, 0, 0, 1}, {{3, {0, 1}}, {4, {1, 0}}}}};
    const auto found = listed(board, shapes, 100, {}, paint);
    expect(found.label.size() == 2 && found.label == std::vector<std::int32_t>{3, 4}, "the first rule that allows it");
}

template <class Make>
void check_refused(Make&& make, const char* what) {
    try {
        make();
        expect(false, what);
    } catch (const std::invalid_argument&) {}
}

void check_refusals() {
    const auto board = board_of(rectangle(2, 2));
    const PlacedShape domino{0, -1, 0, {0, 0, 0, 1}, {}};
    check_refused([&] { listed(board, {domino, domino}, 1); }, "a shape twice");
    check_refused([&] { listed(board, {{0, -1, 0, {0, 1, 0, 0}, {}}}, 1); }, "a shape that descends");
    check_refused([&] { listed(board, {{0, 3, 0, {0, 0}, {}}}, 1); }, "an atom as the shape's own item");
    check_refused([&] { listed(board, {{0, -1, 0, {0, 0, 0}, {}}}, 1); }, "half an atom");
    check_refused([&] { listed({2, 2, {0, 1, 0, 0}}, {domino}, 1); }, "a board that descends");
    check_refused([&] { listed(board, {domino}, 1, {{0, 4, {9}}}); }, "a pin off the board");
    check_refused([&] { listed(board, {domino}, 1, {}, {1, {0}, {}}); }, "paint of another board");
    check_refused([&] { listed(board, {{0, -1, 0, {0, 0}, {{0, {5}}}}}, 1, {}, {1, {}, {1}}); },
                  "a ground out of range");
}

}  // namespace

int main() {
    check_against_boards();
    check_gaps();
    check_pins();
    check_paint();
    check_refusals();
    const auto order = board_order(board_of(rectangle(2, 3)), {1, 0});
    expect(order == std::vector<std::int32_t>{0, 3, 1, 4, 2, 5}, "column by column");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
