// The count, layer by layer and, within a layer, bucket by bucket.
//
// What makes it fast is where memory is touched. A state is a window of bits, bit j for the item j places ahead, and
// fields after it. The states of a layer are sorted by their first `depth` bits. A move covers fixed bits, so all
// states of the new layer that begin with the same b bits come, for each move, from one run of old states that begin
// with the same b + 1 bits: the old layer is read in long runs, and what is merged fits the cache.
//
// Runs are numbered with bit 0 counting most and free = 1 (`order`): then whatever feeds run r of the new layer stands
// in the runs (0, r) and (1, s), s >= r, of the old one. Going through the new runs in ascending order, old runs are
// done with in ascending order too and their memory is given back at once: the peak is one layer, not two.
#include "tilewright/frontier.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "frontier_layer.hpp"
#include "frontier_masks.hpp"
#include "frontier_plan.hpp"
#include "frontier_symmetry.hpp"

namespace tilewright {
namespace {

constexpr std::int64_t bucket_states = 800;  // aimed at: some 100 KB with its table
constexpr int max_depth = 20;
constexpr std::int64_t chunk = 256;            // states looked at together
constexpr std::uint32_t dead = ~std::uint32_t{0};  // + 1 is 0: the first part's start, to which nothing is added

std::uint32_t reversed(std::uint32_t value, int bits) {
    std::uint32_t result = 0;
    for (int i = 0; i < bits; ++i) result |= (value >> i & 1) << (bits - 1 - i);
    return result;
}

std::uint32_t ones(int bits) { return (std::uint32_t{1} << bits) - 1; }

// The number of the run that a key which begins with these bits belongs to.
std::uint32_t order(std::uint32_t low, int bits) { return reversed(~low & ones(bits), bits); }

template <class Key>
class Counter final : public Frontier {
public:
    Counter(std::shared_ptr<const Cover> cover, FrontierPlan plan, const FrontierOptions& options)
        : cover_(std::move(cover)), plan_(std::move(plan)), options_(options), masks_(plan_),
          symmetry_(options.symmetry ? *cover_ : Cover{cover_->lo, cover_->hi, cover_->option_start, cover_->option_items, {}, {}, {}, {}}, plan_),
          holes_(options.prune ? *cover_ : Cover{}, plan_) {
        if (plan_.impossible) {
            step_ = plan_.steps.size();
            return;
        }
        layer_.reserve(1, pool_);
        layer_.key(0) = masks_.initial();
        layer_.number(0)[0] = 1;
        layer_.total = 1;
        layer_.depth = plan_.sweep.empty() ? 0 : 1;
        if (layer_.depth) layer_.offset = {0, 0, 1};
        else layer_.offset = {0, 1};
        layer_.seal();
        bits_ = 1;
    }

    Outcome run(std::int64_t work) override {
        const auto until = work < 0 ? std::numeric_limits<std::int64_t>::max() : work_ + std::max<std::int64_t>(work, 1);
        while (step_ < plan_.steps.size() && layer_.total > 0) {
            if (!open_) begin_step();
            while (bucket_ < buckets()) {
                if (work_ >= until) return Outcome::running;
                if (!one_bucket()) return Outcome::out_of_memory;
            }
            end_step();
        }
        return Outcome::exhausted;
    }

    std::vector<std::uint64_t> value() const override {
        if (layer_.total == 0) return {0};
        const auto* first = layer_.blocks[0].numbers.get();
        return {first, first + layer_.words};
    }

    Progress progress() const override {
        auto now = seen_;
        const double inside = open_ ? static_cast<double>(bucket_) / static_cast<double>(buckets()) : 0;
        now.fraction = plan_.steps.empty() || layer_.total == 0 ? 1 : (static_cast<double>(step_) + inside) / static_cast<double>(plan_.steps.size());
        now.memory = memory();
        now.peak_memory = std::max(now.peak_memory, now.memory);
        return now;
    }

private:
    std::int64_t memory() const { return pool_.bytes() + table_.bytes() + image_table_.bytes() + static_cast<std::int64_t>((layer_.offset.capacity() + next_.offset.capacity()) * 8); }
    std::int64_t buckets() const { return std::int64_t{1} << run_bits_; }

