// A second count of the solutions of an exact cover in DLX text, to hold the kernel's counts against.
//   usage: merge_cover FILE [backwards|forwards] [PRIMES] [meet | layer NUMBER | end NUMBER]
// It prints the residues of the count modulo so many primes (four; 12 at most), then the sizes of the layers. `meet` prints each layer's
// size and checksums from the start and from the end, and the sum over the middle one of the products, which must be the
// count (docs/explanation/count-by-layers.md); `layer` prints one layer from the start, `end` from the end, a line a state: its words in
// hexadecimal, its residues.
// The first line of the file names the items, those behind `|` at most once; the other lines are options; `|` begins a
// comment. Written apart from the kernel and unlike it: no hash, no symmetry, and the items are taken from the last to the
// first. A state is the set of items that are covered already, those behind it forgotten; a layer is a sorted list, merged
// from the ascending lists to which each way of treating the item leads from the layer before.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Word = std::uint64_t;
constexpr std::array<Word, 12> primes{4611686018427387847, 4611686018427387817, 4611686018427387787,
                                      4611686018427387761, 4611686018427387751, 4611686018427387737,
                                      4611686018427387733, 4611686018427387709, 4611686018427387701,
                                      4611686018427387631, 4611686018427387617, 4611686018427387587};

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
    using Layer = std::vector<State>;

    static void set(Key& key, int bit) { key[bit / 64] |= Word{1} << (bit % 64); }
    static bool has(const Key& key, int bit) { return key[bit / 64] >> (bit % 64) & 1; }

    // As numbers of many words: what is laid on free cells is added to them, so that order stays (see `after`).
    static bool below(const Key& a, const Key& b) {
        return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    }

    static void add(Number& to, const Number& what) {
        for (int p = 0; p < moduli; ++p) {
            to[p] += what[p];
            if (to[p] >= primes[p]) to[p] -= primes[p];
        }
    }

    static void merge(Layer& layer) {
        std::sort(layer.begin(), layer.end(), [](const State& a, const State& b) { return below(a.key, b.key); });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (kept && layer[kept - 1].key == layer[i].key) add(layer[kept - 1].number, layer[i].number);
            else layer[kept++] = layer[i];
        }
        layer.resize(kept);
    }

    static Key window_of(int width) {
        Key window{};
        for (int bit = 0; bit < width; ++bit) set(window, bit);
        return window;
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
        const auto window = window_of(width);
        auto layer = start();
        std::vector<std::size_t> sizes;
        for (int item = 0; item < cover.primary; ++item) {
            layer = after(layer, beginning[item], window);
            sizes.push_back(layer.size());
        }
        print(layer, sizes);
    }

    static Layer start() {
        Layer layer(1);
        layer[0].number.fill(1);
        return layer;
    }

    // What leads to these states: the item was covered already, or an option that begins with it has just been chosen.
    static Layer before(const Layer& layer, const std::vector<Key>& options, int width) {
        Layer result;
        const auto reachable = window_of(width - 1);  // by an option that began earlier
        for (const auto& state : layer) {
            Key key{};
            for (int w = 0; w < words; ++w) key[w] = state.key[w] << 1 | (w ? state.key[w - 1] >> 63 : 0);
            const auto possible = [&](const Key& k) {
                return std::equal(k.begin(), k.end(), reachable.begin(), [](Word a, Word b) { return (a & ~b) == 0; });
            };
            auto covered = key;
            set(covered, 0);
            if (possible(covered)) result.push_back({covered, state.number});
            for (const auto& mask : options) {
                auto bare = key;
                bool inside = true;
                for (int w = 0; w < words; ++w) {
                    const Word rest = w ? mask[w] : mask[w] & ~Word{1};
                    inside = inside && (rest & key[w]) == rest;
                    bare[w] &= ~rest;
                }
                if (inside && possible(bare)) result.push_back({bare, state.number});
            }
        }
        merge(result);
        return result;
    }

    // What one way to treat the item makes of a sorted layer: an ascending stream, because each state has the same added.
    struct Stream {
        const State* at;
        const State* end;
        const Key* window;
        Key mask;       // what is laid, nothing where the item is covered already
        Key key{};      // where the state at `at` leads

        // Go to the first state from `at` on that allows it; false if there is none.
        bool find() {
            const bool covered = !has(mask, 0);
            for (; at != end; ++at) {
                bool meets = covered && !has(at->key, 0);
                for (int w = 0; w < words; ++w) meets |= (mask[w] & at->key[w]) != 0, key[w] = at->key[w] | mask[w];
                if (meets) continue;
                key = moved(key, *window);
                return true;
            }
            return false;
        }
    };

    // The first stream of a heap put where it belongs.
    static void sink(std::vector<Stream>& heap) {
        for (std::size_t place = 0, child; (child = 2 * place + 1) < heap.size(); place = child) {
            if (child + 1 < heap.size() && below(heap[child + 1].key, heap[child].key)) ++child;
            if (!below(heap[child].key, heap[place].key)) return;
            std::swap(heap[place], heap[child]);
        }
    }

    // The streams merged.
    static Layer after(const Layer& layer, const std::vector<Key>& options, const Key& window) {
        std::vector<Stream> heap;
        const auto begin = [&](const Key& mask) {
            Stream stream{layer.data(), layer.data() + layer.size(), &window, mask};
            if (stream.find()) heap.push_back(stream);
        };
        begin(Key{});
        for (const auto& mask : options) begin(mask);
        const auto later = [](const Stream& a, const Stream& b) { return below(b.key, a.key); };
        std::make_heap(heap.begin(), heap.end(), later);
        Layer result;
        while (!heap.empty()) {
            auto& first = heap.front();
            if (!result.empty() && result.back().key == first.key) add(result.back().number, first.at->number);
            else result.push_back({first.key, first.at->number});
            ++first.at;
            if (!first.find()) first = heap.back(), heap.pop_back();
            sink(heap);
        }
        return result;
    }

    // Of each prime: the sum of the residues, each times what its key's words w are as a polynomial, (w0 x + w1) x + ..., x = 1000003.
    static void tell(const char* from, int item, const Layer& layer) {
        std::cout << from << " " << item << " " << layer.size();
        for (int p = 0; p < moduli; ++p) {
            Word sum = 0;
            for (const auto& state : layer) {
                Word place = 0;
                for (Word word : state.key) place = (static_cast<unsigned __int128>(place) * 1000003 + word) % primes[p];
                sum = (sum + static_cast<unsigned __int128>(place + 1) * state.number[p]) % primes[p];
            }
            std::cout << " " << sum;
        }
        std::cout << "\n";
    }

    static void meet(const Cover& cover, int width) {
        const auto beginning = beginnings(cover, width);
        const int middle = cover.primary / 2;
        auto first = start(), last = start();
        for (int item = 0; item < middle; ++item) {
            tell("start", item, first);
            first = after(first, beginning[item], window_of(width));
        }
        for (int item = cover.primary; item > middle; --item) {
            tell("end", item, last);
            last = before(last, beginning[item - 1], width);
        }
        tell("start", middle, first);
        tell("end", middle, last);
        Number total{};
        auto other = last.begin();
        for (const auto& state : first) {
            while (other != last.end() && below(other->key, state.key)) ++other;
            if (other == last.end() || other->key != state.key) continue;
            for (int p = 0; p < moduli; ++p)
                total[p] = (total[p] + static_cast<unsigned __int128>(state.number[p]) * other->number[p]) % primes[p];
        }
        for (int p = 0; p < moduli; ++p) std::cout << "count " << total[p] << " " << primes[p] << "\n";
    }

    static void one_layer(const Cover& cover, int width, int number, bool from_end) {
        const auto beginning = beginnings(cover, width);
        auto layer = start();
        if (from_end)
            for (int item = cover.primary; item > number && item > 0; --item) layer = before(layer, beginning[item - 1], width);
        else
            for (int item = 0; item < number && item < cover.primary; ++item) layer = after(layer, beginning[item], window_of(width));
        for (const auto& state : layer) {
            for (Word word : state.key) std::cout << std::hex << word << " ";
            for (Word residue : state.number) std::cout << std::dec << residue << " ";
            std::cout << "\n";
        }
    }

    static void print(const Layer& layer, const std::vector<std::size_t>& sizes) {
        Number total{};  // what may stay uncovered differs from state to state
        for (const auto& state : layer)
            for (int p = 0; p < moduli; ++p) total[p] = (total[p] + state.number[p]) % primes[p];
        for (int p = 0; p < moduli; ++p) std::cout << total[p] << " " << primes[p] << "\n";
        std::cout << "layers";
        for (auto size : sizes) std::cout << " " << size;
        std::cout << "\n";
    }
};

