// A layer of states and the table that merges them.
//
// Layers are written once from front to back and read in about the same order (see frontier.cpp), so they are made of
// blocks which are given back as soon as they are read: the old layer shrinks while the new one grows.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "tilewright/wide.hpp"

namespace tilewright {

// Numbers are `words` words long; K says so at compile time where it is 1 or 2, and is 0 elsewhere.
template <int K>
void add_number(Word* to, const Word* from, int words) {
    if constexpr (K == 1) {
        *to += *from;
    } else {
        Pair carry = 0;
        for (int i = 0; i < (K ? K : words); ++i) {
            carry += static_cast<Pair>(to[i]) + from[i];
            to[i] = static_cast<Word>(carry);
            carry >>= 64;
        }
    }
}

inline void multiply_number(Word* to, const Word* from, Word by, int words) {
    Pair carry = 0;
    for (int i = 0; i < words; ++i) {
        carry += static_cast<Pair>(from[i]) * by;
        to[i] = static_cast<Word>(carry);
        carry >>= 64;
    }
}

template <class Key>
struct Block {
    static constexpr int log_size = 14;
    static constexpr std::int64_t size = std::int64_t{1} << log_size;
    std::unique_ptr<Key[]> keys;
    std::unique_ptr<Word[]> numbers;
    std::int64_t unread = 0;
};

// Blocks in use and given back. Counts the bytes of both.
template <class Key>
class Pool {
  public:
    std::int64_t bytes() const { return bytes_; }
    std::int64_t block_bytes() const {
        return Block<Key>::size * static_cast<std::int64_t>(sizeof(Key) + words_ * sizeof(Word));
    }
    bool has_free() const { return !free_.empty(); }
    int words() const { return words_; }

    void set_words(int words) {
        if (words == words_) return;
        bytes_ -= static_cast<std::int64_t>(free_.size()) * block_bytes();
        free_.clear();
        words_ = words;
    }
    Block<Key> take() {
        if (!free_.empty()) {
            auto block = std::move(free_.back());
            free_.pop_back();
            block.unread = 0;
            return block;
        }
        bytes_ += block_bytes();
        return {std::make_unique_for_overwrite<Key[]>(Block<Key>::size),
                std::make_unique_for_overwrite<Word[]>(Block<Key>::size * words_), 0};
    }
    void give(Block<Key>&& block) { free_.push_back(std::move(block)); }
    void forget(const Block<Key>&, int words) {
        bytes_ -= Block<Key>::size * static_cast<std::int64_t>(sizeof(Key) + words * sizeof(Word));
    }

  private:
    int words_ = 1;
    std::int64_t bytes_ = 0;
    std::vector<Block<Key>> free_;
};

// States sorted by their first `depth` bits (see `order` in merge.hpp). They were written run by run, a run being
// the states that agree in the first `run_bits` of these, by several threads: a run stands in one piece, runs anywhere.
// A position is a block's number and a place in it.
template <class Key>
struct Layer {
    int depth = 0, run_bits = 0;
    int words = 1;  // of a number
    std::int64_t total = 0;
    std::vector<std::int64_t> starts;  // of each run: where each of its parts starts, and where the last one ends
    std::vector<Block<Key>> blocks;

    void shape(int run_bits_, int depth_, int words_) {
        run_bits = run_bits_, depth = depth_, words = words_;
        starts.assign(((std::size_t{1} << (depth - run_bits)) + 1) << run_bits, 0);
    }
    std::int64_t* parts_of(std::uint32_t run) {
        return starts.data() + run * ((std::size_t{1} << (depth - run_bits)) + 1);
    }

