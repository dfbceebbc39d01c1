// Where numbers end: copies, bounds, multiplicities, colors and counts around the widths of words, bytes and halves of
// words, by all engines that take the cover, against numbers in closed form.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "../src/frontier/plan.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/invariant.hpp"
#include "tilewright/search.hpp"

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

// The state of a sweep has at most 2048 bits: one for each item, and for a supply one for each time and one above.
void longest_states() {
    for (const int bits : {2047, 2048, 2049}) {
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

}  // namespace

int main() {
    supplies();
    supplies_side_by_side();
    longest_states();
    multiplicities();
    entries_of_an_option();
    bounds_at_the_end();
    sizes();
    colors();
    return failures != 0;
}
