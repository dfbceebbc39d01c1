// One step of the sweep, from layer to layer, and what one thread does of it.
//
// What makes it fast is where memory is touched. A state is a window of bits, bit j for the item j places ahead, and
// fields after it. The states of a layer are sorted by their first `depth` bits. A move covers fixed bits, so all
// states of the new layer that begin with the same b bits come, for each move, from one run of old states that begin
// with the same b + 1 bits: the old layer is read in long runs, and what is merged fits the cache. And runs of the new
// layer have nothing to do with each other, so that threads can fill them side by side.
//
// Runs are numbered with bit 0 counting most and free = 1 (`order`): then whatever feeds run r of the new layer stands
// in the runs (0, r) and (1, s), s >= r, of the old one. Going through the new runs in ascending order, old runs are
// done with in ascending order too and their memory is given back at once: the peak is one layer, not two.
#pragma once
#include <array>
#include <stdexcept>
#include <utility>

#include "frontier/layer.hpp"
#include "frontier/masks.hpp"
#include "frontier/symmetry.hpp"
#include "tilewright/threads.hpp"

namespace tilewright {

inline std::uint32_t reversed(std::uint32_t value, int bits) {
    std::uint32_t result = 0;
    for (int i = 0; i < bits; ++i) result |= (value >> i & 1) << (bits - 1 - i);
    return result;
}

inline std::uint32_t ones(int bits) { return (std::uint32_t{1} << bits) - 1; }

// The number of the run that a key which begins with these bits belongs to.
inline std::uint32_t order(std::uint32_t low, int bits) { return reversed(~low & ones(bits), bits); }

struct OutOfMemory : std::runtime_error {
    explicit OutOfMemory(std::int64_t bytes) : std::runtime_error("out of memory"), needed(bytes) {}
    std::int64_t needed;  // in all, to go on
};

// Both layers, and the memory they take. While threads are at work, what they change is guarded by `mutex`.
template <class Key>
struct Store {
    static constexpr std::int64_t extent =
        8;  // blocks whose numbers a thread gets at once, to write run after run there

    mutable Mutex mutex;
    Pool<Key> pool;
    Layer<Key> old, next;
    std::int64_t most;        // bytes
    std::int64_t tables = 0;  // bytes of the threads' tables

    std::int64_t bytes() const {
        return pool.bytes() + tables +
               static_cast<std::int64_t>((old.starts.capacity() + next.starts.capacity()) * sizeof(std::int64_t));
    }
    Block<Key>& take(std::int64_t number) {
        if (!pool.has_free() && bytes() + pool.block_bytes() > most) throw OutOfMemory(bytes() + pool.block_bytes());
        return next.blocks[number] = pool.take();
    }
};

// Where a thread writes: a stretch of numbered blocks, of which it has taken those up to `taken`.
template <class Key>
class RunWriter {
  public:
    // Room for so many states in one piece; its position.
    std::int64_t place(std::int64_t count, Store<Key>& store) {
        if (at_ + count > taken_) take(count, store);
        return std::exchange(at_, at_ + count);
    }
    Key& key(std::int64_t at) { return keys_[(at - first_) >> log][at & (size - 1)]; }
    Word* number(std::int64_t at, int words) { return numbers_[(at - first_) >> log] + (at & (size - 1)) * words; }

  private:
    static constexpr int log = Block<Key>::log_size;
    static constexpr std::int64_t size = Block<Key>::size;

    void take(std::int64_t count, Store<Key>& store) {
        const Lock lock(store.mutex);
        auto& blocks = store.next.blocks;
        if (at_ + count > end_) {
            if (const auto last = static_cast<std::int64_t>(blocks.size()) << log; end_ != last || end_ == 0)
                first_ = at_ = taken_ = end_ = last, keys_.clear(), numbers_.clear();
            blocks.resize(blocks.size() + std::max(Store<Key>::extent, (at_ + count - end_ + size - 1) >> log));
            end_ = static_cast<std::int64_t>(blocks.size()) << log;
        }
        for (; taken_ < at_ + count; taken_ += size) {
            auto& block = store.take(taken_ >> log);
            keys_.push_back(block.keys.get()), numbers_.push_back(block.numbers.get());
        }
    }

    std::int64_t first_ = 0, at_ = 0, taken_ = 0, end_ = 0;  // positions
    std::vector<Key*> keys_;
    std::vector<Word*> numbers_;
};

// What all threads look at during a step.
template <class Key>
struct StepContext {
    const Masks<Key>& masks;
    const HoleTest<Key>& holes;
    StepMask<Key> step;
    std::vector<KeyMap<Key>> images;
    int run_bits = 0;                      // of the new layer's runs
    std::vector<std::uint32_t> move_runs;  // the bits of a run that a move covers
    std::vector<std::uint32_t> part_of;    // of the bits that follow a run's

