// The yardstick: a plain bit-mask sweep over a cover, as one would write it in an hour. No pruning, no symmetry.
// Covers the first free cell of the given order with each piece that is left in each position that fits. It lists, as the
// kernel does: the options of every solution are written to memory, a buffer that is used again when full.
// Any board of up to 511 cells, each covered once (or at most once); each further item is the supply of one piece.
//   usage: plain_sweep [-count] COVER...     with -count it writes no lists; prints for each file: solutions, CPU milliseconds; or "- reason"
// A file has rows of numbers, each preceded by its length: fewest and most times each item is covered (-1: any
// number), the options with their number first, the order of the cells.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <vector>

using Row = std::vector<int>;

Row row(std::istream& in) {
    int n = 0;
    in >> n;
    Row values(n);
    for (int& v : values) in >> v;
    return values;
}

template <int words, bool listing> struct Sweep {
    struct Mask {
        std::array<std::uint64_t, words> word{};
        void set(int bit) { word[bit / 64] |= std::uint64_t{1} << bit % 64; }
        bool meets(const Mask& other) const {
            std::uint64_t common = 0;
            for (int k = 0; k < words; ++k) common |= word[k] & other.word[k];
            return common;
        }
        Mask with(const Mask& other) const {
            Mask both;
            for (int k = 0; k < words; ++k) both.word[k] = word[k] | other.word[k];
            return both;
        }
        int first_free() const {
            int k = 0;
            while (!~word[k]) ++k;  // the bits behind the last cell are never set
            return 64 * k + __builtin_ctzll(~word[k]);
        }
    };

    struct Option { Mask mask; int number; };
    std::vector<std::vector<std::vector<Option>>> options;  // [first cell][piece]
    std::vector<int> left, may_stay;                      // copies left of each piece, and how many of them may stay so
    std::vector<Mask> empty;                              // the mask of a cell that need not be covered, else none
    std::vector<int> chosen, listed;
    std::uint64_t solutions = 0;
    int cells = 0;

    void found() {
        for (std::size_t p = 0; p < left.size(); ++p)
            if (left[p] > may_stay[p]) return;  // too few of it are laid
        ++solutions;
        if (!listing) return;
        if (listed.size() > 1 << 20) listed.clear();
        listed.insert(listed.end(), chosen.begin(), chosen.end());
    }
    void sweep(const Mask& covered) {
        const int first = covered.first_free();
        if (first >= cells) return found();
        for (std::size_t p = 0; p < left.size(); ++p)
            if (left[p]) {
                --left[p];
                for (const auto& option : options[first][p])
                    if (!covered.meets(option.mask)) {
                        if (listing) chosen.push_back(option.number);
                        sweep(covered.with(option.mask));
                        if (listing) chosen.pop_back();
                    }
                ++left[p];
            }
        if (empty[first].meets(empty[first])) sweep(covered.with(empty[first]));
    }

    const char* read(const Row& lo, const Row& hi, const std::vector<Row>& rows, const Row& order) {
        Row place(lo.size(), -1);
        cells = static_cast<int>(order.size());
        empty.resize(cells);
        for (int k = 0; k < cells; ++k) {
            place[order[k]] = k;
            if (!lo[order[k]]) empty[k].set(k);
            if (hi[order[k]] != 1) return "- a cell that is covered more than once";
        }
        const int any = 1 << 30;
        left = may_stay = {any};  // piece 0: there is any number of it
        for (std::size_t i = 0; i < lo.size(); ++i)
            if (place[i] < 0) {
                place[i] = -static_cast<int>(left.size());
                left.push_back(hi[i] < 0 ? any : hi[i]), may_stay.push_back(left.back() - lo[i]);
            }
        options.assign(cells, std::vector<std::vector<Option>>(left.size()));
        for (std::size_t number = 0; number < rows.size(); ++number) {
            Mask mask;
            int piece = 0, first = cells;
            for (int i : rows[number])
                if (place[i] >= 0) mask.set(place[i]), first = std::min(first, place[i]);
                else if (piece) return "- an option with more than one piece";
                else piece = -place[i];
            if (first == cells) return "- an option without cells";
            options[first][piece].push_back({mask, static_cast<int>(number)});
        }
        return nullptr;
    }
};

template <int words, bool listing> void run(const Row& lo, const Row& hi, const std::vector<Row>& rows, const Row& order) {
    const std::clock_t began = std::clock();
    Sweep<words, listing> sweep;
    if (const char* refused = sweep.read(lo, hi, rows, order)) return void(std::puts(refused));
    sweep.sweep({});
    const double took = 1000.0 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%llu %.3f\n", static_cast<unsigned long long>(sweep.solutions), took);
}

template <bool listing> void run(const Row& lo, const Row& hi, const std::vector<Row>& rows, const Row& order) {
    if (order.size() < 64) run<1, listing>(lo, hi, rows, order);
    else if (order.size() < 128) run<2, listing>(lo, hi, rows, order);
    else if (order.size() < 512) run<8, listing>(lo, hi, rows, order);
    else std::puts("- more than 511 cells");
}

int main(int count, char** words) {
    const bool only_count = count > 1 && !std::strcmp(words[1], "-count");
    for (int f = 1 + only_count; f < count; ++f) {
        std::ifstream in(words[f]);
        const Row lo = row(in), hi = row(in);
        int n = 0;
        in >> n;
        std::vector<Row> rows(n);
        for (auto& r : rows) r = row(in);
        const Row order = row(in);
        if (only_count) run<false>(lo, hi, rows, order);
        else run<true>(lo, hi, rows, order);
        std::fflush(stdout);
    }
}