    void begin_step() {
        mask_ = masks_.step(plan_.steps[step_]);
        const auto at = static_cast<std::int32_t>(step_) + 1;
        const auto stable = mask_.sweeps ? symmetry_.stable(at) : std::vector<int>{};
        const int wanted = wanted_depth();
        run_bits_ = mask_.sweeps ? std::max(0, std::min({layer_.depth - 1, wanted, plan_.window - 1})) : 0;
        images_.clear();
        if (!stable.empty()) {
            int fitting = 0;
            for (int length : stable)
                if (length <= layer_.depth - 1) fitting = length;
            // Without runs that are images of runs the table would outgrow the cache: dearer than states twice.
            if (fitting >= wanted - 4) images_ = symmetry_.template maps<Key>(at), run_bits_ = fitting;
        }
        widen_if_needed();
        next_ = Layer<Key>{};
        next_.words = layer_.words;
        next_.depth = std::max(next_depth(at, wanted), run_bits_);
        holes_.at(at);
        prepare_runs();
        bucket_ = 0;
        open_ = true;
    }

    int wanted_depth() const {
        int depth = 0;
        while (depth < max_depth && (layer_.total >> depth) > bucket_states) ++depth;
        return depth;
    }

    // Deep enough for the next step's runs, which read one bit more than they write; and when the next step merges
    // images, so deep that its runs are images of each other.
    int next_depth(std::int32_t at, int wanted) const {
        if (at >= static_cast<std::int32_t>(plan_.sweep.size())) return 0;
        int depth = wanted + 1;
        for (int length : symmetry_.stable(at + 1))
            if (length >= wanted && length <= wanted + 6) {
                depth = length + 1;
                break;
            }
        return std::min({depth, max_depth, plan_.window});
    }

    // No number of the new layer can be longer than the old ones' by more than what is added up.
    void widen_if_needed() {
        double terms = 1;
        for (const auto& move : mask_.moves) terms += static_cast<double>(move.weight);
        terms *= static_cast<double>(images_.size() + 1);
        bits_ += static_cast<int>(std::ceil(std::log2(terms)));
        if (bits_ > 64 * layer_.words) layer_.widen((bits_ + 63) / 64, pool_);
        pool_.set_words(layer_.words);
    }

    void prepare_runs() {
        move_runs_.clear();
        for (const auto& move : mask_.moves)
            move_runs_.push_back(reversed(static_cast<std::uint32_t>(low_word(move.conflict) >> 1) & ones(run_bits_), run_bits_));
        const int more = next_.depth - run_bits_;
        part_of_.resize(std::size_t{1} << more);
        for (std::uint32_t low = 0; low < part_of_.size(); ++low) part_of_[low] = order(low, more);
        any_number_.assign(layer_.words, 0);
    }

    // Fills the next bucket from its runs, drops its dead states, writes it. False when memory does not suffice.
    bool one_bucket() {
        const auto run = static_cast<std::uint32_t>(bucket_);
        if (images_.empty()) {
            fill(table_, run);
        } else if (!fill_with_images(run)) {
            table_.used = 0;  // an image of this run has taken it in already
        }
        if (!room_for(static_cast<std::int64_t>(table_.used))) return false;
        write();
        release(run);
        ++bucket_;
        return true;
    }

    bool room_for(std::int64_t more) {
        const auto have = static_cast<std::int64_t>(next_.blocks.size()) * Block<Key>::size;
        if (next_.total + more <= have || pool_.has_free()) return true;
        const auto needed = (next_.total + more - have + Block<Key>::size - 1) / Block<Key>::size * pool_.block_bytes();
        if (memory() + needed <= options_.memory) return true;
        const auto part = static_cast<double>(bucket_ + 1) / static_cast<double>(buckets());
        seen_.memory_wanted = static_cast<std::int64_t>(static_cast<double>(memory() + needed) / std::max(part, 1e-3));
        return false;
    }

    void fill(Table<Key>& table, std::uint32_t run) {
        expected_ = std::max<std::int64_t>(16, (expected_ * 3 + last_used_) / 4);
        table.start(static_cast<std::size_t>(expected_ + expected_ / 4), layer_.words);
        if (layer_.words == 1) fill_words<1>(table, run);
        else if (layer_.words == 2) fill_words<2>(table, run);
        else fill_words<0>(table, run);
        last_used_ = static_cast<std::int64_t>(table.used);
    }

    // [from, to) of the old states that begin with a run's b + 1 bits.
    std::pair<std::int64_t, std::int64_t> old_run(std::uint32_t run) const {
        const int more = layer_.depth - run_bits_ - 1;
        return {layer_.offset[static_cast<std::size_t>(run) << more], layer_.offset[(static_cast<std::size_t>(run) + 1) << more]};
    }

