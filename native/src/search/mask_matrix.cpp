// Matrices of few options, in the instructions of the processor at hand.
//
// The same source is compiled twice where the compiler can: for any processor of its kind, and for those with AVX2 and a
// count of bits (Intel since 2013, AMD since 2015), which take 0.85 of the time.
#include "search/mask_matrix.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#if defined(__x86_64__) && defined(__GNUC__)
#define TILEWRIGHT_TWO_INSTRUCTION_SETS
#endif

namespace tilewright::masks {
namespace {

[[gnu::always_inline]] inline void remove(Row& row, const Row& other) {
    for (int q = 0; q < row_words / 4; ++q) row.quads[q] &= ~other.quads[q];
}

// How many options of the row are left.
[[gnu::always_inline]] inline std::int32_t count(const Row& row, const Row& left) {
    std::int32_t result = 0;
    for (int w = 0; w < row_words; ++w) result += std::popcount(row.word(w) & left.word(w));
    return result;
}

[[gnu::always_inline]] inline bool meets(const Row& row, const Row& left) {
    const auto both = (row.quads[0] & left.quads[0]) | (row.quads[1] & left.quads[1]);
    return ((both[0] | both[1]) | (both[2] | both[3])) != 0;
}

template <int W>
[[gnu::always_inline]] inline Found enter_here(const Matrix<W>& matrix, const Node<W>& from, const Mask<W>& cells,
                                               std::uint64_t groups, Node<W>& to) {
    auto left = from.left;
    for (int w = 0; w < W; ++w)
        for (auto rest = cells.word[w]; rest; rest &= rest - 1)
            remove(left, matrix.rows[w * 64 + std::countr_zero(rest)]);
    for (auto rest = groups; rest; rest &= rest - 1) remove(left, matrix.rows[64 * W + std::countr_zero(rest)]);
    to.needed = from.needed.without(cells);
    to.groups_needed = from.groups_needed & ~groups;
    if (!to.groups_needed && to.needed.empty()) return Found::solution;
    for (int w = 0; w < W; ++w)
        for (auto rest = to.needed.word[w]; rest; rest &= rest - 1)
            if (!meets(matrix.rows[w * 64 + std::countr_zero(rest)], left)) return Found::nothing;

    auto fewest = std::numeric_limits<std::int32_t>::max();
    Row forced{};
    for (int w = 0; w <= W; ++w)
        for (auto rest = w < W ? to.needed.word[w % W] : to.groups_needed; rest; rest &= rest - 1) {
            const auto item = w * 64 + std::countr_zero(rest);
            const auto& row = matrix.rows[item];
            const auto options = count(row, left);
            if (options >= fewest && options > 1) continue;
            if (!options) return Found::nothing;
            if (options < fewest) fewest = options, to.item = item;
            if (options > 1) continue;
            for (int q = 0; q < row_words / 4; ++q) forced.quads[q] |= row.quads[q] & left.quads[q];
        }
    to.left = left;
    if (fewest > 1) return Found::open;
    to.forced = forced;
    return Found::forced;
}

// The masks of 64 options become 64 rows: halves are exchanged, then quarters, and so on down to single bits.
template <int Half>
[[gnu::always_inline]] inline void exchange(std::array<std::uint64_t, 64>& square, std::uint64_t low) {
    for (int begin = 0; begin < 64; begin += 2 * Half)
        for (int k = begin; k < begin + Half; ++k) {
            const auto differ = ((square[k] >> Half) ^ square[k + Half]) & low;
            square[k] ^= differ << Half;
            square[k + Half] ^= differ;
        }
}

[[gnu::always_inline]] inline void transpose(std::array<std::uint64_t, 64>& square) {
    exchange<32>(square, 0x00000000FFFFFFFF);
    exchange<16>(square, 0x0000FFFF0000FFFF);
    exchange<8>(square, 0x00FF00FF00FF00FF);
    exchange<4>(square, 0x0F0F0F0F0F0F0F0F);
    exchange<2>(square, 0x3333333333333333);
    exchange<1>(square, 0x5555555555555555);
}

template <int W>
[[gnu::always_inline]] inline void fill_here(Matrix<W>& matrix, std::int32_t options) {
    for (int column = 0; column < row_words; ++column)
        for (int w = 0; w < W; ++w) {
            std::array<std::uint64_t, 64> square{};
            const auto begin = 64 * column, number = std::clamp(options - begin, 0, 64);
            for (int k = 0; k < number; ++k) square[k] = matrix.masks[begin + k].word[w];
            if (number) transpose(square);
            for (int k = 0; k < 64; ++k) matrix.rows[64 * w + k].set(column, square[k]);
        }
}

#ifdef TILEWRIGHT_TWO_INSTRUCTION_SETS
#define TILEWRIGHT_AVX2 gnu::target("avx2,bmi,popcnt")
const bool has_avx2 =
    __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");

template <int W>
[[TILEWRIGHT_AVX2]] Found enter_by_avx2(const Matrix<W>& matrix, const Node<W>& from, const Mask<W>& cells,
                                        std::uint64_t groups, Node<W>& to) {
    return enter_here(matrix, from, cells, groups, to);
}

template <int W>
[[TILEWRIGHT_AVX2]] void fill_by_avx2(Matrix<W>& matrix, std::int32_t options) {
    fill_here(matrix, options);
}
#endif

template <int W>
void fill(Matrix<W>& matrix, std::int32_t options) {
#ifdef TILEWRIGHT_TWO_INSTRUCTION_SETS
    if (has_avx2) return fill_by_avx2(matrix, options);
#endif
    fill_here(matrix, options);
}

template <int W>
typename Matrix<W>::Enter best_enter() {
#ifdef TILEWRIGHT_TWO_INSTRUCTION_SETS
    if (has_avx2) return enter_by_avx2<W>;
#endif
    return Matrix<W>::enter_plainly;
}

// Sets the bits from `begin` on up to `end`.
void set_range(Row& row, std::int32_t begin, std::int32_t end) {
    for (int w = 0; w < row_words; ++w) {
        const auto first = std::clamp(begin - 64 * w, 0, 64), last = std::clamp(end - 64 * w, 0, 64);
        if (first < last) row.set(w, row.word(w) | (~std::uint64_t{0} >> (64 - (last - first))) << first);
    }
}

}  // namespace

template <int W>
Found Matrix<W>::enter_plainly(const Matrix& matrix, const Node<W>& from, const Mask<W>& cells, std::uint64_t groups,
                               Node<W>& to) {
    return enter_here(matrix, from, cells, groups, to);
}

template <int W>
void Matrix<W>::begin(const Level<W>& level, std::int32_t groups, Node<W>& node) {
    enter_ = best_enter<W>();
    bit.assign(static_cast<std::size_t>(groups), 0);
    node = {};
    node.needed = level.needed;
    const auto options = level.segments.back().end;
    std::copy_n(level.masks.begin(), options, masks.begin());
    set_range(node.left, 0, options);
    fill(*this, options);
    for (std::size_t number = 0; number < level.segments.size(); ++number) {
        const auto& segment = level.segments[number];
        std::fill(group.begin() + segment.begin, group.begin() + segment.end, segment.group);
        if (segment.group == no_group) continue;
        bit[segment.group] = std::uint64_t{1} << number;
        if (segment.needed) node.groups_needed |= bit[segment.group];
        auto& row = rows[64 * W + number];
        row = {};
        set_range(row, segment.begin, segment.end);
    }
}

template struct Matrix<1>;
template struct Matrix<2>;
template struct Matrix<3>;
template struct Matrix<4>;

}  // namespace tilewright::masks
