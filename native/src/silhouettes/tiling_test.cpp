// Reasons why a region has no tiling, cheapest first: weights that do not add up, a piece without a place, an atom that
// nothing covers, and linear algebra over the fields of two and three elements, which finds every colouring argument
// modulo 2 or 3 at once (Golomb, Checker boards and polyominoes, 1954, argues by colors; Conway and Lagarias 1990 set such
// arguments in a frame, and show what is beyond them). What survives all that is searched.
#include "tilewright/tiling_test.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "tilewright/search.hpp"

namespace tilewright {
namespace {

constexpr std::size_t most_items = 512;
constexpr std::size_t words = most_items / 64;

// Vectors over the field of 2 and of 3 elements, the latter as two bit planes (non-zero, and which sign).
struct Mod2 {
    std::array<std::uint64_t, words> bits{};
    void set(std::int32_t item, std::int32_t value) {
        if (value & 1) bits[item >> 6] |= 1ull << (item & 63);
    }
    std::int32_t leading() const {
        for (std::size_t w = 0; w < words; ++w)
            if (bits[w]) return static_cast<std::int32_t>(64 * w) + std::countr_zero(bits[w]);
        return -1;
    }
    void cancel(const Mod2& pivot, std::int32_t item) {
        for (auto w = static_cast<std::size_t>(item >> 6); w < words; ++w) bits[w] ^= pivot.bits[w];
    }
};

struct Mod3 {
    std::array<std::uint64_t, words> some{}, minus{};  // minus is a part of some
    void set(std::int32_t item, std::int32_t value) {
        const auto bit = 1ull << (item & 63);
        if (value % 3) some[item >> 6] |= bit;
        if (value % 3 == 2) minus[item >> 6] |= bit;
    }
    std::int32_t leading() const {
        for (std::size_t w = 0; w < words; ++w)
            if (some[w]) return static_cast<std::int32_t>(64 * w) + std::countr_zero(some[w]);
        return -1;
    }
    void cancel(const Mod3& pivot, std::int32_t item) {
        const auto sign = [item](const Mod3& v) { return v.minus[item >> 6] >> (item & 63) & 1; };
        const bool add = sign(*this) != sign(pivot);
        for (auto w = static_cast<std::size_t>(item >> 6); w < words; ++w) {
            const auto one = some[w] & ~minus[w], two = minus[w];
            auto other_one = pivot.some[w] & ~pivot.minus[w], other_two = pivot.minus[w];
            if (!add) std::swap(other_one, other_two);
            const auto none = ~some[w], other_none = ~pivot.some[w];
            const auto sum_one = (one & other_none) | (none & other_one) | (two & other_two);
            const auto sum_two = (two & other_none) | (none & other_two) | (one & other_one);
            some[w] = sum_one | sum_two;
            minus[w] = sum_two;
        }
    }
};

}  // namespace

TilingAnswer TilingTest::examine(const std::vector<std::int32_t>& nodes, std::int64_t max_nodes) {
    for (const auto& weight : weights_) {
        std::int32_t sum = 0;
        for (const auto node : nodes) sum += weight.node[node];
        if (sum < weight.least || sum > weight.most) return {RegionOutcome::weight, {}};
    }
    fill(nodes);
    const bool placeable = place();
    if (placeable) build_cover();
    for (const auto cell : filled_) board_[cell] = 0;
    if (!placeable) return {RegionOutcome::unplaceable, {}};
    if (!covers_all()) return {RegionOutcome::uncovered, {}};
    const bool exact =
        std::all_of(pieces_.begin(), pieces_.end(), [](const auto& piece) { return piece.least == piece.most; });
    if (exact && cover_.lo.size() <= most_items) {
        if (!in_span<Mod2>()) return {RegionOutcome::modulo2, {}};
        if (!in_span<Mod3>()) return {RegionOutcome::modulo3, {}};
    }
    return search(max_nodes);
}

bool TilingTest::covers_all() const {
    std::vector<char> covered(cover_.lo.size(), 0);
    for (const auto item : cover_.option_items) covered[item] = 1;
    for (std::size_t item = 0; item < covered.size(); ++item)
        if (!covered[item] && cover_.lo[item]) return false;
    return true;
}

TilingAnswer TilingTest::search(std::int64_t max_nodes) const {
    constexpr std::int64_t slice = 200'000;
    const auto search = general_plan(std::make_shared<Cover>(cover_))->search();
    Solutions found;
    bool finished = false;
    while (!finished && !found.size() && !stop_ && (max_nodes < 0 || search->progress().nodes < max_nodes))
        finished = search->run({.max_nodes = slice, .max_solutions = 1, .out = &found});
    if (!found.size()) return {finished ? RegionOutcome::search : RegionOutcome::open, {}};
    TilingAnswer answer{RegionOutcome::tiled, {}};
    for (auto k = found.start[0]; k < found.start[1]; ++k) answer.tiling.push_back(placed_[found.options[k]]);
    return answer;
}

void TilingTest::fill(const std::vector<std::int32_t>& nodes) {
    filled_.clear();
    for (const auto node : nodes)
        for (auto k = plane_.start[node]; k < plane_.start[node + 1]; ++k) {
            board_[plane_.cell[k]] = plane_.mask[k];
            filled_.push_back(plane_.cell[k]);
        }
    std::sort(filled_.begin(), filled_.end());
    atoms_ = 0;
    for (const auto cell : filled_) {
        item_[cell] = atoms_;
        atoms_ += std::popcount(board_[cell]);
    }
}

// All placements of all pieces; false as soon as what does not fit anywhere is needed.
bool TilingTest::place() {
    placed_.clear();
    std::int32_t supply = 0;
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(pieces_.size()); ++k) {
        const auto& piece = pieces_[k];
        const auto before = placed_.size();
        for (std::int32_t a = 0; a + 1 < static_cast<std::int32_t>(piece.start.size()); ++a)
            for (const auto cell : filled_) {
                auto s = piece.start[a];
                while (s < piece.start[a + 1] && !(piece.mask[s] & ~board_[cell + piece.step[s]])) ++s;
                if (s == piece.start[a + 1]) placed_.push_back({k, a, cell});
            }
        const auto places = static_cast<std::int32_t>(placed_.size() - before);
        if (places < piece.least) return false;
        supply += std::min(places * parts_, piece.most) * piece.area;
    }
    return supply >= parts_ * atoms_;
}

