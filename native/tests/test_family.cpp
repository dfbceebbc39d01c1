// Families against plain backtracking, member by member, on random boards that have no geometry.
#include "tilewright/family.hpp"

#include <cstdint>
#include <cstdio>
#include <new>
#include <random>
#include <stdexcept>
#include <vector>

using namespace tilewright;

namespace {

using Word = std::uint64_t;
constexpr std::int64_t plenty = std::int64_t{1} << 30;

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

// All ways to cover what is free with the copies left, the first free cell first.
std::uint64_t plain_count(const FamilyBoard& board, Word free, std::vector<std::int32_t>& left) {
    if (!free) {
        for (auto copies : left)
            if (copies) return 0;
        return 1;
    }
    std::uint64_t total = 0;
    const Word first = free & (~free + 1);
    for (const auto& [cells, owner] : board.placements)
        if ((cells & first) && (cells & free) == cells && left[owner] > 0) {
            --left[owner];
            total += plain_count(board, free & ~cells, left);
            ++left[owner];
        }
    return total;
}

// The last group's choice runs fastest; choices that overlap leave nothing.
void plain_counts(const FamilyBoard& board, std::int32_t group, Word free, bool overlaps,
                  std::vector<std::uint64_t>& counts) {
    if (group == board.groups) {
        auto left = board.copies;
        counts.push_back(overlaps ? 0 : plain_count(board, free, left));
        return;
    }
    for (const auto& [cells, owner] : board.choices)
        if (owner == group) plain_counts(board, group + 1, free & ~cells, overlaps || (cells & free) != cells, counts);
}

class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}
    int below(int end) { return static_cast<int>(engine_() % static_cast<unsigned>(end)); }

    // So many cells at most, within a stretch of the board.
    Word cells(int board, int most) {
        const int from = below(board), reach = 1 + below(7);
        Word word = Word{1} << from;
        for (int more = below(most); more > 0; --more) {
            const int cell = from + below(reach);
            if (cell < board) word |= Word{1} << cell;
        }
        return word;
    }

    FamilyBoard family() {
        FamilyBoard board{3 + below(12), {}, {}, {}, below(4)};
        for (int piece = 1 + below(4); piece > 0; --piece) board.copies.push_back(below(4) ? 1 : below(3));
        const auto pieces = static_cast<int>(board.copies.size());
        for (int k = 20 + below(60); k > 0; --k) board.placements.push_back({cells(board.cells, 5), below(pieces)});
        for (std::int32_t group = 0; group < board.groups; ++group)
            for (int k = 1 + below(4); k > 0; --k) board.choices.push_back({cells(board.cells, 2), group});
        return board;
    }

  private:
    std::mt19937 engine_;
};

std::vector<std::uint64_t> counted(const FamilyBoard& board, std::int64_t slice) {
    FamilyCount job(board, plenty);
    double before = 0;
    while (!job.run(slice)) {
        expect(before <= job.fraction() && job.fraction() <= 1, "the fraction grows, up to 1");
        before = job.fraction();
    }
    return job.counts();
}

void check_random() {
    Random random(1);
    int tiled = 0;
    for (int round = 0; round < 3000; ++round) {
        const auto board = random.family();
        std::vector<std::uint64_t> expected;
        plain_counts(board, 0, (Word{1} << board.cells) - 1, false, expected);
        expect(counted(board, 1) == expected, "each member as by backtracking");
        expect(counted(board, plenty) == expected, "in one go");
        for (auto number : expected) tiled += number > 0;
    }
    expect(tiled > 1000, "many members have tilings");
}

template <class Error>
bool throws(const FamilyBoard& board, std::int64_t memory) {
    try {
        FamilyCount(board, memory).run(plenty);
    } catch (const Error&) {
        return true;
    }
    return false;
}

void check_refusals() {
    const FamilyBoard good{4, {2}, {{0b0011, 0}, {0b1100, 0}}, {}, 0};
    expect(!throws<std::exception>(good, plenty), "a plain board is counted");
    expect(throws<std::bad_alloc>(good, 1), "memory ends it");
    auto board = good;
    board.cells = 65;
    expect(throws<std::invalid_argument>(board, plenty), "more cells than a word has bits");
    board = good;
    board.placements.push_back({0b10000, 0});
    expect(throws<std::invalid_argument>(board, plenty), "a placement off the board");
    board = good;
    board.groups = 1;
    expect(throws<std::invalid_argument>(board, plenty), "a group without choices");
    board.groups = 30;
    for (std::int32_t group = 0; group < 30; ++group)
        for (int k = 0; k < 2; ++k) board.choices.push_back({Word{1} << k, group});
    expect(throws<std::length_error>(board, plenty), "too many members");
}

// Each cell alone by one of 64 placements that are the same: 64 to the power of 12 tilings, times the orders of use.
void check_overflow() {
    FamilyBoard board{12, {12}, {}, {}, 0};
    for (int cell = 0; cell < 12; ++cell)
        for (int k = 0; k < 64; ++k) board.placements.push_back({Word{1} << cell, 0});
    expect(throws<std::overflow_error>(board, plenty), "a count beyond 64 bits");
}

}  // namespace

int main() {
    check_random();
    check_refusals();
    check_overflow();
    if (failures == 0) std::puts("families: ok");
    return failures != 0;
}