struct Task { int width, moduli; std::string what; int layer; };

template <int words, int moduli>
void perform(const Cover& cover, const Task& task) {
    using Program = Sweep<words, moduli>;
    if (task.what.empty()) return Program::run(cover, task.width);
    if (cover.items > cover.primary) refuse("meet, layer and end: expected no items that may stay uncovered");
    if (task.what == "meet") return Program::meet(cover, task.width);
    if (task.what == "layer" || task.what == "end") return Program::one_layer(cover, task.width, task.layer, task.what == "end");
    refuse("unknown: " + task.what);
}

template <int words>
void run(const Cover& cover, const Task& task) {
    if (task.moduli <= 2) perform<words, 2>(cover, task);
    else if (task.moduli <= 4) perform<words, 4>(cover, task);
    else if (task.moduli <= 8) perform<words, 8>(cover, task);
    else if (task.moduli <= 12) perform<words, 12>(cover, task);
    else refuse("more than 12 primes");
}

int main(int argc, char** argv) {
    if (argc < 2) refuse("usage: merge_cover FILE [backwards|forwards] [PRIMES] [meet | layer NUMBER | end NUMBER]");
    const Cover cover = read(argv[1], argc > 2 && std::string(argv[2]) == "forwards");
    Task task{1, argc > 3 ? std::atoi(argv[3]) : 4, argc > 4 ? argv[4] : "", argc > 5 ? std::atoi(argv[5]) : 0};
    for (const auto& option : cover.options)
        for (int item : option)
            if (item < cover.primary) task.width = std::max(task.width, item - option[0] + 1);
    const int bits = task.width + cover.items - cover.primary;
    if (bits <= 64) run<1>(cover, task);
    else if (bits <= 128) run<2>(cover, task);
    else if (bits <= 512) run<8>(cover, task);
    else refuse("a state of more than 512 bits");
}
