// Images of options against a plain look through all of them, on random covers and random exchanges of items.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "tilewright/option_table.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

using Row = std::vector<std::int32_t>;

struct Options {
    std::vector<Row> rows;
    std::vector<std::int64_t> start{0};
    std::vector<std::int32_t> items;

    void add(Row row) {
        std::sort(row.begin(), row.end());
        items.insert(items.end(), row.begin(), row.end());
        start.push_back(static_cast<std::int64_t>(items.size()));
        rows.push_back(std::move(row));
    }
};

Row moved(Row row, const std::vector<std::int32_t>& image) {
    for (auto& item : row) item = image[static_cast<std::size_t>(item)];
    std::sort(row.begin(), row.end());
    return row;
}

std::vector<std::int32_t> plain_images(const Options& options, const std::vector<std::int32_t>& image) {
    std::vector<std::int32_t> found;
    for (const auto& row : options.rows) {
        const auto last = std::find(options.rows.rbegin(), options.rows.rend(), moved(row, image));
        if (last == options.rows.rend()) break;
        found.push_back(static_cast<std::int32_t>(options.rows.rend() - last) - 1);
    }
    return found;
}

void check_random() {
    std::mt19937 random(1);
    std::size_t whole = 0, cut = 0;
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::int32_t> image(1 + random() % 8);
        std::iota(image.begin(), image.end(), 0);
        std::shuffle(image.begin(), image.end(), random);
        Options options;
        for (auto count = random() % 12; count-- > 0;) {
            Row row;
            for (auto size = random() % 4; size-- > 0;)
                row.push_back(static_cast<std::int32_t>(random() % image.size()));
            options.add(row);
            for (auto next = moved(row, image); random() % 16 && next != options.rows.back(); next = moved(next, image))
                options.add(next);
        }
        OptionTable table(options.start, options.items);
        while (!table.enter(1 + round % 5)) {}
        const auto expected = plain_images(options, image);
        const auto size = static_cast<std::int64_t>(options.rows.size());
        expect(table.images(image, 0, size) == expected, "images of all");
        expected.size() == options.rows.size() ? ++whole : ++cut;
        if (expected.size() == options.rows.size() && size > 1)
            expect(table.images(image, 1, size) == Row(expected.begin() + 1, expected.end()), "images of a part");
    }
    expect(whole > 300 && cut > 300, "both kinds");
}

template <class Work>
void expect_refused(Work work, const char* what) {
    try {
        work();
        expect(false, what);
    } catch (const std::invalid_argument&) {}
}

void check_malformed() {
    const Row items{0, 1}, short_image{0};
    const std::vector<std::int64_t> beyond{0, 9}, falling{2, 1}, none, start{0, 2};
    for (const auto& bad : {beyond, falling, none}) expect_refused([&] { OptionTable(bad, items); }, "bad starts");
    OptionTable table(start, items);
    table.enter(1);
    expect_refused([&] { table.images(short_image, 0, 1); }, "an item without an image");
    expect_refused([&] { table.images(items, 0, 2); }, "an option beyond the last");
}

}  // namespace

int main() {
    check_random();
    check_malformed();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