    void prepare(int depth) {
        move_runs.clear();
        for (const auto& move : step.moves)
            move_runs.push_back(
                reversed(static_cast<std::uint32_t>(low_word(move.conflict) >> 1) & ones(run_bits), run_bits));
        const int more = depth - run_bits;
        part_of.resize(std::size_t{1} << more);
        for (std::uint32_t low = 0; low < part_of.size(); ++low) part_of[low] = order(low, more);
    }
    std::uint32_t run_of(const Key& key) const {
        return order(static_cast<std::uint32_t>(low_word(key)) & ones(run_bits), run_bits);
    }
};

// One thread's tables. They last from step to step.
template <class Key>
class Merger {
  public:
    explicit Merger(Store<Key>& store) : store_(store) {}

    void begin(const StepContext<Key>& context) {
        context_ = &context;
        writer_ = {};
        total = work = 0;
        any_number.reserve(16);  // no cache line with another thread's
        any_number.assign(store_.old.words, 0);
    }
    // Fills a run of the new layer, drops its dead states, writes it.
    void merge(std::uint32_t run) {
        if (context_->images.empty())
            fill(table_, run);
        else if (!fill_with_images(run))
            return;
        write(run);
    }
    std::int64_t bytes() const { return table_.bytes() + image_table_.bytes(); }

    std::int64_t total = 0, work = 0;  // of the step: states written, transitions tried
    std::vector<Word> any_number;      // the numbers written, or-ed
    double cpu = 0;                    // seconds

  private:
    static constexpr std::int64_t chunk = 256;  // states looked at together
    static constexpr std::uint32_t dead =
        ~std::uint32_t{0};  // + 1 is 0: the first part's start, to which nothing is added

    void fill(Table<Key>& table, std::uint32_t run) {
        const auto& context = *context_;
        expected_ = std::max<std::int64_t>(16, (expected_ * 3 + last_used_) / 4);
        table.start(static_cast<std::size_t>(expected_ + expected_ / 4), words());
        feed_from(table, run, nullptr, context.step.sweeps ? 0 : -1);
        for (std::size_t m = 0; m < context.step.moves.size(); ++m)
            if (!(run & context.move_runs[m]))
                feed_from(table, run | context.move_runs[m], &context.step.moves[m], context.step.sweeps ? 1 : -1);
        last_used_ = static_cast<std::int64_t>(table.used);
    }

    int words() const { return store_.old.words; }

    // The old states whose number begins with this bit, 1 if the item is free, and goes on with the run's; -1: all.
    void feed_from(Table<Key>& table, std::uint32_t run, const MoveMask<Key>* move, int free) {
        const int bits = free < 0 ? 0 : context_->run_bits + 1;
        if (free > 0) run |= std::uint32_t{1} << context_->run_bits;
        store_.old.pieces(free < 0 ? 0 : run, bits, [&](std::int64_t from, std::int64_t to) {
            if (words() == 1)
                feed<1>(table, from, to, move);
            else if (words() == 2)
                feed<2>(table, from, to, move);
            else
                feed<0>(table, from, to, move);
        });
    }

    template <int K>
    void feed(Table<Key>& table, std::int64_t from, std::int64_t to, const MoveMask<Key>* move) {
        work += to - from;
        const int width = K ? K : words();
        store_.old.spans(from, to, [&](const Key* keys, const Word* numbers, std::int64_t count) {
            for (std::int64_t done = 0; done < count; done += chunk) {
                const auto part = std::min(chunk, count - done);
                make_room(table, static_cast<std::size_t>(part));
                if (!context_->step.plain || (move && move->weight != 1))
                    feed_any<K>(table, keys + done, numbers + done * width, part, move);
                else
                    feed_plain<K>(table, keys + done, numbers + done * width, part, move);
            }
        });
    }

    // A run that cannot be split further (as where nothing is left to sweep) may be as large as a layer.
    void make_room(Table<Key>& table, std::size_t more) {
        if (table.has_room(more)) return;
        if (table.bytes() > (std::int64_t{1} << 20)) {
            const Lock lock(store_.mutex);
            if (const auto needed = store_.bytes() + bytes() + table.bytes(); needed > store_.most)
                throw OutOfMemory(needed);
        }
        table.make_room(more);
    }

    // Those that fit are picked out without a branch first: which fit is unpredictable.
    template <int K>
    void feed_plain(Table<Key>& table, const Key* keys, const Word* numbers, std::int64_t count,
                    const MoveMask<Key>* move) {
        std::array<std::uint16_t, chunk> fitting;
        std::int64_t fit = 0;
        const Key conflict = move ? move->conflict : Key(0), delta = move ? move->delta | move->sets : Key(0);
        for (std::int64_t i = 0; i < count; ++i) {
            fitting[fit] = static_cast<std::uint16_t>(i);
            fit += !any(keys[i] & conflict);
        }
        for (std::int64_t f = 0; f < fit; ++f)
            table.template add<K>(context_->masks.shifted(keys[fitting[f]] | delta),
                                  numbers + fitting[f] * (K ? K : words()));
    }

