// Where numbers end: copies, bounds, multiplicities, colors and counts around the widths of words, bytes and halves of
// words, by all engines that take the cover, against numbers in closed form.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "../src/frontier/plan.hpp"
#include "../src/frontier/table.hpp"
#include "../src/search/general.hpp"
#include "tilewright/check.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/invariant.hpp"
#include "tilewright/option_text.hpp"
#include "tilewright/placements.hpp"
#include "tilewright/search.hpp"
#include "tilewright/silhouette_search.hpp"

using namespace tilewright;

namespace {

using Number = std::vector<std::uint64_t>;  // least significant word first, without zeros at the end
constexpr int widths[] = {1, 2, 7, 8, 9, 31, 32, 33, 62, 63, 64, 65, 66, 126, 127, 128, 129, 254, 255, 256, 257};

int failures = 0;

void expect(bool good, const std::string& what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what.c_str());
}

Number trimmed(Number number) {
    while (!number.empty() && number.back() == 0) number.pop_back();
    return number;
}

Number sum(const Number& a, const Number& b) {
    Number result;
    unsigned __int128 carry = 0;
    for (std::size_t w = 0; w < std::max(a.size(), b.size()) || carry; ++w, carry >>= 64) {
        carry += w < a.size() ? a[w] : 0;
        carry += w < b.size() ? b[w] : 0;
        result.push_back(static_cast<std::uint64_t>(carry));
    }
    return trimmed(result);
}

// How many of so many things are chosen in ways from `least` to `most`: sums of a row of Pascal's triangle.
Number choices(int things, int least, int most) {
    std::vector<Number> row{{1}};
    for (int n = 0; n < things; ++n) {
        row.push_back({});
        for (auto k = row.size() - 1; k > 0; --k) row[k] = sum(row[k], row[k - 1]);
    }
    Number total;
    for (int k = least; k <= std::min(things, most); ++k) total = sum(total, row[static_cast<std::size_t>(k)]);
    return total;
}

void add(Cover& cover, const std::vector<std::int32_t>& items) {
    cover.option_items.insert(cover.option_items.end(), items.begin(), items.end());
    cover.option_start.push_back(static_cast<std::int64_t>(cover.option_items.size()));
}

// Items that are covered once, each by an option that draws on the supply or by one that does not.
Cover drawing(int items, std::int32_t lo, std::int32_t hi) {
    Cover cover;
    for (int i = 0; i < items; ++i) cover.lo.push_back(1), cover.hi.push_back(1), cover.order.push_back(i);
    cover.lo.push_back(lo), cover.hi.push_back(hi);
    for (int i = 0; i < items; ++i) add(cover, {i, items}), add(cover, {i});
    return cover;
}

Number counted(const Cover& cover) {
    const auto frontier = make_frontier(std::make_shared<Cover>(cover));
    return frontier->run(-1) == Frontier::Outcome::exhausted ? trimmed(frontier->value()) : Number{~std::uint64_t{0}};
}

std::int64_t listed(const Plan& plan) {
    const auto search = plan.search();
    while (!search->run({})) {}
    return search->progress().solutions;
}

void searched(const Cover& cover, std::int64_t number, const std::string& what) {
    const auto shared = std::make_shared<Cover>(cover);
    expect(validate(cover).empty(), what + " is a cover");
    expect(listed(*general_plan(shared)) == number, what + " by the general search");
    expect(listed(*slack_plan(shared)) == number, what + " by slacks");
    if (sweep_refusal(cover).empty()) expect(listed(*sweep_plan(shared)) == number, what + " by the sweep");
    expect(counted(cover) == trimmed({static_cast<std::uint64_t>(number)}), what + " by the frontier");
}

// All drawn, all but one, none too many and one too many: few solutions, whatever the width is.
void supplies() {
    for (const int width : widths) {
        const auto what = "a supply of " + std::to_string(width);
        searched(drawing(width, width, width), 1, what + ", all of it");
        searched(drawing(width, width - 1, width), 1 + width, what + ", but one");
        searched(drawing(width, width, unlimited), 1, what + " or more");
        searched(drawing(width, width + 1, width + 1), 0, what + " for one more");
        searched(drawing(width + 1, width, width), width + 1, what + " for all but one");
        searched(drawing(width, 0, 1), 1 + width, what + ", once at most");
        for (const int lo : {0, 1, width / 2, width})
            for (const int hi : {width / 2, width - 1, width, width + 1, static_cast<int>(unlimited)})
                if (lo <= hi && hi > 0)
                    expect(counted(drawing(width, lo, hi)) == choices(width, lo, hi), what + " between bounds");
    }
}

