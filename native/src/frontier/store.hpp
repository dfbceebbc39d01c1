// Both layers and the memory they take, and where a thread writes to.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "frontier/layer.hpp"
#include "tilewright/threads.hpp"

namespace tilewright {

struct OutOfMemory : std::runtime_error {
    explicit OutOfMemory(std::int64_t bytes) : std::runtime_error("out of memory"), needed(bytes) {}
    std::int64_t needed;  // in all, to go on
};

// While threads are at work, what they change is guarded by `mutex`.
template <class Key>
struct Store {
    static constexpr std::int64_t extent = 8;  // blocks whose numbers a thread gets at once, to write run after run there

    mutable Mutex mutex;
    Pool pool;
    Layer<Key> old, next;
    std::int64_t most;        // bytes
    std::int64_t tables = 0;  // bytes of the threads' tables

    std::int64_t bytes() const { return pool.bytes() + tables + old.bytes() + next.bytes(); }
    std::byte* take(std::int64_t number) {
        if (!pool.has_free() && bytes() + Block::size > most) throw OutOfMemory(bytes() + Block::size);
        auto& block = next.blocks[number];
        block.data = pool.take();
        return block.data.get();
    }
    void give_back(const Piece<Key>& piece) {
        old.release(piece, [&](Block& block) { pool.give(std::move(block.data)); });
    }

    // Calls f(keys, numbers, count) for the blocks that hold the piece's states.
    template <class F>
    void read(const Piece<Key>& piece, F&& f) const {
        const int number_bytes = old.width_of(piece.run) - old.key_bytes;
        old.segments(piece.run, piece.from, piece.to, [&](const Segment& s) {
            const auto from = std::max<std::int64_t>(piece.from, s.first) - s.first;
            const auto to = std::min<std::int64_t>(piece.to, s.first + s.count) - s.first;
            const std::byte* keys = old.blocks[s.block].data.get() + s.offset;
            f(keys + from * old.key_bytes, keys + s.count * old.key_bytes + from * number_bytes, to - from);
        });
    }
};

// Where a thread writes: a stretch of numbered blocks, of which it has taken those up to `taken`.
template <class Key>
class RunWriter {
  public:
    // Room for so many states of `width` bytes; where they begin.
    std::int64_t place(std::int64_t count, int width, Store<Key>& store) {
        if (after(at_, count, width) > taken_) take(count, width, store);
        return std::exchange(at_, after(at_, count, width));
    }
    std::byte* data(std::int64_t block) { return data_[block - (first_ >> Block::log_size)]; }

  private:
    // Where what is written from `at` on ends.
    static std::int64_t after(std::int64_t at, std::int64_t count, int width) {
        const auto here = std::min(count, (Block::size - (at & (Block::size - 1))) / width);
        if (here == count) return at + count * width;
        const auto each = Block::size / width, full = (count - here - 1) / each;
        return (((at >> Block::log_size) + 1 + full) << Block::log_size) + (count - here - full * each) * width;
    }

    void take(std::int64_t count, int width, Store<Key>& store) {
        const Lock lock(store.mutex);
        auto& blocks = store.next.blocks;
        if (after(at_, count, width) > end_) {
            if (const auto last = static_cast<std::int64_t>(blocks.size()) << Block::log_size;
                end_ != last || end_ == 0)
                first_ = at_ = taken_ = end_ = last, data_.clear();
            const auto lacking = (after(at_, count, width) - end_ + Block::size - 1) >> Block::log_size;
            blocks.resize(blocks.size() + static_cast<std::size_t>(std::max(Store<Key>::extent, lacking)));
            end_ = static_cast<std::int64_t>(blocks.size()) << Block::log_size;
        }
        for (; taken_ < after(at_, count, width); taken_ += Block::size)
            data_.push_back(store.take(taken_ >> Block::log_size));
    }

    std::int64_t first_ = 0, at_ = 0, taken_ = 0, end_ = 0;  // places as in `Run::at`
    std::vector<std::byte*> data_;
};

}  // namespace tilewright