    template <int K>
    void feed_any(Table<Key>& table, const Key* keys, const Word* numbers, std::int64_t count,
                  const MoveMask<Key>* move) {
        product_.resize(words());
        for (std::int64_t i = 0; i < count; ++i) {
            Key key = keys[i];
            if (!context_->masks.apply(key, context_->step, move)) continue;
            const Word* number = numbers + i * words();
            if (move && move->weight != 1)
                multiply_number(product_.data(), number, move->weight, words()), number = product_.data();
            table.template add<K>(key, number);
        }
    }

    // The first of the runs that are images of each other takes in all of them, each state as its least image there;
    // the others stay empty: false.
    bool fill_with_images(std::uint32_t run) {
        const Key begin(reversed(~run & ones(context_->run_bits), context_->run_bits));
        runs_.assign(1, run);
        for (const auto& image : context_->images) {
            const auto other = context_->run_of(image(begin));
            if (other < run) return false;
            if (std::find(runs_.begin(), runs_.end(), other) == runs_.end()) runs_.push_back(other);
        }
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            fill(image_table_, runs_[r]);
            if (r == 0) table_.start(image_table_.used, words());
            if (words() == 1)
                fold<1>(run);
            else if (words() == 2)
                fold<2>(run);
            else
                fold<0>(run);
        }
        return true;
    }

    template <int K>
    void fold(std::uint32_t run) {
        for (std::size_t i = 1; i <= image_table_.used; ++i) {
            const Key key = image_table_.keys[i];
            if (context_->holes.dead(key)) continue;
            Key least = context_->run_of(key) == run ? key : ~Key(0);
            for (const auto& image : context_->images)
                if (const Key other = image(key); other < least && context_->run_of(other) == run) least = other;
            make_room(table_, 1);
            table_.template add<K>(least, &image_table_.numbers[i * static_cast<std::size_t>(words())]);
        }
    }

    // The table's living states go to the new layer, sorted by the bits that its depth has more than the runs.
    void write(std::uint32_t run) {
        auto& context = *context_;
        const std::size_t parts = context.part_of.size();
        auto* starts = store_.next.parts_of(run);  // one longer than there are parts: sizes first, in the places after
        part_of_state_.resize(table_.used + 1);
        const bool test = context.holes.active();
        if (test) context.holes.find(table_.keys.data(), table_.used + 1, found_holes_);
        for (std::size_t i = 1; i <= table_.used; ++i) {
            const bool hole = test && any(found_holes_[i]);
            part_of_state_[i] =
                hole ? dead : context.part_of[low_word(table_.keys[i] >> context.run_bits) & (parts - 1)];
            starts[part_of_state_[i] + 1] += !hole;
        }
        std::int64_t alive = 0;
        for (std::size_t p = 1; p <= parts; ++p) alive += starts[p];
        auto at = writer_.place(alive, store_);
        // Each part's start in the place after it: placing its states moves it on to its end, the next one's start.
        starts[0] = at;
        for (std::size_t p = 1; p <= parts; ++p) at += std::exchange(starts[p], at);
        if (words() == 1)
            copy<1>(starts);
        else if (words() == 2)
            copy<2>(starts);
        else
            copy<0>(starts);
        total += alive;
    }

    template <int K>
    void copy(std::int64_t* starts) {
        const std::size_t width = K ? K : static_cast<std::size_t>(words());
        const auto* parts = part_of_state_.data();
        const Key* keys = table_.keys.data();
        const Word* from = table_.numbers.data();
        Word any[K ? K : 1] = {};  // not in memory that the compiler must think is written to
        for (std::size_t i = 1, used = table_.used; i <= used; ++i) {
            if (parts[i] == dead) continue;
            const auto to = starts[parts[i] + 1]++;
            writer_.key(to) = keys[i];
            Word* number = writer_.number(to, static_cast<int>(width));
            for (std::size_t w = 0; w < width; ++w) (K ? any[w] : any_number[w]) |= number[w] = from[i * width + w];
        }
        for (int w = 0; w < K; ++w) any_number[w] |= any[w];
    }

    Store<Key>& store_;
    const StepContext<Key>* context_ = nullptr;
    Table<Key> table_, image_table_;
    RunWriter<Key> writer_;
    std::int64_t expected_ = 64, last_used_ = 64;
    std::vector<std::uint32_t> runs_;           // images of each other
    std::vector<std::uint32_t> part_of_state_;  // of the states in the table
    std::vector<Key> found_holes_;              // of the states in the table
    std::vector<Word> product_;
};

}  // namespace tilewright