void TilingTest::build_cover() {
    cover_.lo.assign(atoms_, 1);
    cover_.hi.assign(atoms_, 1);
    for (const auto& piece : pieces_) {
        cover_.lo.push_back(piece.least);
        cover_.hi.push_back(piece.most);
    }
    cover_.option_start.assign(1, 0);
    cover_.option_items.clear();
    for (const auto& placed : placed_) {
        const auto& piece = pieces_[placed.piece];
        for (auto s = piece.start[placed.orientation]; s < piece.start[placed.orientation + 1]; ++s) {
            const auto cell = placed.cell + piece.step[s];
            auto item = item_[cell];
            for (unsigned board = board_[cell], mask = piece.mask[s]; board; board >>= 1, mask >>= 1)
                if (board & 1) {
                    if (mask & 1) cover_.option_items.push_back(item);
                    ++item;
                }
        }
        cover_.option_items.push_back(atoms_ + placed.piece);
        cover_.option_start.push_back(static_cast<std::int64_t>(cover_.option_items.size()));
    }
    cover_.order.resize(atoms_);
    for (std::int32_t i = 0; i < atoms_; ++i) cover_.order[i] = i;
}

// Whether the bounds are a linear combination of the options in a finite field. If not, no weights of options, so
// no choice of options either, adds up to them.
template <class Vector>
bool TilingTest::in_span() const {
    std::vector<Vector> pivots(cover_.lo.size());
    std::vector<char> there(cover_.lo.size(), 0);
    Vector target;
    for (std::int32_t i = 0; i < cover_.item_count(); ++i) target.set(i, cover_.lo[i]);
    const auto reduce = [&](Vector& v) {
        auto item = v.leading();
        while (item >= 0 && there[item]) {
            v.cancel(pivots[item], item);
            item = v.leading();
        }
        return item;
    };
    // Options far apart in turn: the span then grows fast, and most targets are in it long before the last option.
    const auto count = cover_.option_count();
    const std::int64_t stride = 61;
    for (std::int64_t first = 0; first < stride; ++first) {
        for (auto o = first; o < count; o += stride) {
            Vector v;
            for (auto p = cover_.begin(o); p != cover_.end(o); ++p) v.set(*p, 1);
            if (const auto item = reduce(v); item >= 0) {
                pivots[item] = v;
                there[item] = 1;
            }
        }
        if (reduce(target) < 0) return true;
    }
    return reduce(target) < 0;
}

}  // namespace tilewright