// Several supplies beside each other, so that their fields begin anywhere in a word; one item may draw on two.
void supplies_side_by_side() {
    for (const int width : {1, 20, 33, 40, 63, 64, 65})
        for (const int fields : {1, 2, 3, 7}) {
            Cover cover;
            for (int i = 0; i < width; ++i) cover.lo.push_back(1), cover.hi.push_back(1);
            for (int f = 0; f < fields; ++f)
                cover.lo.push_back(f % 2 ? width : 0), cover.hi.push_back(f % 3 ? width : unlimited);
            for (int i = 0; i < width; ++i) {
                std::vector<std::int32_t> all{i};
                for (int f = 0; f < fields; ++f) all.push_back(width + f);
                add(cover, all);
            }
            searched(cover, 1, std::to_string(fields) + " supplies of " + std::to_string(width));
        }
}

// Items with two options each: the number has a bit more than there are items, and what bounds its last sum one more than
// that, which may not be longer than the most. The default of a million bits is out of a test's reach; the line is the same.
void bits_of_a_number() {
    expect(FrontierOptions{}.most_bits == 1 << 20, "bits of a number");
    for (const int most : {63, 64, 65, 127, 128, 129, 255, 256, 257})
        for (const int items : {most - 3, most - 2, most - 1}) {
            Cover cover;
            for (int i = 0; i < items; ++i) cover.lo.push_back(1), cover.hi.push_back(1);
            for (int i = 0; i < items; ++i) add(cover, {i}), add(cover, {i});
            FrontierOptions options;
            options.most_bits = most, options.symmetry = false;
            auto frontier = make_frontier(std::make_shared<Cover>(cover), options);
            const auto outcome = frontier->run(-1);
            const auto what = std::to_string(items + 2) + " bits of a sum, of at most " + std::to_string(most);
            const bool fits = items + 2 <= most;
            expect(outcome == (fits ? Frontier::Outcome::exhausted : Frontier::Outcome::out_of_memory), what);
            if (!fits) continue;
            Number power(static_cast<std::size_t>(items / 64) + 1, 0);
            power.back() = std::uint64_t{1} << (items % 64);
            expect(trimmed(frontier->value()) == power, what + ": the number");
        }
}

// A run has at most 2^32 - 2 states, whose places have 32 bits. (As many take more than 64 GB.)
void states_of_a_run() {
    constexpr std::size_t places = std::size_t{1} << 32;
    using AnyTable = Table<std::uint64_t>;
    expect(!AnyTable::is_too_large(places - 3) && !AnyTable::is_too_large(places - 2), "states of a run");
    expect(AnyTable::is_too_large(places - 1) && AnyTable::is_too_large(places), "too many states of a run");
    AnyTable table;
    table.start(1, {});
    table.used = places - 2;
    try {
        table.make_room(1);
        expect(false, "too many states of a run are refused");
    } catch (const std::bad_alloc&) {
        expect(table.keys.size() < 1000, "refused before memory is asked for");
    }
}

// The state of a sweep has at most 2048 bits: one for each item, and for a supply one for each time and one above.
void longest_states() {
    for (const int bits : {511, 512, 513, 575, 576, 577, 1023, 1024, 1025, 2047, 2048, 2049}) {
        const auto cover = drawing(1, 0, bits - 2);
        expect(sweep_refusal(cover).empty() == (bits <= 2048), std::to_string(bits) + " bits of a state");
        if (bits <= 2048) expect(listed(*sweep_plan(std::make_shared<Cover>(cover))) == 2, "the longest states");
    }
    Cover forty = drawing(1, 0, 1);
    for (int f = 0; f < 60; ++f) forty.lo.push_back(0), forty.hi.push_back(33);
    for (int f = 0; f < 60; ++f) add(forty, {0, 2 + f});
    expect(!sweep_refusal(forty).empty() || listed(*sweep_plan(std::make_shared<Cover>(forty))) == 62,
           "sixty supplies");
}

