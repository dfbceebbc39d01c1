// States from which no solution can be reached, remembered.
//
// A direct-mapped cache with the whole state as its key, so that it forgets but never errs. Forgetting is cheap: a state
// met again is searched again. That is the transposition table of game programs (Greenblatt, Eastlake and Crocker 1967)
// with "dead" as the only entry; a state met alive is not stored, since its solutions have to be listed again anyway.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tilewright/wide.hpp"

namespace tilewright::sweep {

inline constexpr int least_cache_bits = 8, most_cache_bits = 18, most_wide_bits = 16;  // wide: more than 8 words

template <int W>
struct State {
    std::uint64_t word[W];
    bool operator==(const State&) const = default;
};

// States from which no solution can be reached, as many as there is room for.
template <int W>
class DeadStates {
  public:
    explicit DeadStates(std::int64_t bytes) {
        for (int bits = W > 8 ? most_wide_bits : most_cache_bits; bits > most_bits_; --bits)
            if (bytes >> bits >= static_cast<std::int64_t>(2 * sizeof(State<W>)))
                most_bits_ = bits;  // twice: it is copied as it grows
        resize(least_cache_bits);
    }
    bool has(const State<W>& state) const { return states_[slot(state)] == state; }
    void fetch(const State<W>& state) const { __builtin_prefetch(&states_[slot(state)]); }
    void add(const State<W>& state) {
        states_[slot(state)] = state;
        // Small searches should not pay for clearing a large table.
        if (--room_ == 0 && 64 - shift_ < most_bits_) {
            const auto old = std::move(states_);
            resize(std::min(66 - shift_, most_bits_));
            for (const auto& kept : old) states_[slot(kept)] = kept;
        }
    }

  private:
    void resize(int bits) {
        State<W> none;
        for (auto& word : none.word) word = ~std::uint64_t{0};  // no state that is looked up has all bits set
        states_.assign(std::size_t{1} << bits, none);
        shift_ = 64 - bits;
        room_ = std::int64_t{1} << bits;
    }
    std::size_t slot(const State<W>& state) const {
        std::uint64_t h = 0;
        for (int w = 0; w < W; ++w) h = spread(h ^ state.word[w]);
        return h >> shift_;
    }
    std::vector<State<W>> states_;
    int shift_ = 0, most_bits_ = least_cache_bits;
    std::int64_t room_ = 0;
};

}  // namespace tilewright::sweep