    template <int K>
    void fill_words(Table<Key>& table, std::uint32_t run) {
        if (!mask_.sweeps) {
            feed<K>(table, {0, layer_.total}, nullptr);
            feed<K>(table, {0, layer_.total}, &mask_.moves[0]);
            return;
        }
        feed<K>(table, old_run(run), nullptr);
        for (std::size_t m = 0; m < mask_.moves.size(); ++m)
            if (!(run & move_runs_[m])) feed<K>(table, old_run(std::uint32_t{1} << run_bits_ | run | move_runs_[m]), &mask_.moves[m]);
    }

    template <int K>
    void feed(Table<Key>& table, std::pair<std::int64_t, std::int64_t> run, const MoveMask<Key>* move) {
        work_ += run.second - run.first;
        layer_.spans(run.first, run.second, [&](const Key* keys, const Word* numbers, std::int64_t count) {
            for (std::int64_t done = 0; done < count; done += chunk) {
                const auto part = std::min(chunk, count - done);
                table.make_room(static_cast<std::size_t>(part));
                if (!mask_.plain || (move && move->weight != 1))
                    feed_any<K>(table, keys + done, numbers + done * layer_.words, part, move);
                else
                    feed_plain<K>(table, keys + done, numbers + done * (K ? K : layer_.words), part, move);
            }
        });
    }

    // Those that fit are picked out without a branch first: which fit is unpredictable.
    template <int K>
    void feed_plain(Table<Key>& table, const Key* keys, const Word* numbers, std::int64_t count, const MoveMask<Key>* move) {
        std::array<std::uint16_t, chunk> fitting;
        std::int64_t fit = 0;
        const Key conflict = move ? move->conflict : Key(0), delta = move ? move->delta : Key(0);
        for (std::int64_t i = 0; i < count; ++i) {
            fitting[fit] = static_cast<std::uint16_t>(i);
            fit += !any(keys[i] & conflict);
        }
        for (std::int64_t f = 0; f < fit; ++f)
            table.template add<K>(masks_.shifted(keys[fitting[f]] | delta), numbers + fitting[f] * (K ? K : layer_.words));
    }

    template <int K>
    void feed_any(Table<Key>& table, const Key* keys, const Word* numbers, std::int64_t count, const MoveMask<Key>* move) {
        std::vector<Word> product(layer_.words);
        for (std::int64_t i = 0; i < count; ++i) {
            Key key = keys[i];
            if (!masks_.apply(key, mask_, move)) continue;
            const Word* number = numbers + i * layer_.words;
            if (move && move->weight != 1) multiply_number(product.data(), number, move->weight, layer_.words), number = product.data();
            table.template add<K>(key, number);
        }
    }

    std::uint32_t run_of(const Key& key) const { return order(static_cast<std::uint32_t>(low_word(key)) & ones(run_bits_), run_bits_); }

    // The first of the runs that are images of each other takes in all of them, each state as its least image there.
    bool fill_with_images(std::uint32_t run) {
        const Key begin(reversed(~run & ones(run_bits_), run_bits_));
        std::vector<std::uint32_t> runs{run};
        for (const auto& image : images_) {
            const auto other = run_of(image(begin));
            if (other < run) return false;
            if (std::find(runs.begin(), runs.end(), other) == runs.end()) runs.push_back(other);
        }
        std::int64_t most = 0;
        for (std::size_t r = 0; r < runs.size(); ++r) {
            fill(image_table_, runs[r]);
            if (r == 0) table_.start(image_table_.used, layer_.words);
            if (layer_.words == 1) fold<1>(run);
            else if (layer_.words == 2) fold<2>(run);
            else fold<0>(run);
            most = std::max(most, static_cast<std::int64_t>(table_.used));
        }
        return true;
    }

    template <int K>
    void fold(std::uint32_t run) {
        for (std::size_t i = 1; i <= image_table_.used; ++i) {
            const Key key = image_table_.keys[i];
            if (holes_.dead(key)) continue;
            Key least = run_of(key) == run ? key : ~Key(0);
            for (const auto& image : images_)
                if (const Key other = image(key); other < least && run_of(other) == run) least = other;
            table_.make_room(1);
            table_.template add<K>(least, &image_table_.numbers[i * image_table_.words]);
        }
    }

