// Both layers and the memory they take, and where a thread writes to.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "frontier/layer.hpp"
#include "frontier/scratch.hpp"
#include "tilewright/threads.hpp"

namespace tilewright {

struct OutOfMemory : std::runtime_error {
    explicit OutOfMemory(std::int64_t bytes) : std::runtime_error("out of memory"), needed(bytes) {}
    std::int64_t needed;  // in all, to go on
};

// While threads are at work, what they change is guarded by `mutex`.
template <class Key>
struct Store {
    static constexpr std::int64_t extent =
        8;  // blocks whose numbers a thread gets at once, to write run after run there

    mutable Mutex mutex;
    Pool pool;
    Layer<Key> old, next;
    std::int64_t most;                     // bytes
    std::int64_t tables = 0;               // bytes of the threads' tables
    std::unique_ptr<ScratchFile> scratch;  // where blocks go that do not fit; or none

    std::int64_t bytes() const { return pool.bytes() + tables + old.bytes() + next.bytes(); }
    std::int64_t peak = 0;  // most bytes held
    void see_bytes() { peak = std::max(peak, bytes()); }
    std::byte* take(std::int64_t number) {
        auto data = room();
        return (next.blocks[number].data = std::move(data)).get();
    }
    // Nothing more will be written to this block of the new layer, and it is not read before the next step.
    void close(std::int64_t number) {
        if (scratch) closed_.push_back(number);
    }
    void give_back(const Piece<Key>& piece) {
        old.release(piece, [&](Block& block) {
            if (block.data) pool.give(std::move(block.data));
            if (block.place >= 0) scratch->free(std::exchange(block.place, -1));
        });
    }
    // The new layer is the old one of the next step.
    void advance() {
        old = std::move(next);
        old.seal();
        closed_.clear(), in_memory_.clear();
        for (std::size_t n = 0; scratch && n < old.blocks.size(); ++n)
            if (old.blocks[n].data) in_memory_.push_back(static_cast<std::int64_t>(n));
    }
    // Whether what is held and so much more is within the limit; what can go to the scratch file goes there for it.
    bool fits(std::int64_t more = 0) {
        while (scratch && bytes() + more > most && (pool.has_free() || put_one_out())) pool.drop_one();
        return bytes() + more <= most;
    }

    // Calls f(keys, numbers, count) for the blocks that hold the piece's states.
    template <class F>
    void read(const Piece<Key>& piece, F&& f) {
        const int number_bytes = old.width_of(piece.run) - old.key_bytes;
        old.segments(piece.run, piece.from, piece.to, [&](const Segment& s) {
            const auto from = std::max<std::int64_t>(piece.from, s.first) - s.first;
            const auto to = std::min<std::int64_t>(piece.to, s.first + s.count) - s.first;
            const Reading reading(*this, s.block);
            const std::byte* keys = reading.data + s.offset;
            f(keys + from * old.key_bytes, keys + s.count * old.key_bytes + from * number_bytes, to - from);
        });
    }

  private:
    // Keeps a block of the old layer in memory.
    struct Reading {
        Reading(Store& store, std::int64_t block)
            : store(store),
              number(block),
              data(store.scratch ? store.hold(block) : store.old.blocks[block].data.get()) {}
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;
        ~Reading() {
            if (store.scratch) store.let_go(number);
        }
        Store& store;
        std::int64_t number;
        const std::byte* data;
    };

    const std::byte* hold(std::int64_t number) {
        const Lock lock(mutex);
        auto& block = old.blocks[number];
        if (!block.data) {
            auto data = room();
            scratch->read(block.place, data.get());
            block.data = std::move(data);
            in_memory_.push_back(number);
        }
        ++block.readers;
        return block.data.get();
    }
    void let_go(std::int64_t number) {
        const Lock lock(mutex);
        --old.blocks[number].readers;
    }

    std::unique_ptr<std::byte[]> room() {
        if (!pool.has_free() && bytes() + Block::size > most && !put_one_out())
            throw OutOfMemory(bytes() + Block::size);
        auto data = pool.take();
        see_bytes();
        return data;
    }
    // First what is needed last: the newest block of the new layer, else the old layer's that has been here longest.
    bool put_one_out() {
        if (!scratch) return false;
        if (!closed_.empty()) {
            put_out(next.blocks[closed_.back()]);
            closed_.pop_back();
            return true;
        }
        for (auto tries = in_memory_.size(); tries > 0; --tries) {
            const auto number = in_memory_.front();
            in_memory_.pop_front();
            auto& block = old.blocks[number];
            if (block.data && block.readers > 0) in_memory_.push_back(number);
            if (!block.data || block.readers > 0) continue;
            put_out(block);
            return true;
        }
        return false;
    }
    void put_out(Block& block) {
        if (block.place < 0) block.place = scratch->write(block.data.get());
        pool.give(std::move(block.data));
    }

    std::vector<std::int64_t> closed_;    // blocks of the new layer that are in memory, ascending for each thread
    std::deque<std::int64_t> in_memory_;  // blocks of the old layer, since when
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
        for (; (open_ + 1) << Block::log_size <= at_; ++open_) store.close(open_);
        if (after(at_, count, width) > end_) {
            if (const auto last = static_cast<std::int64_t>(blocks.size()) << Block::log_size;
                end_ != last || end_ == 0) {
                for (; open_ << Block::log_size < at_; ++open_) store.close(open_);
                first_ = at_ = taken_ = end_ = last, open_ = last >> Block::log_size, data_.clear();
            }
            const auto lacking = (after(at_, count, width) - end_ + Block::size - 1) >> Block::log_size;
            blocks.resize(blocks.size() + static_cast<std::size_t>(std::max(Store<Key>::extent, lacking)));
            end_ = static_cast<std::int64_t>(blocks.size()) << Block::log_size;
        }
        for (; taken_ < after(at_, count, width); taken_ += Block::size)
            data_.push_back(store.take(taken_ >> Block::log_size));
    }

    std::int64_t first_ = 0, at_ = 0, taken_ = 0, end_ = 0;  // places as in `Run::at`
    std::int64_t open_ = 0;                                  // the first block that is not closed
    std::vector<std::byte*> data_;
};

}  // namespace tilewright
