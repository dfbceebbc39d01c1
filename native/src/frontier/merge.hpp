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
#include <functional>
#include <stdexcept>
#include <utility>

#include "frontier/layer.hpp"
#include "frontier/masks.hpp"
#include "frontier/store.hpp"
#include "frontier/symmetry.hpp"
#include "frontier/table.hpp"
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

// The numbers of old states that stand one after the other.
struct OldNumbers {
    const std::byte* at;
    int bytes, bound_bytes;

    int width() const { return bytes + bound_bytes; }
    OldNumbers after(std::int64_t count) const { return {at + count * width(), bytes, bound_bytes}; }
};

struct Interrupted {};

// One thread's tables. They last from step to step.
template <class Key>
class Merger {
  public:
    Merger(Store<Key>& store, const std::function<bool()>& interrupt) : store_(store), interrupt_(interrupt) {}

    void begin(const StepContext<Key>& context) {
        context_ = &context;
        writer_ = {};
        total = work = 0;
        any_number.reserve(16);  // no cache line with another thread's
        any_number.assign(static_cast<std::size_t>(form().words), 0);
    }
    // Fills a run of the new layer, drops its dead states, writes it. Throws Interrupted when it is told to end.
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
    static constexpr std::int64_t chunk = 256;             // states looked at together
    static constexpr std::int64_t work_unasked = 1 << 14;  // some 0.1 to 1 ms, and to ask takes a thousandth of it
    static constexpr std::uint32_t dead =
        ~std::uint32_t{0};  // + 1 is 0: the first part's start, to which nothing is added

    // Throws when it is time to end; `done` is what was done since it was called last, in states.
    void look(std::int64_t done) {
        if ((unasked_ += done) < work_unasked) return;
        unasked_ = 0;
        if (interrupt_ && interrupt_()) throw Interrupted{};
    }

    void fill(Table<Key>& table, std::uint32_t run) {
        const auto& context = *context_;
        expected_ = std::max<std::int64_t>(16, (expected_ * 3 + last_used_) / 4);
        table.start(static_cast<std::size_t>(expected_ + expected_ / 4), form());
        feed_from(table, run, nullptr, context.step.sweeps ? 0 : -1);
        for (std::size_t m = 0; m < context.step.moves.size(); ++m)
            if (!(run & context.move_runs[m]))
                feed_from(table, run | context.move_runs[m], &context.step.moves[m], context.step.sweeps ? 1 : -1);
        last_used_ = static_cast<std::int64_t>(table.used);
    }

    const NumberForm& form() const { return store_.next.form; }
    std::size_t words() const { return static_cast<std::size_t>(form().words); }

    // The old states whose number begins with this bit, 1 if the item is free, and goes on with the run's; -1: all.
    void feed_from(Table<Key>& table, std::uint32_t run, const MoveMask<Key>* move, int free) {
        const int bits = free < 0 ? 0 : context_->run_bits + 1;
        if (free > 0) run |= std::uint32_t{1} << context_->run_bits;
        store_.old.pieces(free < 0 ? 0 : run, bits, [&](const Piece<Key>& piece) {
            form().dispatch([&]<int K>() { feed<K>(table, piece, move); });
        });
    }

    template <int K>
    void feed(Table<Key>& table, const Piece<Key>& piece, const MoveMask<Key>* move) {
        const bool plain = context_->step.plain && (!move || move->weight == 1);
        const auto& old = store_.old;
        work += piece.to - piece.from;
        store_.read(piece, [&](const std::byte* keys, const std::byte* numbers, std::int64_t count) {
            const OldNumbers from{numbers, old.runs[piece.run].number_bytes, form().bound_bytes()};
            for (std::int64_t done = 0; done < count; done += chunk) {
                const auto part = std::min(chunk, count - done);
                look(part);
                make_room(table, static_cast<std::size_t>(part));
                read_keys(keys_.data(), keys + done * old.key_bytes, part, old.key_bytes, old.strip, piece.prefix);
                if (plain)
                    feed_plain<K>(table, part, from.after(done), move);
                else
                    feed_any<K>(table, part, from.after(done), move);
            }
        });
    }

    // A run that cannot be split further (as where nothing is left to sweep) may be as large as a layer.
    void make_room(Table<Key>& table, std::size_t more) {
        if (table.has_room(more)) return;
        if (table.bytes() > (std::int64_t{1} << 20)) {
            const Lock lock(store_.mutex);
            const auto more = bytes() + table.bytes();
            if (!store_.fits(more)) throw OutOfMemory(store_.bytes() + more);
        }
        table.make_room(more);
    }

    // Those that fit are picked out without a branch first: which fit is unpredictable.
    template <int K>
    void feed_plain(Table<Key>& table, std::int64_t count, const OldNumbers& numbers, const MoveMask<Key>* move) {
        std::array<std::uint16_t, chunk> fitting;
        std::int64_t fit = 0;
        const Key conflict = move ? move->conflict : Key(0), delta = move ? move->delta | move->sets : Key(0);
        for (std::int64_t i = 0; i < count; ++i) {
            fitting[fit] = static_cast<std::uint16_t>(i);
            fit += !any(keys_[i] & conflict);
        }
        for (std::int64_t f = 0; f < fit; ++f)
            add<K>(table, context_->masks.shifted(keys_[fitting[f]] | delta), numbers, fitting[f], 1);
    }

