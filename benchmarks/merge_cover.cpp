// A second count of the solutions of an exact cover in DLX text, to hold the kernel's counts against.
//   usage: merge_cover FILE [forwards] [> LAYERS]      prints residues of the count modulo four primes, then the layers
// The first line of the file names the items, those behind `|` at most once; the other lines are options; `|` begins a
// comment. Written apart from the kernel and unlike it: no hash, no symmetry, and the items are taken from the last to the
// first. A state is the set of items that are covered already, those behind it forgotten; a layer is a sorted list, made by
// sorting what the layer before leads to.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Word = std::uint64_t;
constexpr std::array<Word, 4> primes{4611686018427387847, 4611686018427387817, 4611686018427387787, 4611686018427387761};
using Number = std::array<Word, primes.size()>;

struct Cover {
    int primary = 0, items = 0;
    std::vector<std::vector<int>> options;  // by rank of their items
};

[[noreturn]] void refuse(const std::string& why) {
    std::cerr << "merge_cover: " << why << "\n";
    std::exit(2);
}

Cover read(const char* path, bool forwards) {
    std::ifstream file(path);
    if (!file) refuse(std::string("cannot read ") + path);
    Cover cover;
    std::map<std::string, int> rank;
    std::vector<std::string> first, second;
    bool named = false;
    for (std::string line, word; std::getline(file, line);) {
        if (line.empty() || line[0] == '|') continue;
        std::istringstream words(line);
        if (!named) {
            named = true;
            bool behind = false;
            while (words >> word) {
                if (word == "|") { behind = true; continue; }
                if (word.find('|') != std::string::npos) refuse("multiplicities are not read: " + word);
                (behind ? second : first).push_back(word);
            }
            if (!forwards) std::reverse(first.begin(), first.end());
            for (const auto& name : first) rank.emplace(name, cover.items++);
            cover.primary = cover.items;
            for (const auto& name : second) rank.emplace(name, cover.items++);
            continue;
        }
        std::vector<int> option;
        while (words >> word) {
            const auto found = rank.find(word);
            if (found == rank.end()) refuse("unknown item " + word);
            option.push_back(found->second);
        }
        std::sort(option.begin(), option.end());
        if (std::adjacent_find(option.begin(), option.end()) != option.end()) refuse("an item twice: " + line);
        if (option.empty() || option[0] >= cover.primary) refuse("an option without an item that must be covered: " + line);
        cover.options.push_back(option);
    }
    return cover;
}

template <int words>
struct Sweep {
    using Key = std::array<Word, words>;
    struct State { Key key; Number number; };

    static void set(Key& key, int bit) { key[bit / 64] |= Word{1} << (bit % 64); }
    static bool has(const Key& key, int bit) { return key[bit / 64] >> (bit % 64) & 1; }
    static void drop(Key& key, int bit) { key[bit / 64] &= ~(Word{1} << (bit % 64)); }

    static void merge(std::vector<State>& layer) {
        std::sort(layer.begin(), layer.end(), [](const State& a, const State& b) { return a.key < b.key; });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (kept && layer[kept - 1].key == layer[i].key) {
                for (std::size_t p = 0; p < primes.size(); ++p)
                    layer[kept - 1].number[p] = (layer[kept - 1].number[p] + layer[i].number[p]) % primes[p];
            } else {
                layer[kept++] = layer[i];
            }
        }
        layer.resize(kept);
    }

    static void run(const Cover& cover) {
        std::vector<std::vector<Key>> beginning(cover.primary);
        for (const auto& option : cover.options) {
            Key mask{};
            for (int item : option) set(mask, item);
            beginning[option[0]].push_back(mask);
        }
        std::vector<State> layer{{Key{}, Number{1, 1, 1, 1}}}, next;
        std::vector<std::size_t> sizes;
        for (int item = 0; item < cover.primary; ++item) {
            next.clear();
            std::size_t merged = 1 << 16;
            for (const auto& state : layer) {
                if (has(state.key, item)) {
                    next.push_back(state);
                    drop(next.back().key, item);
                } else {
                    for (const auto& mask : beginning[item]) {
                        bool meets = false;
                        for (int w = 0; w < words; ++w) meets |= (mask[w] & state.key[w]) != 0;
                        if (meets) continue;
                        next.push_back(state);
                        for (int w = 0; w < words; ++w) next.back().key[w] |= mask[w];
                        drop(next.back().key, item);
                    }
                }
                if (next.size() > 2 * merged) merge(next), merged = std::max(merged, next.size());
            }
            merge(next);
            layer.swap(next);
            sizes.push_back(layer.size());
        }
        Number total{};  // what may stay uncovered differs from state to state
        for (const auto& state : layer)
            for (std::size_t p = 0; p < primes.size(); ++p) total[p] = (total[p] + state.number[p]) % primes[p];
        for (std::size_t p = 0; p < primes.size(); ++p) std::printf("%llu %llu\n", (unsigned long long)total[p], (unsigned long long)primes[p]);
        std::printf("layers");
        for (auto size : sizes) std::printf(" %zu", size);
        std::printf("\n");
    }
};

int main(int argc, char** argv) {
    if (argc < 2) refuse("usage: merge_cover FILE [forwards]");
    const Cover cover = read(argv[1], argc > 2);
    const int words = (cover.items + 63) / 64;
    if (words <= 1) Sweep<1>::run(cover);
    else if (words == 2) Sweep<2>::run(cover);
    else if (words <= 4) Sweep<4>::run(cover);
    else if (words <= 8) Sweep<8>::run(cover);
    else refuse("more than 512 items");
}
