// A second count of the tilings of a rectangle by n-ominoes, to hold the kernel's frontier against.
//   usage: merge_count ROWS COLUMNS SIZE [once|remainder]   prints the count, the largest layer, the states of all layers
// Any number of each n-omino; with `once` each one-sided n-omino (its turns, not its mirror image) exactly once; with
// `remainder` the count modulo 2^127 - 1, where it is longer than 128 bits.
// Written apart from the kernel and unlike it: no hash, no symmetry, no cover. A state is the occupancy of the cells
// from the current one on, the current cell its highest bit, and above them a bit for each piece that is used up.
// Laying a piece on free cells adds a constant to that number, so a sorted layer gives one ascending stream for each
// piece, and the next layer is their merge.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Key = std::uint64_t;
using Count = unsigned __int128;
using Cells = std::set<std::pair<int, int>>;

constexpr Count modulus = (Count{1} << 127) - 1;
bool modular = false;

struct Layer { std::vector<Key> keys; std::vector<Count> counts; };

// Every n-omino once, moved so that its first cell in reading order is 0, 0.
std::set<Cells> polyominoes(int size) {
    std::set<Cells> now{{{0, 0}}};
    while (--size) {
        std::set<Cells> next;
        for (const auto& shape : now)
            for (auto [r, c] : shape)
                for (auto [dr, dc] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
                    Cells grown = shape, moved;
                    if (!grown.insert({r + dr, c + dc}).second) continue;
                    const auto first = *grown.begin();
                    for (auto [a, b] : grown) moved.insert({a - first.first, b - first.second});
                    next.insert(moved);
                }
        now = std::move(next);
    }
    return now;
}

// The least of a shape's four turns stands for all of them.
Cells turned_least(Cells shape) {
    Cells least = shape;
    for (int k = 0; k < 3; ++k) {
        Cells turned, moved;
        for (auto [r, c] : shape) turned.insert({c, -r});
        for (auto [r, c] : turned) moved.insert({r - turned.begin()->first, c - turned.begin()->second});
        shape = moved, least = std::min(least, shape);
    }
    return least;
}

struct Shape { Cells cells; Key used; };  // used: the bit of its piece, none when there is any number of it

int rows, columns, size, width;  // width: cells of the window
Key full;
Key bit(int place) { return Key{1} << (width - 1 - place); }

// Cells of the window that begins at `cell` for which `what(row, column)` holds.
template <class What> Key mask(int cell, What what) {
    Key found = 0;
    for (int place = 0; place < width; ++place)
        if (what((cell + place) / columns, (cell + place) % columns)) found |= bit(place);
    return found;
}

// A free cell whose four neighbours are all covered can never be covered.
struct Holes {
    Key left, right, below, board;
    explicit Holes(int cell)
        : left(mask(cell, [](int, int c) { return c == 0; })), right(mask(cell, [](int, int c) { return c == columns - 1; })),
          below(mask(cell, [](int r, int) { return r == rows - 1; })), board(mask(cell, [](int r, int) { return r < rows; })) {}
    bool in(Key state) const {
        const Key w = state & full;
        const Key before = (w >> 1) | bit(0) | left, after = (w << 1) | right;
        const Key over = (w >> columns) | ~(full >> columns), under = (w << columns) | below;
        return (~w & board & before & after & over & under) != 0;
    }
};

// One piece's stream: the states of the layer that leave its cells free, with them added. Without cells: the states
// whose current cell is covered already.
struct Stream {
    const Key *at, *end;
    Key cells;
    bool takes(Key state) const { return cells ? !(state & cells) : (state & bit(0)) != 0; }
    void settle() { while (at < end && !takes(*at)) ++at; }
    Key head() const {
        if (at == end) return ~Key{0};
        const Key state = *at + cells;
        return (state & ~full) | ((state & (full >> 1)) << 1);
    }
};