    // Calls f(from, to) for the pieces that hold the states that begin with these bits.
    template <class F>
    void pieces(std::uint32_t number, int bits, F&& f) const {
        const int inside = depth - run_bits, below = depth - bits;
        const std::size_t stride = (std::size_t{1} << inside) + 1;
        if (below <= inside) {
            const auto part = static_cast<std::size_t>(number) << below;
            const auto* start = starts.data() + (part >> inside) * stride + (part & (stride - 2));
            if (start[0] < start[std::size_t{1} << below]) f(start[0], start[std::size_t{1} << below]);
            return;
        }
        const auto first = static_cast<std::size_t>(number) << (below - inside);
        for (std::size_t run = first; run < first + (std::size_t{1} << (below - inside)); ++run)
            if (const auto* start = starts.data() + run * stride; start[0] < start[stride - 1])
                f(start[0], start[stride - 1]);
    }
    // Calls f(keys, numbers, count) for the blocks of [from, to).
    template <class F>
    void spans(std::int64_t from, std::int64_t to, F&& f) const {
        while (from < to) {
            const auto& block = blocks[from >> Block<Key>::log_size];
            const auto at = from & (Block<Key>::size - 1);
            const auto count = std::min(to - from, Block<Key>::size - at);
            f(block.keys.get() + at, block.numbers.get() + at * words, count);
            from += count;
        }
    }
    // Every state has been written: from now on blocks count down to their release.
    void seal() {
        for (std::uint32_t run = 0; run >> run_bits == 0; ++run)
            pieces(run, run_bits, [&](auto from, auto to) {
                each_block(from, to, [](auto& block, auto count) { block.unread += count; });
            });
    }
    void release(std::int64_t from, std::int64_t to, Pool<Key>& pool) {
        each_block(from, to, [&](auto& block, auto count) {
            if ((block.unread -= count) == 0) pool.give(std::move(block));
        });
    }
    // The same numbers, longer.
    void widen(int to, Pool<Key>& pool) {
        pool.set_words(to);
        for (auto& block : blocks) {
            if (!block.keys) continue;
            auto wider = pool.take();
            wider.unread = block.unread;
            for (std::int64_t i = 0; i < Block<Key>::size; ++i)
                for (int w = 0; w < to; ++w) wider.numbers[i * to + w] = w < words ? block.numbers[i * words + w] : 0;
            wider.keys.swap(block.keys);
            pool.forget(block, words);
            block = std::move(wider);
        }
        words = to;
    }

  private:
    template <class F>
    void each_block(std::int64_t from, std::int64_t to, F&& f) {
        while (from < to) {
            const auto count = std::min(to - from, Block<Key>::size - (from & (Block<Key>::size - 1)));
            f(blocks[from >> Block<Key>::log_size], count);
            from += count;
        }
    }
};

// Merges equal states: they stand one after the other as they come, and a hash table of their places, small enough for
// the nearest cache, finds them again. Place 0 is none.
template <class Key>
struct Table {
    std::vector<Key> keys{Key(0)};  // keys[1 .. used]
    std::vector<Word> numbers{0};
    std::vector<std::uint32_t> places;
    std::size_t used = 0, mask = 0;
    int shift = 0, words = 1;

    std::int64_t bytes() const {
        return static_cast<std::int64_t>(keys.capacity() * sizeof(Key) + numbers.capacity() * sizeof(Word) +
                                         places.capacity() * 4);
    }

    // Empty, with room for about so many.
    void start(std::size_t expected, int number_words) {
        resize(std::bit_ceil(std::max<std::size_t>(64, expected * 2)));
        words = number_words;
        used = 0;
        make_room(1);
    }
    // Room for so many more; `add` does not look.
    bool has_room(std::size_t more) const {
        return keys.size() > used + more && numbers.size() >= keys.size() * words && (used + more) * 2 <= mask;
    }
    void make_room(std::size_t more) {
        if (keys.size() <= used + more) keys.resize((used + more) * 2 + 64);
        if (numbers.size() < keys.size() * words) numbers.resize(keys.size() * words);
        if ((used + more) * 2 > mask) rehash(std::bit_ceil((used + more) * 2 + 1));
    }
    // The place of a key; that of a new one is the last.
    std::uint32_t place_of(const Key& key) {
        std::size_t at = mixed(key) >> shift;
        while (const auto place = places[at]) {
            if (keys[place] == key) return place;
            at = (at + 1) & mask;
        }
        keys[++used] = key;
        return places[at] = static_cast<std::uint32_t>(used);
    }
    template <int K>
    void add(const Key& key, const Word* number) {
        const auto before = used;
        Word* sum = &numbers[place_of(key) * static_cast<std::size_t>(K ? K : words)];
        if (used == before)
            add_number<K>(sum, number, words);
        else
            std::copy_n(number, K ? K : words, sum);
    }

  private:
    void resize(std::size_t size) {
        mask = size - 1;
        shift = 64 - std::countr_zero(size);
        places.assign(size, 0);
    }
    void rehash(std::size_t size) {
        resize(size);
        for (std::size_t place = 1; place <= used; ++place) {
            std::size_t at = mixed(keys[place]) >> shift;
            while (places[at]) at = (at + 1) & mask;
            places[at] = static_cast<std::uint32_t>(place);
        }
    }
};

}  // namespace tilewright
