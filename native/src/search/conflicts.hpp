// What may not be used beside an option, as one row of chunks: its items' rows and, of its items with colors, what gives
// them another color, put together. So an option is taken in one pass, where the rows of its items would name most of
// what they forbid several times over.
//
// A row is made when its option is first taken, which costs about as much as taking it item by item, and kept for the
// next time, while there is room. Options with an item that may be covered several times have none.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/general_tables.hpp"

namespace tilewright::general {

template <class Size>
class Conflicts {
  public:
    explicit Conflicts(const Tables<Size>& tables) : t_(tables), rows_(tables.option.size()), dense_(tables.words) {}

    // Empty: it has no row, now and for ever, and is taken item by item.
    std::span<const Chunk> of(std::int32_t option) {
        auto& row = rows_[option];
        if (row.begin == unknown) row = make(option);
        return {chunks_.data() + row.begin, static_cast<std::size_t>(row.end - row.begin)};
    }

  private:
    static constexpr std::int32_t unknown = -1;
    static constexpr std::size_t most_chunks = 1 << 18;  // four megabytes

    Range make(std::int32_t option) {
        for (auto e = t_.start[option]; e < t_.start[option + 1]; ++e)
            if (t_.hi[t_.entries[e]] != 1) return {0, 0};
        if (chunks_.size() + dense_.size() > most_chunks) return {0, 0};
        for (auto e = t_.start[option]; e < t_.start[option + 1]; ++e) add(t_.entries[e]);
        if (!t_.shared.empty())
            for (auto s = t_.shared_start[option]; s < t_.shared_start[option + 1]; ++s) add(t_.shared[s]);
        dense_[option / 64] &= ~(std::uint64_t{1} << (option % 64));
        const auto begin = static_cast<std::int32_t>(chunks_.size());
        for (std::int32_t word = 0; word < t_.words; ++word)
            if (const auto bits = std::exchange(dense_[word], 0)) chunks_.push_back({word, bits});
        return {begin, static_cast<std::int32_t>(chunks_.size())};
    }
    void add(std::int32_t item) {
        for (auto chunk = t_.chunks_begin(item); chunk != t_.chunks_end(item); ++chunk)
            dense_[chunk->word] |= chunk->bits;
    }
    void add(const Shared& shared) {
        t_.for_other_colors(shared, [&](std::int32_t word, std::uint64_t bits) {
            dense_[word] |= bits;
            return true;
        });
    }

    const Tables<Size>& t_;
    std::vector<Range> rows_;  // of chunks_
    std::vector<Chunk> chunks_;
    std::vector<std::uint64_t> dense_;
};

}  // namespace tilewright::general
