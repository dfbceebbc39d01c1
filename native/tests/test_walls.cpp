// Drawings with walls: known ones, and what is refused.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "tilewright/walls.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

// Two rows of three cells, the last of which is no cell; a domino lies along the rows (owner 0) or across them (1), a cell
// alone (2).
struct Example {
    std::vector<std::int32_t> cells{-1, -1, -1, -1, -1, -1, 0, 1, 2, -1, -1, 3, 4, -1, -1, -1, -1, -1, -1, -1};
    std::vector<std::int64_t> start{0, 2, 4, 6, 9, 10};
    std::vector<std::int32_t> items{0, 1, 3, 4, 0, 3, 1, 4, 5, 2};  // item 5 is no cell
    std::vector<std::int32_t> owners{0, 0, 1, 1, 2};
    std::vector<std::string> labels{"A", "B", "C"};

    WallBoard board(bool seam = false) const { return {2, 3, cells, seam, start, items, owners, labels}; }
};

template <class Work>
bool refused(Work work) {
    try {
        work();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void test_drawings() {
    const Example example;
    WallDrawing drawing(example.board());
    using Options = std::vector<std::int32_t>;
    expect(drawing.draw(Options{0, 1, 4}) == "+---+-+\n|A A|C|\n+---+-+\n|A A|\n+---+", "dominoes along the rows");
    expect(drawing.draw(Options{2, 3, 4}) == "+-+-+-+\n|B|B|C|\n| | +-+\n|B|B|\n+-+-+", "dominoes across them");
    expect(drawing.draw(Options{1}) == "+-----+\n|. . .|\n+---+-+\n|A A|\n+---+", "a part of a tiling");
    expect(drawing.draw({}) == "+-----+\n|. . .|\n|   +-+\n|. .|\n+---+", "an empty board");
    expect(drawing.touches(Options{0, 1, 4}) && drawing.touches(Options{2, 3, 4}), "dominoes of one owner touch");
    expect(!drawing.touches(Options{0, 4}) && !drawing.touches({}), "one domino touches none");
    WallDrawing wrapped(example.board(true));
    expect(wrapped.draw(Options{2}).substr(0, 7) == "+-+---+", "corners at the seam");
}

void test_single_cells_do_not_run_together() {
    Example example;
    example.start = {0, 1, 2}, example.items = {0, 1}, example.owners = {0, 0};
    WallDrawing drawing(example.board());
    expect(!drawing.touches(std::vector<std::int32_t>{0, 1}), "single cells");
}

void test_what_does_not_fit_is_refused() {
    const Example good;
    for (const std::int32_t option : {-1, 5, 1 << 30}) {
        WallDrawing drawing(good.board());
        const std::vector<std::int32_t> options{option};
        expect(refused([&] { drawing.draw(options); }), "a number that is no option");
        expect(refused([&] { drawing.touches(options); }), "a number that is no option");
    }
    const auto refuses = [&](auto change) {
        Example example;
        change(example);
        const std::vector<std::int32_t> options{0};
        return refused([&] { WallDrawing(example.board()).draw(options); });
    };
    expect(!refuses([](Example&) {}), "the example is good");
    expect(refuses([](Example& e) { e.cells.pop_back(); }), "a cell too few");
    expect(refuses([](Example& e) { e.cells[6] = 1 << 30; }), "an item too large");
    expect(refuses([](Example& e) { e.owners.pop_back(); }), "an owner too few");
    expect(refuses([](Example& e) { e.owners[0] = 3; }), "an owner without a label");
    expect(refuses([](Example& e) { e.owners[0] = -1; }), "no owner");
    expect(refuses([](Example& e) { e.labels[1] = "BB"; }), "labels of two lengths");
    expect(refuses([](Example& e) { e.labels.clear(); }), "no labels");
    expect(refuses([](Example& e) { e.start[1] = 99; }), "items beyond the end");
    expect(refuses([](Example& e) { e.start[0] = 3; }), "items that end before they begin");
}

}  // namespace

int main() {
    test_drawings();
    test_single_cells_do_not_run_together();
    test_what_does_not_fit_is_refused();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