// Options that cover an item many times.
void multiplicities() {
    for (const int times :
         {2, 63, 64, 65, 127, 128, 255, 256, 257, 8191, 8192, 16385, 32767, 32768, 65535, 65536, 65537}) {
        Cover cover;
        cover.lo = {2 * times}, cover.hi = {2 * times};
        for (int o = 0; o < 3; ++o) add(cover, std::vector<std::int32_t>(static_cast<std::size_t>(times), 0));
        searched(cover, 3, "three options of " + std::to_string(times));
        cover.lo = {2 * times + 1}, cover.hi = {3 * times - 1};
        searched(cover, 0, "between two and three options of " + std::to_string(times));
    }
}

// The sum of an option's weights has more than 32 bits here; both options together are a solution, so none is against it.
void entries_of_an_option() {
    for (const int times : {1'000, 1'704'472, 1'704'473, 1'704'475, 2'000'003}) {
        Cover cover;
        cover.lo = {1, times + 1}, cover.hi = {1, times + 1}, cover.order = {0, 1};
        add(cover, {0, 1}), add(cover, std::vector<std::int32_t>(static_cast<std::size_t>(times), 1));
        expect(!find_invariant(cover), "no invariant against " + std::to_string(times));
    }
}

// A field of a frontier's key that ends here or there; and bounds that are as large as they can be.
void bounds_at_the_end() {
    for (const std::int32_t bound : {unlimited - 2, unlimited - 1, unlimited}) {
        searched(drawing(3, 0, bound), 8, "any number of three");
        searched(drawing(3, bound, unlimited), 0, "more than there are");
    }
}

void sizes() {
    for (const std::int64_t size : {std::int64_t{0}, most_entries - 1, most_entries}) {
        expect(size_fault(size, 1, 1).empty() && size_fault(1, size, 1).empty() && size_fault(1, 1, size).empty(),
               "a size within the limit");
    }
    for (const std::int64_t size : {most_entries + 1, std::int64_t{unlimited}, no_bound})
        expect(!size_fault(size, 1, 1).empty() && !size_fault(1, size, 1).empty() && !size_fault(1, 1, size).empty(),
               "a size beyond the limit");
}

// As many colors as need one bit more; each is met by itself alone.
void colors() {
    for (const int number : {1, 2, 3, 6, 7, 20, 21, 63, 64, 65, 127, 128, 129, 255, 256, 257, 65535, 65536, 65537}) {
        Cover cover;
        cover.lo = {1, 1, 0}, cover.hi = {1, 1, 1};
        for (int side : {0, 1})
            for (int color = 1; color <= number; ++color) {
                add(cover, {side, 2});
                cover.colors.push_back(0), cover.colors.push_back(color);
            }
        const auto what = std::to_string(number) + " colors";
        if (number < 1000)
            searched(cover, number, what);
        else
            expect(counted(cover) == Number{static_cast<std::uint64_t>(number)}, what);
    }
}

// The key of a frontier's state has at most 504 bits. Supplies are open from the first item to the last.
void longest_keys() {
    std::int32_t least = unlimited, most = 0;
    for (int supplies = 480; supplies < 520; ++supplies) {
        Cover cover;
        cover.lo = {1, 1}, cover.hi = {1, 1}, cover.order = {0, 1};
        for (const std::int32_t item : {0, 1}) {
            add(cover, {item});
            for (std::int32_t s = 0; s < supplies; ++s) add(cover, {item, 2 + s});
        }
        for (int s = 0; s < supplies; ++s) cover.lo.push_back(0), cover.hi.push_back(1);
        const auto bits = plan_frontier(cover, false, false).bits;
        const auto what = "a key of " + std::to_string(bits) + " bits";
        least = std::min(least, bits), most = std::max(most, bits);
        expect(frontier_refusal(cover).empty() == (bits <= max_key_bits), what);
        if (bits < max_key_bits - 1 || bits > max_key_bits) continue;
        const auto number = static_cast<std::uint64_t>(1 + 2 * supplies + supplies * (supplies - 1));
        expect(counted(cover) == Number{number}, what);
    }
    expect(least < max_key_bits && most > max_key_bits, "keys on both sides of the longest");
}

// An item with so many options: the sweep keeps them in blocks of 64 and counts tries up to 128.
void options_of_an_item() {
    for (const int number : {62, 63, 64, 65, 66, 127, 128, 129, 255, 256, 257}) {
        Cover cover;
        cover.lo = {1, 1}, cover.hi = {1, 1}, cover.order = {0, 1};
        for (int o = 0; o < number; ++o) add(cover, {0, 1}), add(cover, {0});
        for (int o = 0; o < 3; ++o) add(cover, {1});
        searched(cover, 4 * number, std::to_string(2 * number) + " options of an item");
    }
}

// Solutions are sorted by rank up to 24 options, a few at a time, and by comparisons beyond.
void sizes_of_a_solution() {
    for (const int size : {1, 7, 8, 9, 11, 12, 13, 15, 16, 17, 23, 24, 25, 63, 64, 65}) {
        Cover cover;
        for (int i = 0; i < size; ++i) cover.lo.push_back(1), cover.hi.push_back(1);
        for (int i = size; i-- > 0;) add(cover, {i}), cover.order.push_back(i);
        add(cover, {0});
        const auto shared = std::make_shared<Cover>(cover);
        for (const auto& plan : {general_plan(shared), sweep_plan(shared)}) {
            const auto search = plan->search();
            Solutions found;
            while (!search->run({-1, -1, &found})) {}
            expect(found.start.size() == 3, "two solutions of " + std::to_string(size));
            for (std::size_t k = 0; k + 1 < found.start.size(); ++k)
                expect(found.start[k + 1] - found.start[k] == size &&
                           std::is_sorted(found.options.begin() + found.start[k],
                                          found.options.begin() + found.start[k + 1]),
                       "a solution of " + std::to_string(size) + " in order");
        }
    }
}

// The checker of batches keeps up to 256 items that are covered once as bits.
void items_of_the_checker() {
    for (const int items : {63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257}) {
        const auto cover = drawing(items, 1, 1);
        std::vector<std::int64_t> start{0};
        std::vector<std::int32_t> options;
        for (int round = 0; round < 3000; ++round) {  // enough that it makes its masks
            const int odd = round % items;
            for (int i = 0; i < items; ++i) options.push_back(2 * i + (i != odd));
            if (round % 3 == 1) options.back() = 0;  // the last item is left, the first covered twice
            if (round % 3 == 2) options[static_cast<std::size_t>(start.back() + odd)] ^= 1;  // nothing is drawn
            start.push_back(static_cast<std::int64_t>(options.size()));
        }
        SolutionChecker checker({cover.lo, cover.hi, cover.option_start, cover.option_items});
        const auto wrong = checker.wrong(start, options);
        std::vector<std::int64_t> expected;
        for (std::int64_t k = 0; k < 3000; ++k)
            if (k % 3) expected.push_back(k);
        expect(wrong == expected, "the checker with " + std::to_string(items) + " items");
    }
}

// Names of items have up to eight bytes.
void names() {
    const std::vector<std::string> known{"abcdefg", "abcdefgh", "abcdefgi"};
    const std::vector<char> needed{1, 1, 1};
    for (const auto& [text, items] : std::vector<std::pair<std::string, std::vector<std::int32_t>>>{
             {"abcdefgh abcdefg\n", {0, 1}}, {"abcdefgi\n", {2}}, {"abcdefghi\n", {}}, {"abcdef\n", {}}}) {
        expect(read_options(text, known, needed, 9).items == items, "the names of " + text);
    }
    bool refused = false;
    try {
        read_options("", {"abcdefghi"}, {1}, 9);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    expect(refused, "a name of nine bytes");
}

bool is_taken(const BoardAtoms& board, const std::vector<PlacedShape>& shapes) {
    try {
        Placements placements(board, shapes, {}, {});
        while (!placements.run(100)) {}
        return placements.take().start.size() == 2;  // one position
    } catch (const std::invalid_argument&) {
        return false;
    }
}

bool has_neighbour(const BoardAtoms& board, const Neighbour& near) {
    try {
        return board_adjacency(board, {near}).items == std::vector<std::int32_t>{1};
    } catch (const std::invalid_argument&) {
        return false;
    }
}

// A cell has up to 256 slots, an atom up to three coordinates.
void slots_of_a_cell() {
    for (const std::int32_t last : {254, 255, 256}) {
        const auto what = "a cell of " + std::to_string(last + 1) + " slots";
        expect(is_taken({1, 2, {0, 0, 0, last}}, {{0, -1, 0, {0, 0, 0, last}, {}}}) == (last < 256), what);
        expect(is_taken({1, 2, {0, 0}}, {{0, -1, 0, {0, 0}, {}}, {0, -1, 1, {0, last}, {}}}) == (last < 256),
               what + ", of a shape alone");
        expect(has_neighbour({1, 2, {0, 0, 0, last}}, {0, last, {0}}) == (last < 256), what + ", of neighbours");
    }
    for (const std::int32_t dimension : {1, 2, 3, 4}) {
        std::vector<std::int32_t> atom(static_cast<std::size_t>(dimension) + 1, 0), far = atom;
        far[0] = INT32_MAX, far.back() = 255;
        std::vector<std::int32_t> both = atom;
        both.insert(both.end(), far.begin(), far.end());
        expect(is_taken({dimension, dimension + 1, both}, {{0, -1, 0, both, {}}}) == (dimension < 4),
               std::to_string(dimension) + " coordinates");
    }
}

// Regions of one cell that touches its own image by one element of a cyclic group: connected when that generates the group.
void orders_of_a_group() {
    for (const std::int32_t order : {1, 2, 15, 16, 17, 30, 31, 32, 33}) {
        for (std::int32_t element = 0; element < order; ++element) {
            SilhouetteGraph graph;
            graph.order = order;
            for (std::int32_t a = 0; a < order; ++a)
                for (std::int32_t b = 0; b < order; ++b) graph.times.push_back((a + b) % order);
            graph.area = {order}, graph.stabiliser = {1}, graph.roots = {0}, graph.rank = {0};
            graph.edge_to = {0, 0}, graph.edge_element = {element, (order - element) % order},
            graph.edge_start = {0, 2};
            graph.overlap_start = {0, 0};
            expect(validate(graph).empty() == (order <= 32), "a group of " + std::to_string(order));
            if (order > 32) continue;
            std::vector<std::uint8_t> wanted(static_cast<std::size_t>(order) + 1, 1);
            GrowthShare share;
            int found = 0;
            grow_regions(graph, wanted, share, [&](const auto&, std::int32_t area) { found += area == order; });
            expect(found == (std::gcd(element, order) == 1),
                   "element " + std::to_string(element) + " of a group of " + std::to_string(order));
        }
    }
}

// A silhouette of two rows apart, cut into dominoes: linear algebra looks at up to 512 items.
void items_of_a_silhouette() {
    for (const std::int32_t cells : {62, 63, 64, 65, 66, 126, 127, 128, 510, 511, 512, 513, 514}) {
        for (const std::int32_t one : {cells / 2, cells / 2 + 1}) {
            SilhouettePlane plane;
            for (std::int32_t k = 0; k < cells; ++k) plane.cell.push_back(k + (k < one ? 1 : 2));
            plane.cells = cells + 4, plane.start = {0, cells}, plane.mask.assign(static_cast<std::size_t>(cells), 1);
            SilhouettePiece domino;
            domino.least = domino.most = cells / 2, domino.area = 2;
            domino.step = {0, 1}, domino.mask = {1, 1}, domino.start = {0, 2};
            const std::atomic<bool> stop{false};
            const std::vector<SilhouettePiece> pieces{domino};
            const std::vector<WeightBound> weights;
            TilingTest test(plane, pieces, weights, 1, stop);
            const bool tiled = test.examine({0}, -1).outcome == RegionOutcome::tiled;
            expect(tiled == (cells % 2 == 0 && one % 2 == 0), "a silhouette of " + std::to_string(cells) + " cells");
        }
    }
}

}  // namespace

int main() {
    longest_keys();
    options_of_an_item();
    sizes_of_a_solution();
    items_of_the_checker();
    names();
    slots_of_a_cell();
    orders_of_a_group();
    items_of_a_silhouette();
    supplies();
    supplies_side_by_side();
    bits_of_a_number();
    states_of_a_run();
    longest_states();
    multiplicities();
    entries_of_an_option();
    bounds_at_the_end();
    sizes();
    colors();
    return failures != 0;
}