std::vector<Key> moves(int cell, const std::vector<Shape>& shapes) {
    std::vector<Key> found;
    for (const auto& shape : shapes) {
        Key cells = shape.used;
        bool fits = true;
        for (auto [dr, dc] : shape.cells) {
            const int r = cell / columns + dr, c = cell % columns + dc;
            fits = fits && r < rows && c >= 0 && c < columns;
            if (fits) cells |= bit(dr * columns + dc);
        }
        if (fits) found.push_back(cells);
    }
    return found;
}

void step(const Layer& old, Layer& made, int cell, const std::vector<Shape>& shapes) {
    const Holes holes(cell + 1);
    std::vector<Stream> streams;
    const Key* begin = old.keys.data();
    const Key* end = begin + old.keys.size();
    streams.push_back({begin, end, 0});
    for (Key cells : moves(cell, shapes)) streams.push_back({begin, end, cells});
    for (auto& s : streams) s.settle();
    // A tree of losers: each inner node keeps the stream that lost there, tree[0] the winner of all.
    const int leaves = static_cast<int>(streams.size());
    std::vector<Key> head(leaves);
    std::vector<int> tree(leaves, -1);
    for (int s = 0; s < leaves; ++s) head[s] = streams[s].head();
    const auto play = [&](int winner) {
        for (int node = (winner + leaves) / 2; node; node /= 2)
            if (tree[node] < 0) { tree[node] = winner; return; }
            else if (head[tree[node]] < head[winner]) std::swap(tree[node], winner);
        tree[0] = winner;
    };
    for (int s = 0; s < leaves; ++s) play(s);
    made.keys.clear(), made.counts.clear();
    made.keys.reserve(3 * old.keys.size()), made.counts.reserve(3 * old.keys.size());  // touched only where filled
    Key last = ~Key{0};
    bool kept = false;
    while (head[tree[0]] != ~Key{0}) {
        const int s = tree[0];
        Stream& stream = streams[s];
        if (head[s] != last) {
            last = head[s], kept = !holes.in(last);
            if (kept) made.keys.push_back(last), made.counts.push_back(0);
        }
        if (kept) {
            const Count more = old.counts[stream.at - begin];
            Count& sum = made.counts.back();
            sum += more;
            if (modular && sum >= modulus) sum -= modulus;
            if (!modular && sum < more) std::puts("overflow"), std::exit(1);
        }
        ++stream.at, stream.settle();
        head[s] = stream.head();
        play(s);
    }
}

int main(int count, char** words) {
    rows = std::atoi(words[1]), columns = std::atoi(words[2]), size = std::atoi(words[3]);
    width = (size - 1) * columns + 1, full = (Key{1} << width) - 1;
    const bool once = count > 4 && std::string(words[4]) == "once";
    modular = count > 4 && std::string(words[4]) == "remainder";
    std::vector<Shape> shapes;
    std::vector<Cells> pieces;
    for (const auto& cells : polyominoes(size)) {
        auto piece = std::find(pieces.begin(), pieces.end(), turned_least(cells));
        if (piece == pieces.end()) piece = pieces.insert(piece, turned_least(cells));
        shapes.push_back({cells, once ? Key{1} << (width + (piece - pieces.begin())) : 0});
    }
    if (once && rows * columns != size * static_cast<int>(pieces.size())) return std::puts("0 0 0"), 0;
    Layer old{{0}, {1}}, made;
    std::size_t largest = 1, all = 0;
    for (int cell = 0; cell < rows * columns; ++cell) {
        step(old, made, cell, shapes);
        std::swap(old, made);
        largest = std::max(largest, old.keys.size()), all += old.keys.size();
        std::fprintf(stderr, "%d %zu\n", cell, old.keys.size());
    }
    Count value = old.counts.empty() ? 0 : old.counts[0];
    std::string text;
    do text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(value % 10))), value /= 10; while (value);
    std::printf("%s %zu %zu\n", text.c_str(), largest, all);
}