    // The table's living states go to the new layer, sorted by the bits that its depth has more than the runs.
    void write() {
        const int more = next_.depth - run_bits_;
        part_size_.assign((std::size_t{1} << more) + 1, 0);
        parts_.resize(table_.used + 1);
        const bool test = holes_.active();
        if (test) holes_.find(table_.keys.data(), table_.used + 1, found_holes_);
        for (std::size_t i = 1; i <= table_.used; ++i) {
            const bool hole = test && any(found_holes_[i]);
            parts_[i] = hole ? dead : part_of_[low_word(table_.keys[i] >> run_bits_) & ones(more)];
            part_size_[parts_[i] + 1] += !hole;
        }
        for (std::size_t p = 1; p < part_size_.size(); ++p) {
            part_size_[p] += part_size_[p - 1];
            next_.offset.push_back(next_.total + part_size_[p]);
        }
        const auto alive = part_size_.back();
        next_.reserve(alive, pool_);
        const int words = layer_.words;
        for (std::size_t i = 1; i <= table_.used; ++i) {
            if (parts_[i] == dead) continue;
            const auto to = next_.total + part_size_[parts_[i]]++;
            next_.key(to) = table_.keys[i];
            Word* number = next_.number(to);
            for (int w = 0; w < words; ++w) any_number_[w] |= number[w] = table_.numbers[i * words + w];
        }
        next_.total += alive;
        seen_.states += alive;
    }

    void release(std::uint32_t run) {
        if (!mask_.sweeps) return layer_.release(0, layer_.total, pool_);
        for (auto part : {run, std::uint32_t{1} << run_bits_ | run}) {
            const auto [from, to] = old_run(part);
            layer_.release(from, to, pool_);
        }
    }

    void end_step() {
        seen_.peak_memory = std::max(seen_.peak_memory, memory());
        layer_ = std::move(next_);
        layer_.seal();
        seen_.layer_states = layer_.total;
        seen_.peak_states = std::max(seen_.peak_states, layer_.total);
        bits_ = 0;
        for (int w = 0; w < layer_.words; ++w)
            if (any_number_[w]) bits_ = 64 * w + std::bit_width(any_number_[w]);
        open_ = false;
        ++step_;
    }

    std::shared_ptr<const Cover> cover_;
    FrontierPlan plan_;
    FrontierOptions options_;
    Masks<Key> masks_;
    FrontierSymmetry symmetry_;
    HoleTest<Key> holes_;

    Pool<Key> pool_;
    Layer<Key> layer_, next_;
    Table<Key> table_, image_table_;
    int bits_ = 0;  // no number of the layer is longer
    std::size_t step_ = 0;

    // The step at hand: the new layer's runs have run_bits_ bits.
    bool open_ = false;
    StepMask<Key> mask_;
    std::vector<KeyMap<Key>> images_;
    int run_bits_ = 0;
    std::int64_t bucket_ = 0;
    std::vector<std::uint32_t> move_runs_, part_of_;
    std::vector<std::uint32_t> parts_;  // of the states in the table
    std::vector<std::int64_t> part_size_;
    std::vector<Key> found_holes_;      // of the states in the table
    std::vector<Word> any_number_;  // the numbers written, or-ed
    std::int64_t expected_ = 64, last_used_ = 64;
    std::int64_t work_ = 0;
    Progress seen_;
};

bool restricts(const Cover& cover, const FrontierOptions& options) {
    return options.symmetry && cover.automorphisms.size() > 1;
}

std::string refusal(const FrontierPlan& plan) {
    if (plan.bits <= max_key_bits) return {};
    return "the frontier needs keys of " + std::to_string(plan.bits) + " bits: expected at most " + std::to_string(max_key_bits);
}

}  // namespace

std::string frontier_refusal(const Cover& cover) { return refusal(plan_frontier(cover, false, false)); }

std::unique_ptr<Frontier> make_frontier(std::shared_ptr<const Cover> cover, const FrontierOptions& options) {
    auto plan = plan_frontier(*cover, restricts(*cover, options), options.reversed);
    if (auto why = refusal(plan); !why.empty()) throw std::invalid_argument(why);
    // One bit less than the key has: all ones is no key.
    if (plan.bits < 64) return std::make_unique<Counter<Word>>(std::move(cover), std::move(plan), options);
    if (plan.bits < 128) return std::make_unique<Counter<Pair>>(std::move(cover), std::move(plan), options);
    if (plan.bits < 256) return std::make_unique<Counter<Wide<4>>>(std::move(cover), std::move(plan), options);
    return std::make_unique<Counter<Wide<8>>>(std::move(cover), std::move(plan), options);
}

}  // namespace tilewright
