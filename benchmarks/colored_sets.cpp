// A yardstick: exact cover with colors by sparse sets (the idea of Knuth's ssxcc, written anew from its description in
// The Art of Computer Programming 7.2.2.1 and 7.2.2.3). Each item has its options in one array, those still possible
// first; an option leaves by a swap with the last of them. Going back puts the sizes of before back.
//   usage: colored_sets [-first] FILE...      prints for each file: solutions, nodes, CPU milliseconds
// Files are Knuth's text: items, `|`, secondary items; then an option a line, colors as item:color. No multiplicities.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

struct Search {
    struct Entry { int item, color, at; };  // where in the item's set; or item -n: n entries end here
    struct Item { int begin = 0, size = 0, place = 0; bool must = false, open = true; };
    std::vector<Entry> entries;
    std::vector<Item> items;
    std::vector<int> set;                    // of entries, item after item
    std::vector<int> wanted, other;          // items by kind, the first `open_*` of them not yet settled
    int open_wanted = 0, open_other = 0;
    std::vector<std::pair<int, int>> saved;  // (item, size)
    bool first_only = false;
    std::uint64_t solutions = 0, nodes = 0;

    explicit Search(std::istream& in) {
        std::string line, word;
        std::map<std::string, int> item_of, color_of;
        std::vector<std::vector<int>> of;
        while (std::getline(in, line)) {
            if (line.empty() || line[0] == '|') continue;
            std::istringstream words(line);
            if (items.empty()) {
                for (bool must = true; words >> word;) {
                    if (word == "|") { must = false; continue; }
                    item_of[word] = static_cast<int>(items.size());
                    items.push_back({});
                    items.back().must = must;
                    auto& kind = must ? wanted : other;
                    items.back().place = static_cast<int>(kind.size());
                    kind.push_back(static_cast<int>(items.size()) - 1);
                }
                of.resize(items.size());
                continue;
            }
            int length = 0;
            for (; words >> word; ++length) {
                const auto colon = word.find(':');
                const int item = item_of.at(word.substr(0, colon));
                int color = 0;
                if (colon != std::string::npos)
                    color = color_of.try_emplace(word.substr(colon + 1), static_cast<int>(color_of.size()) + 1).first->second;
                of[item].push_back(static_cast<int>(entries.size()));
                entries.push_back({item, color, 0});
            }
            entries.push_back({-length, 0, 0});
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            items[i].begin = static_cast<int>(set.size()), items[i].size = static_cast<int>(of[i].size());
            for (int e : of[i]) entries[e].at = static_cast<int>(set.size()), set.push_back(e);
        }
        open_wanted = static_cast<int>(wanted.size()), open_other = static_cast<int>(other.size());
    }

    // The entries of an option, e first, then in a circle; ends when `what` says no. The item chosen comes first, so that
    // the order of its set stays while its options are tried.
    template <class Do> bool around(int e, Do what) {
        int x = e;
        do {
            if (entries[x].item >= 0 && !what(x)) return false;
            x += entries[x].item < 0 ? entries[x].item : 1;
        } while (x != e);
        return true;
    }
    void settle(int item) {
        auto& kind = items[item].must ? wanted : other;
        const int last = kind[--(items[item].must ? open_wanted : open_other)];
        const int end = items[item].must ? open_wanted : open_other;
        kind[items[item].place] = last, items[last].place = items[item].place;
        kind[end] = item, items[item].place = end;
        items[item].open = false;
    }
    bool leave(int e) {  // one entry leaves the set of its item
        Item& item = items[entries[e].item];
        if (!item.open) return true;
        const int last = set[item.begin + --item.size], at = entries[e].at;
        set[at] = last, entries[last].at = at;
        set[item.begin + item.size] = e, entries[e].at = item.begin + item.size;
        return item.size || !item.must;
    }
    // Settles the items of the option; what disagrees with it leaves all sets. False: an item is left without options.
    bool take(int chosen) {
        return around(chosen, [&](int e) {
            const auto [number, color, at] = entries[e];
            if (!items[number].open) return true;  // it has this color already
            settle(number);
            const Item& item = items[number];
            for (int k = item.begin; k < item.begin + item.size; ++k) {
                const int f = set[k];
                if (f == e || (color && entries[f].color == color)) continue;
                if (!around(f, [&](int g) { return g == f || leave(g); })) return false;
            }
            return true;
        });
    }
    bool search() {  // false: enough
        if (!open_wanted) return ++solutions, !first_only;
        int best = wanted[0];
        for (int k = 1; k < open_wanted; ++k)
            if (items[wanted[k]].size < items[best].size) best = wanted[k];
        const auto mark = saved.size();
        const int before_wanted = open_wanted, before_other = open_other, count = items[best].size;
        for (int k = 0; k < open_wanted; ++k) saved.emplace_back(wanted[k], items[wanted[k]].size);
        for (int k = 0; k < open_other; ++k) saved.emplace_back(other[k], items[other[k]].size);
        bool on = true;
        for (int k = 0; on && k < count; ++k) {
            ++nodes;
            if (take(set[items[best].begin + k])) on = search();
            for (; open_wanted < before_wanted; ++open_wanted) items[wanted[open_wanted]].open = true;
            for (; open_other < before_other; ++open_other) items[other[open_other]].open = true;
            for (auto s = mark; s < saved.size(); ++s) items[saved[s].first].size = saved[s].second;
        }
        saved.resize(mark);
        return on;
    }
};

int main(int count, char** arguments) {
    bool first = false;
    for (int k = 1; k < count; ++k) {
        if (!std::strcmp(arguments[k], "-first")) { first = true; continue; }
        std::ifstream in(arguments[k]);
        Search search(in);
        search.first_only = first;
        const auto began = std::clock();
        search.search();
        std::printf("%llu %llu %.1f\n", static_cast<unsigned long long>(search.solutions),
                    static_cast<unsigned long long>(search.nodes), 1e3 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
        std::fflush(stdout);
    }
}
