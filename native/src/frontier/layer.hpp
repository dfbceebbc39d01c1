// A layer of states, packed: what their order tells of a key is left out, and a number has the bytes of its run's longest.
//
// Layers are written once from front to back and read in about the same order (see counter.cpp), so they are made of
// blocks which are given back as soon as they are read: the old layer shrinks while the new one grows.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "frontier/numbers.hpp"

namespace tilewright {

struct Block {
    static constexpr int log_size = 18;
    static constexpr std::int64_t size = std::int64_t{1} << log_size;  // bytes

    std::unique_ptr<std::byte[]> data;
    std::int64_t unread = 0;  // states
    std::int64_t place = -1;  // in the scratch file; -1: not there
    int readers = 0;          // while there are any it stays in memory
};

// Blocks in use, and a few that were given back. Counts the bytes of both.
class Pool {
  public:
    static constexpr std::size_t most_free = 8;  // others go back to the system

    std::int64_t bytes() const { return bytes_; }
    bool has_free() const { return !free_.empty(); }

    std::unique_ptr<std::byte[]> take() {
        if (!free_.empty()) {
            auto data = std::move(free_.back());
            free_.pop_back();
            return data;
        }
        auto data = std::make_unique_for_overwrite<std::byte[]>(Block::size + spare_bytes);
        bytes_ += Block::size;
        return data;
    }
    void give(std::unique_ptr<std::byte[]>&& data) {
        free_.push_back(std::move(data));
        if (free_.size() > most_free) drop_one();
    }
    void drop_one() {
        free_.pop_back();
        bytes_ -= Block::size;
    }

  private:
    std::int64_t bytes_ = 0;
    std::vector<std::unique_ptr<std::byte[]>> free_;
};

// Where a run stands, from its first byte on: in each block as many states as fit, their keys first, then their numbers.
struct Run {
    std::int64_t at = 0;  // a block's number and a place in it
    std::int32_t number_bytes = 0;
};

// States of a run that begin with the same bits.
template <class Key>
struct Piece {
    std::uint32_t run;
    std::uint32_t from, to;  // counted within the run
    Key prefix;              // the bits that are not kept of their keys
};

// States of one block: so many of a run, in it from number `first` on.
struct Segment {
    std::int64_t block, offset;
    std::int64_t first, count;
};

// Calls f(segment) for each block that holds some of the states [from, to) of a run of `count`, `width` bytes each.
template <class F>
void each_segment(std::int64_t at, std::int64_t count, int width, std::int64_t from, std::int64_t to, F&& f) {
    Segment segment{at >> Block::log_size, at & (Block::size - 1), 0, 0};
    for (; segment.first < to; segment.first += segment.count, ++segment.block, segment.offset = 0) {
        segment.count = std::min(count - segment.first, (Block::size - segment.offset) / width);
        if (segment.first + segment.count > from) f(std::as_const(segment));
    }
}

// States sorted by their first `depth` bits (see `order` in merge.hpp). They were written run by run, a run being
// the states that agree in the first `run_bits` of these, by several threads: a run stands in one piece, runs anywhere.
template <class Key>
struct Layer {
    int depth = 0, run_bits = 0;
    int strip = 0;      // bits of a key that are not kept; at most `depth`
    int key_bytes = 0;  // of what is kept
    NumberForm form;
    std::int64_t total = 0;
    std::vector<std::uint32_t>
        starts;  // of each run: where each of its parts starts in it, and where the last one ends
    std::vector<Run> runs;
    std::vector<Block> blocks;

    void shape(int run_bits_, int depth_, int strip_, int key_bits, const NumberForm& form_) {
        run_bits = run_bits_, depth = depth_, strip = strip_, form = form_;
        key_bytes = std::max(1, (key_bits - strip + 7) / 8);
        starts.assign(stride() << run_bits, 0);
        runs.assign(std::size_t{1} << run_bits, {});
    }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(starts.capacity() * sizeof(std::uint32_t) + runs.capacity() * sizeof(Run) +
                                         blocks.capacity() * sizeof(Block));
    }
    std::size_t stride() const { return (std::size_t{1} << (depth - run_bits)) + 1; }
    std::uint32_t* parts_of(std::uint32_t run) { return starts.data() + run * stride(); }
    std::int64_t count_of(std::uint32_t run) const { return starts[(run + 1) * stride() - 1]; }
    int width_of(std::uint32_t run) const { return key_bytes + runs[run].number_bytes + form.bound_bytes(); }

    // Calls f(piece) for the pieces that hold the states that begin with these bits.
    template <class F>
    void pieces(std::uint32_t number, int bits, F&& f) const {
        if (bits >= strip) return pieces_of(number, bits, f);
        const int more = strip - bits;
        for (std::uint32_t i = 0; i >> more == 0; ++i) pieces_of(number << more | i, strip, f);
    }
    template <class F>
    void segments(std::uint32_t run, std::int64_t from, std::int64_t to, F&& f) const {
        each_segment(runs[run].at, count_of(run), width_of(run), from, to, f);
    }
    // Every state has been written: from now on blocks count down to their release.
    void seal() {
        for (std::uint32_t run = 0; run >> run_bits == 0; ++run)
            segments(run, 0, count_of(run), [&](const Segment& s) { blocks[s.block].unread += s.count; });
    }
    // Calls give(block) for each block of which everything has been read with this piece.
    template <class F>
    void release(const Piece<Key>& piece, F&& give) {
        segments(piece.run, piece.from, piece.to, [&](const Segment& s) {
            const auto from = std::max<std::int64_t>(piece.from, s.first);
            const auto to = std::min<std::int64_t>(piece.to, s.first + s.count);
            if ((blocks[s.block].unread -= to - from) == 0) give(blocks[s.block]);
        });
    }

  private:
    template <class F>
    void pieces_of(std::uint32_t number, int bits, F&& f) const {
        const int inside = depth - run_bits, below_bits = depth - bits;
        const auto piece = [&](std::size_t run, std::size_t part, std::size_t parts) {
            const auto* start = starts.data() + run * stride() + part;
            if (start[0] < start[parts])
                f(Piece<Key>{static_cast<std::uint32_t>(run), start[0], start[parts], prefix(number, bits)});
        };
        if (below_bits <= inside) {
            const auto part = static_cast<std::size_t>(number) << below_bits;
            piece(part >> inside, part & ((std::size_t{1} << inside) - 1), std::size_t{1} << below_bits);
            return;
        }
        const int runs_bits = below_bits - inside;
        const auto first = static_cast<std::size_t>(number) << runs_bits;
        for (std::size_t run = first; run < first + (std::size_t{1} << runs_bits); ++run)
            piece(run, 0, std::size_t{1} << inside);
    }
    Key prefix(std::uint32_t number, int bits) const {
        Word low = 0;
        for (int i = 0; i < strip; ++i) low |= static_cast<Word>(~number >> (bits - 1 - i) & 1) << i;
        return Key(low);
    }
};

}  // namespace tilewright
