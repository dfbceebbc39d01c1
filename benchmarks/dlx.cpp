// A yardstick: dancing links, as burrTxt and most exact-cover programs do it. The item with the fewest options left is
// covered next; its options are tried in turn, and what they rule out is unlinked and, in reverse, linked again.
//   usage: dlx [-first] COVER...      prints for each file: solutions, CPU milliseconds; or "- reason"
// Items covered once, or at most once (never chosen); files as in plain_sweep.cpp.
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

// Node 0 is the head, 1 .. items are the items, the rest the entries of the options; `row_begin` finds an option's others.
struct Links {
    struct Node { int left, right, up, down, item, row; };
    std::vector<Node> nodes;
    Row size, row_begin;
    bool first_only;
    std::uint64_t solutions = 0;

    Links(const Row& lo, const std::vector<Row>& rows, bool first) : size(lo.size() + 1, 0), first_only(first) {
        const int items = static_cast<int>(lo.size());
        for (int i = 0; i <= items; ++i) nodes.push_back({i, i, i, i, i, -1});
        int last = 0;
        for (int i = 1; i <= items; ++i)
            if (lo[i - 1]) {  // those that may stay uncovered are in no list
                nodes[i].left = last, nodes[last].right = i, last = i;
            }
        nodes[last].right = 0, nodes[0].left = last;
        for (const auto& option : rows) {
            row_begin.push_back(static_cast<int>(nodes.size()));
            for (int i : option) {
                const int item = i + 1, node = static_cast<int>(nodes.size()), up = nodes[item].up;
                nodes.push_back({0, 0, up, item, item, static_cast<int>(row_begin.size()) - 1});
                nodes[up].down = node, nodes[item].up = node, ++size[item];
            }
        }
        row_begin.push_back(static_cast<int>(nodes.size()));
    }

    template <class Do> void others(int node, bool backwards, Do what) {
        const int begin = row_begin[nodes[node].row], end = row_begin[nodes[node].row + 1];
        if (!backwards) for (int n = begin; n < end; ++n) { if (n != node) what(n); }
        else for (int n = end; n-- > begin;) if (n != node) what(n);
    }
    void cover(int item) {
        nodes[nodes[item].left].right = nodes[item].right, nodes[nodes[item].right].left = nodes[item].left;
        for (int n = nodes[item].down; n != item; n = nodes[n].down)
            others(n, false, [&](int m) {
                nodes[nodes[m].up].down = nodes[m].down, nodes[nodes[m].down].up = nodes[m].up, --size[nodes[m].item];
            });
    }
    void uncover(int item) {
        for (int n = nodes[item].up; n != item; n = nodes[n].up)
            others(n, true, [&](int m) {
                nodes[nodes[m].up].down = m, nodes[nodes[m].down].up = m, ++size[nodes[m].item];
            });
        nodes[nodes[item].left].right = item, nodes[nodes[item].right].left = item;
    }
    bool search() {  // whether to stop
        int best = nodes[0].right;
        if (!best) return ++solutions, first_only;
        for (int i = best; i; i = nodes[i].right)
            if (size[i] < size[best]) best = i;
        cover(best);
        bool stop = false;
        for (int n = nodes[best].down; n != best && !stop; n = nodes[n].down) {
            others(n, false, [&](int m) { cover(nodes[m].item); });
            stop = search();
            others(n, true, [&](int m) { uncover(nodes[m].item); });
        }
        uncover(best);
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
        Links links(lo, rows, first);
        links.search();
        const double took = 1000.0 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
        std::printf("%llu %.3f\n", static_cast<unsigned long long>(links.solutions), took);
        std::fflush(stdout);
    }
}