    template <int K>
    void feed_any(Table<Key>& table, std::int64_t count, const OldNumbers& numbers, const MoveMask<Key>* move) {
        for (std::int64_t i = 0; i < count; ++i)
            if (Key key = keys_[i]; context_->masks.apply(key, context_->step, move))
                add<K>(table, key, numbers, i, move ? move->weight : 1);
    }

    template <int K>
    void add(Table<Key>& table, const Key& key, const OldNumbers& numbers, std::int64_t i, Word weight) {
        std::array<Word, K ? number_words<K>(0) : 1> few;
        if constexpr (K == 0) number_.resize(words());
        Word* number = K == 0 ? number_.data() : few.data();
        read_number<K>(number, numbers.at + i * numbers.width(), numbers.bytes, form().words);
        if (weight != 1) multiply_number<K>(number, weight, form());
        table.template add<K>(key, number);
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
            if (r == 0) table_.start(image_table_.used, form());
            form().dispatch([&]<int K>() { fold<K>(run); });
        }
        return true;
    }

    template <int K>
    void fold(std::uint32_t run) {
        for (std::size_t i = 1; i <= image_table_.used; ++i) {
            look(1);
            const Key key = image_table_.keys[i];
            if (context_->holes.dead(key)) continue;
            Key least = context_->run_of(key) == run ? key : ~Key(0);
            for (const auto& image : context_->images)
                if (const Key other = image(key); other < least && context_->run_of(other) == run) least = other;
            make_room(table_, 1);
            table_.template add<K>(least, &image_table_.numbers[i * words()]);
        }
    }

    // The table's living states go to the new layer, sorted by the bits that its depth has more than the runs.
    void write(std::uint32_t run) {
        auto& next = store_.next;
        const auto alive = find_order(next.parts_of(run));
        if (alive == 0) return;
        next.runs[run].number_bytes = longest_number();
        next.runs[run].at = writer_.place(alive, next.width_of(run), store_);
        next.segments(run, 0, alive, [&](const Segment& segment) {
            look(segment.count);
            form().dispatch([&]<int K>() { pack<K>(segment, next.runs[run].number_bytes); });
        });
        total += alive;
    }

    // Fills `order_` with the places of the living states as they are to stand, and `starts` with each part's first.
    std::int64_t find_order(std::uint32_t* starts) {
        auto& context = *context_;
        const std::size_t parts = context.part_of.size();
        part_of_state_.resize(table_.used + 1);
        order_.resize(table_.used + 1);
        const bool test = context.holes.active();
        if (test) context.holes.find(table_.keys.data(), table_.used + 1, found_holes_);
        for (std::size_t i = 1; i <= table_.used; ++i) {
            const bool hole = test && any(found_holes_[i]);
            part_of_state_[i] =
                hole ? dead : context.part_of[low_word(table_.keys[i] >> context.run_bits) & (parts - 1)];
            starts[part_of_state_[i] + 1] += !hole;  // sizes, in the places after
        }
        // Each part's start in the place after it: placing its states moves it on to its end, the next one's start.
        std::uint32_t alive = starts[0] = 0;
        for (std::size_t p = 1; p <= parts; ++p) alive += std::exchange(starts[p], alive);
        for (std::size_t i = 1; i <= table_.used; ++i)
            if (part_of_state_[i] != dead) order_[starts[part_of_state_[i] + 1]++] = static_cast<std::uint32_t>(i);
        alive_ = alive;
        return alive;
    }

    // Bytes of the longest number that is written.
    int longest_number() {
        std::fill_n(any_.begin(), any_.size(), 0);
        any_.resize(words());
        const auto width = words();
        for (std::size_t i = 0; i < alive_; ++i)
            for (std::size_t w = 0; w < width; ++w) any_[w] |= table_.numbers[order_[i] * width + w];
        for (std::size_t w = 0; w < width; ++w) any_number[w] |= any_[w];
        return significant_bytes(any_.data(), form().modulus ? 1 : form().words);
    }

    template <int K>
    void pack(const Segment& segment, int number_bytes) {
        const auto& next = store_.next;
        const std::int64_t width = number_bytes + form().bound_bytes();
        std::byte* keys = writer_.data(segment.block) + segment.offset;
        std::byte* numbers = keys + segment.count * next.key_bytes;
        const std::uint32_t* order = order_.data() + segment.first;
        for (std::int64_t i = 0; i < segment.count; ++i)
            write_key(keys + i * next.key_bytes, table_.keys[order[i]], next.strip);
        for (std::int64_t i = 0; i < segment.count; ++i)
            write_number<K>(numbers + i * width, &table_.numbers[order[i] * words()], number_bytes);
    }

    Store<Key>& store_;
    const std::function<bool()>& interrupt_;
    std::int64_t unasked_ = 0;  // work since the last question
    const StepContext<Key>* context_ = nullptr;
    Table<Key> table_, image_table_;
    RunWriter<Key> writer_;
    std::int64_t expected_ = 64, last_used_ = 64;
    std::array<Key, chunk> keys_;               // of old states, unpacked
    std::vector<std::uint32_t> runs_;           // images of each other
    std::vector<std::uint32_t> part_of_state_;  // of the states in the table
    std::vector<std::uint32_t> order_;          // of the living ones
    std::size_t alive_ = 0;
    std::vector<Key> found_holes_;  // of the states in the table
    std::vector<Word> any_, number_;
};

}  // namespace tilewright
