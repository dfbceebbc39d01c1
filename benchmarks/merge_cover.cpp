// A second count of the solutions of an exact cover in DLX text, to hold the kernel's counts against.
//   usage: merge_cover FILE [backwards|forwards] [PRIMES]
// It prints the residues of the count modulo so many primes (four), then the sizes of the layers.
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
constexpr std::array<Word, 6> primes{4611686018427387847, 4611686018427387817, 4611686018427387787,
                                     4611686018427387761, 4611686018427387751, 4611686018427387737};

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

// What an item can still be covered by begins at the item itself and reaches `width` items at most, so a state is a window of
// that many bits, the nearest item lowest, with the items that may stay uncovered behind it.
template <int words, int moduli>
struct Sweep {
    using Key = std::array<Word, words>;
    using Number = std::array<Word, moduli>;
    struct State { Key key; Number number; };

    static void set(Key& key, int bit) { key[bit / 64] |= Word{1} << (bit % 64); }
    static bool has(const Key& key, int bit) { return key[bit / 64] >> (bit % 64) & 1; }

    static void merge(std::vector<State>& layer) {
        std::sort(layer.begin(), layer.end(), [](const State& a, const State& b) { return a.key < b.key; });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (kept && layer[kept - 1].key == layer[i].key) {
                for (int p = 0; p < moduli; ++p)
                    layer[kept - 1].number[p] = (layer[kept - 1].number[p] + layer[i].number[p]) % primes[p];
            } else {
                layer[kept++] = layer[i];
            }
        }
        layer.resize(kept);
    }

    // The window moved on by the item that is covered now; the rest stays.
    static Key moved(const Key& key, const Key& window) {
        Key result{};
        for (int w = 0; w < words; ++w) {
            const Word above = w + 1 < words ? key[w + 1] & window[w + 1] : 0;
            result[w] = (key[w] & window[w]) >> 1 | above << 63 | (key[w] & ~window[w]);
        }
        return result;
    }

    static std::vector<std::vector<Key>> beginnings(const Cover& cover, int width) {
        std::vector<std::vector<Key>> beginning(cover.primary);
        for (const auto& option : cover.options) {
            Key mask{};
            for (int item : option) set(mask, item < cover.primary ? item - option[0] : width + item - cover.primary);
            beginning[option[0]].push_back(mask);
        }
        return beginning;
    }

    static void run(const Cover& cover, int width) {
        const auto beginning = beginnings(cover, width);
        Key window{};
        for (int bit = 0; bit < width; ++bit) set(window, bit);
        State first{};
        first.number.fill(1);
        std::vector<State> layer{first}, next;
        std::vector<std::size_t> sizes;
        for (int item = 0; item < cover.primary; ++item) {
            next.clear();
            std::size_t merged = 1 << 16;
            for (const auto& state : layer) {
                if (has(state.key, 0)) {
                    next.push_back({moved(state.key, window), state.number});
                } else {
                    for (const auto& mask : beginning[item]) {
                        bool meets = false;
                        Key key = state.key;
                        for (int w = 0; w < words; ++w) meets |= (mask[w] & key[w]) != 0, key[w] |= mask[w];
                        if (!meets) next.push_back({moved(key, window), state.number});
                    }
                }
                if (next.size() > 2 * merged) merge(next), merged = std::max(merged, next.size());
            }
            merge(next);
            layer.swap(next);
            sizes.push_back(layer.size());
        }
        print(layer, sizes);
    }

    static void print(const std::vector<State>& layer, const std::vector<std::size_t>& sizes) {
        Number total{};  // what may stay uncovered differs from state to state
        for (const auto& state : layer)
            for (int p = 0; p < moduli; ++p) total[p] = (total[p] + state.number[p]) % primes[p];
        for (int p = 0; p < moduli; ++p) std::cout << total[p] << " " << primes[p] << "\n";
        std::cout << "layers";
        for (auto size : sizes) std::cout << " " << size;
        std::cout << "\n";
    }
};

template <int words>
void run(const Cover& cover, int width, int moduli) {
    if (moduli <= 2) Sweep<words, 2>::run(cover, width);
    else if (moduli <= 4) Sweep<words, 4>::run(cover, width);
    else if (moduli <= 6) Sweep<words, 6>::run(cover, width);
    else refuse("more than 6 primes");
}

int main(int argc, char** argv) {
    if (argc < 2) refuse("usage: merge_cover FILE [backwards|forwards] [PRIMES]");
    const Cover cover = read(argv[1], argc > 2 && std::string(argv[2]) == "forwards");
    const int moduli = argc > 3 ? std::atoi(argv[3]) : 4;
    int width = 1;
    for (const auto& option : cover.options)
        for (int item : option)
            if (item < cover.primary) width = std::max(width, item - option[0] + 1);
    const int bits = width + cover.items - cover.primary;
    if (bits <= 64) run<1>(cover, width, moduli);
    else if (bits <= 128) run<2>(cover, width, moduli);
    else if (bits <= 256) run<4>(cover, width, moduli);
    else if (bits <= 512) run<8>(cover, width, moduli);
    else refuse("a state of more than 512 bits");
}
