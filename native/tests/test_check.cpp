// The checker of batches against counting in full, on random covers and choices.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <vector>

#include "boards.hpp"
#include "tilewright/check.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

CoverArrays arrays(const Cover& cover) { return {cover.lo, cover.hi, cover.option_start, cover.option_items}; }

bool plainly_right(const Cover& cover, std::vector<std::int32_t> choice) {
    std::vector<std::int64_t> times(cover.lo.size(), 0);
    std::sort(choice.begin(), choice.end());
    if (std::adjacent_find(choice.begin(), choice.end()) != choice.end()) return false;
    for (const auto option : choice) {
        if (option < 0 || option >= cover.option_count()) return false;
        for (auto item = cover.begin(option); item != cover.end(option); ++item)
            ++times[static_cast<std::size_t>(*item)];
    }
    for (std::size_t i = 0; i < times.size(); ++i)
        if (times[i] < cover.lo[i] || times[i] > cover.hi[i]) return false;
    return true;
}

Cover random_cover(std::mt19937& random) {
    const auto below = [&](int n) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(n)); };
    Cover cover;
    const int items = 1 + below(4);
    for (int i = 0; i < items; ++i) {
        cover.lo.push_back(below(3));
        cover.hi.push_back(below(4) ? cover.lo.back() + below(2) : unlimited);
    }
    for (int o = below(6); o-- > 0;) {
        for (int i = 0; i < items; ++i)
            for (int times = below(4) ? below(2) : 2; times-- > 0;) cover.option_items.push_back(i);
        cover.option_start.push_back(static_cast<std::int64_t>(cover.option_items.size()));
    }
    return cover;
}

void check_random() {
    std::mt19937 random(1);
    int right = 0;
    for (int round = 0; round < 3000; ++round) {
        const auto cover = random_cover(random);
        std::vector<std::int64_t> start{0}, expected;
        std::vector<std::int32_t> options;
        for (int k = 0; k < 20; ++k) {
            std::vector<std::int32_t> choice;
            for (int n = static_cast<int>(random() % 4); n-- > 0;)
                choice.push_back(static_cast<std::int32_t>(random() % 8) - 1);
            if (plainly_right(cover, choice))
                ++right;
            else
                expected.push_back(k);
            options.insert(options.end(), choice.begin(), choice.end());
            start.push_back(static_cast<std::int64_t>(options.size()));
        }
        SolutionChecker checker(arrays(cover));
        expect(checker.wrong(start, options) == expected, "a random cover");
        expect(checker.wrong(start, options) == expected, "the same again");
    }
    expect(right > 1000, "enough right ones among them");
}

// Covers of masks: every item at most once, of one word to five (for which there are none). Options are of three classes that
// meet in nothing, and one of each covers all but some items of which few are needed. Some have an item that is counted.
Cover random_exact_cover(std::mt19937& random, int items, bool counted) {
    Cover cover;
    for (int i = 0; i < items; ++i) {
        cover.lo.push_back(i % 7 != 3 || random() % 32 == 0);
        cover.hi.push_back(1);
    }
    if (counted) {
        cover.lo.push_back(static_cast<std::int32_t>(random() % 3));
        cover.hi.push_back(cover.lo.back() + 1 + static_cast<std::int32_t>(random() % 3));
    }
    for (int part = 0; part < 30; ++part) {
        for (int i = part % 3; i < items; i += 3)
            if (i % 7 != 3 || random() % 2) cover.option_items.push_back(i);
        for (auto times = counted ? random() % 4 : 0; times-- > 0;) cover.option_items.push_back(items);
        cover.option_start.push_back(static_cast<std::int64_t>(cover.option_items.size()));
    }
    return cover;
}

void check_masks() {
    std::mt19937 random(2);
    int right = 0;
    for (const int items : {3, 64, 65, 130, 200, 256, 257})
        for (int round = 0; round < 60; ++round) {
            auto cover = random_exact_cover(random, items, round % 3 == 0);
            if (round % 5 == 1) cover.hi[0] = 2;
            if (round % 5 == 2) cover.option_items.push_back(items - 1), ++cover.option_start.back();
            std::vector<std::int64_t> start{0}, expected;
            std::vector<std::int32_t> options;
            for (int k = 0; k < 200; ++k) {
                std::vector<std::int32_t> choice;
                for (int part = 0; part < 3; ++part)
                    choice.push_back(static_cast<std::int32_t>(random() % 10) * 3 + part);
                if (k % 7 == 0) choice[0] = choice[1];
                if (k % 11 == 0) choice[2] = static_cast<std::int32_t>(random() % 34) - 2;
                plainly_right(cover, choice) ? void(++right) : expected.push_back(k);
                options.insert(options.end(), choice.begin(), choice.end());
                start.push_back(static_cast<std::int64_t>(options.size()));
            }
            SolutionChecker checker(arrays(cover));
            for (int times = 0; times < 3; ++times)
                expect(checker.wrong(start, options) == expected, "a random cover of masks");
        }
    expect(right > 1000, "enough right ones among those of masks");
}

void check_searched() {
    const auto cover = boards::cover({6, 10}, boards::polyominoes(5), true, true);
    Solutions found;
    const auto plan = sweep_plan(std::make_shared<Cover>(cover));
    plan->search({})->run({-1, -1, &found});
    SolutionChecker checker(arrays(cover));
    expect(found.size() == 9356 && checker.wrong(found.start, found.options).empty(), "all tilings of 6x10");
    std::vector<std::int64_t> places;
    for (std::int64_t k = 0; k < found.size(); k += 100) {
        auto& option = found.options[static_cast<std::size_t>(found.start[static_cast<std::size_t>(k)] + k % 12)];
        option = (option + 1) % static_cast<std::int32_t>(cover.option_count());
        places.push_back(k);
    }
    expect(checker.wrong(found.start, found.options) == places, "each with one option exchanged");
}

// What is malformed is never read beyond its end.
void check_malformed() {
    const std::vector<std::int32_t> one{1}, zero{0}, far{0, 1000};
    const std::vector<std::int64_t> start{0, 2}, beyond{0, 9}, whole{0, 1}, bad{0, 5};
    SolutionChecker items({one, one, start, far}), starts({one, one, beyond, far});
    expect(items.wrong(whole, zero).size() == 1, "an option with an item that there is not");
    expect(starts.wrong(whole, zero).size() == 1, "an option that ends beyond the items");
    try {
        items.wrong(bad, zero);
        expect(false, "a solution that ends beyond the options");
    } catch (const std::invalid_argument&) {}
}

}  // namespace

int main() {
    check_random();
    check_masks();
    check_searched();
    check_malformed();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
