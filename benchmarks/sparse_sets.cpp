// A yardstick: exact cover with sparse sets instead of links (the idea of Knuth's ssxcc, written anew). Each item has
// its options in one array, those still possible first; an option leaves by a swap with the last of them. Going back
// undoes no step: the sizes of before are put back, for what left still stands just behind the rest.
//   usage: sparse_sets [-first] COVER...      prints for each file: solutions, CPU milliseconds; or "- reason"
// Items covered once, or at most once (never chosen); files as in plain_sweep.cpp.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <utility>
#include <vector>

using Row = std::vector<int>;

Row row(std::istream& in) {
    int n = 0;
    in >> n;
    Row values(n);
    for (int& v : values) in >> v;
    return values;
}

struct Sets {
    struct Entry { int item, at; };  // one item of an option, and where in the item's set; or item -n: n entries end here
    struct Item { int begin, size, place; bool must; };  // set[begin ..], how many are possible; where in `active`
    std::vector<Entry> entries;
    std::vector<Item> items;
    Row set, active;                         // of entries; of items, the first `open` of them not yet covered
    std::vector<std::pair<int, int>> saved;  // (item, size)
    int open = 0;
    bool first_only;
    std::uint64_t solutions = 0;

    Sets(const Row& lo, const std::vector<Row>& rows, bool first) : first_only(first) {
        std::vector<Row> of(lo.size());
        for (const auto& option : rows) {
            for (int i : option) of[i].push_back(static_cast<int>(entries.size())), entries.push_back({i, 0});
            entries.push_back({-static_cast<int>(option.size()), 0});
        }
        for (std::size_t i = 0; i < lo.size(); ++i) {
            items.push_back({static_cast<int>(set.size()), static_cast<int>(of[i].size()), open++, lo[i] > 0});
            active.push_back(static_cast<int>(i));
            for (int e : of[i]) entries[e].at = static_cast<int>(set.size()), set.push_back(e);
        }
    }

    // Visits the other entries of an option, in a circle, while `what` says so.
    template <class Do> bool others(int e, Do what) {
        for (int x = e + 1; x != e;)
            if (entries[x].item < 0) x += entries[x].item;
            else if (!what(x)) return false;
            else ++x;
        return true;
    }
    void close(int item) {
        Item& closed = items[item];
        const int last = active[--open];
        active[closed.place] = last, items[last].place = closed.place;
        active[open] = item, closed.place = open;
    }
    // Takes an option out of the sets of its other items; false when one that must be covered is left with none.
    bool hide(int e) {
        return others(e, [&](int x) {
            Item& item = items[entries[x].item];
            if (item.place >= open) return true;
            const int at = entries[x].at, end = item.begin + --item.size, moved = set[end];
            set[at] = moved, entries[moved].at = at;
            set[end] = x, entries[x].at = end;
            return item.size > 0 || !item.must;
        });
    }
    bool cover(int e) {
        const int item = entries[e].item;
        close(item);
        const int begin = items[item].begin, end = begin + items[item].size;
        for (int k = begin; k < end; ++k)
            if (set[k] != e && !hide(set[k])) return false;
        return true;
    }
    bool search() {  // whether to stop
        int best = -1;
        for (int k = 0; k < open; ++k)
            if (items[active[k]].must && (best < 0 || items[active[k]].size < items[best].size)) best = active[k];
        if (best < 0) return ++solutions, first_only;
        const int open_before = open;
        const std::size_t saved_before = saved.size();
        for (int k = 0; k < open; ++k) saved.push_back({active[k], items[active[k]].size});
        const std::size_t saved_end = saved.size();
        bool stop = false;
        for (int k = items[best].begin, end = k + items[best].size; k < end && !stop; ++k) {
            const int e = set[k];
            if (cover(e) && others(e, [&](int x) { return cover(x); })) stop = search();
            open = open_before;
            for (std::size_t s = saved_before; s < saved_end; ++s) items[saved[s].first].size = saved[s].second;
        }
        saved.resize(saved_before);
        return stop;
    }
};

int main(int count, char** words) {
    const bool first = count > 1 && !std::strcmp(words[1], "-first");
    for (int f = 1 + first; f < count; ++f) {
        std::ifstream in(words[f]);
        const Row lo = row(in), hi = row(in);
        int n = 0;
        in >> n;
        std::vector<Row> rows(n);
        for (auto& r : rows) r = row(in);
        bool plain = true;
        for (std::size_t i = 0; i < lo.size(); ++i) plain &= hi[i] == 1;
        if (!plain) { std::puts("- items that are covered more than once"); continue; }
        const std::clock_t began = std::clock();
        Sets sets(lo, rows, first);
        sets.search();
        const double took = 1000.0 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
        std::printf("%llu %.3f\n", static_cast<unsigned long long>(sets.solutions), took);
        std::fflush(stdout);
    }
}
