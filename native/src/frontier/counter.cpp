// The count, layer by layer and, within a layer, run by run: merge.hpp says what a run is.
//
// This is the transfer matrix method with the matrix never written down: the states of a layer are its row vector, and a
// step of the sweep multiplies it (Stanley, Enumerative Combinatorics I, 4.7). Merging equal states while going over the
// items in a fixed order is also what Knuth's Simpath does for paths (The Art of Computer Programming 4A, 7.1.4) and
// what is known for ZDDs as frontier-based search (Kawahara and others 2017).
//
// Threads take groups of runs (runs.hpp) and need nothing of each other but blocks of memory: new ones to write to, and
// old ones, given back when all runs that read them are done. The caller's thread is one of them, and it alone goes from
// step to step; while it is away between two slices the others go on with what is left of the step (helpers.hpp).
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>

#include "frontier/checkpoint.hpp"
#include "frontier/helpers.hpp"
#include "frontier/merge.hpp"
#include "frontier/plan.hpp"
#include "frontier/runs.hpp"
#include "frontier/steps.hpp"
#include "tilewright/frontier.hpp"

namespace tilewright {
namespace {

constexpr std::int64_t worth_threads = 40;  // runs of a layer: some milliseconds, and a thread wakes in 0.05

template <class Key>
class Counter final : public Frontier {
  public:
    Counter(const Cover& cover, FrontierPlan plan, const FrontierOptions& options)
        : planner_(cover, std::move(plan), options),
          most_bits_(options.most_bits),
          interrupt_(options.interrupt),
          context_{planner_.masks(), planner_.holes(), {}, {}, 0, {}, {}},
          helpers_(
              store_.mutex, [this] { return open_ && !failed_ && shared() && !queue_.empty(); },
              [this](std::size_t k, Lock& lock) { take_runs(*mergers_[k], lock, no_bound); }) {
        store_.most = options.memory;
        form_ = {options.modulus, options.bounded, options.bounded ? 2 : 1};
        const int threads = usable_threads(options.threads);
        for (int k = 0; k < threads; ++k) mergers_.push_back(std::make_unique<Merger<Key>>(store_, interrupt_));
        if (!options.scratch.empty()) store_.scratch = std::make_unique<ScratchFile>(options.scratch);
        if (!options.checkpoint.empty()) checkpoint_.emplace(store_, options.checkpoint, options.label);
        pause_ = least_pause_ = Seconds(options.checkpoint_seconds);
        if (planner_.plan().impossible)
            step_ = steps();
        else if (checkpoint_ && checkpoint_->exists())
            resume();
        else
            enter_first_state();
    }

    Outcome run(std::int64_t work) override {
        Lock lock(store_.mutex);
        const auto until = work < 0 ? no_bound : work_ + std::max<std::int64_t>(work, 1);
        while (step_ < steps() && store_.old.total > 0) {
            if (!open_ && !failed_)
                if (const auto trouble = tried([&] { begin_step(); }); trouble.any()) fail(trouble);
            take_runs(*mergers_[0], lock, until);
            if (!queue_.empty() && !failed_) return Outcome::running;
            helpers_.wait_until_idle(lock);
            if (failed_) return outcome_of_failure();
            end_step();
            save_if_due(lock);
        }
        return Outcome::exhausted;
    }
    std::string failure() const override { return failure_; }

    std::vector<std::uint64_t> value() const override {
        auto number = last_number();
        if (form_.bounded) number.resize(1);
        return number;
    }
    double bound() const override {
        const auto number = last_number();
        return number.size() > 1 ? bound_of(number[1]) : 0;
    }

    Progress progress() const override {
        const Lock lock(store_.mutex);
        auto now = seen_;
        const double inside = open_ ? queue_.fraction() : 0;
        const bool over = steps() == 0 || store_.old.total == 0;
        now.fraction = over ? 1 : (static_cast<double>(step_) + inside) / static_cast<double>(steps());
        now.memory = store_.bytes();
        now.peak_memory = std::max(store_.peak, now.memory);
        now.on_disk = store_.scratch ? store_.scratch->bytes() : 0;
        now.key_bytes = store_.next.key_bytes, now.number_bytes = (bits_ + 7) / 8;
        return now;
    }

    std::vector<double> cpu() const override {
        const Lock lock(store_.mutex);
        std::vector<double> seconds;
        for (const auto& merger : mergers_) seconds.push_back(merger->cpu);
        return seconds;
    }

  private:
    std::size_t steps() const { return planner_.plan().steps.size(); }

    // The words of the only state of the last layer: its number, or a remainder and a bound.
    std::vector<Word> last_number() const {
        const auto& last = store_.old;
        if (last.total == 0) return {0};
        std::vector<std::uint64_t> number;
        last.pieces(0, 0, [&](const Piece<Key>& piece) {
            store_.read(piece, [&](const std::byte*, const std::byte* kept, std::int64_t) {
                number.assign(static_cast<std::size_t>(last.form.words), 0);
                last.form.dispatch([&]<int K>() {
                    NumberReader<K>(last.runs[piece.run].number_bytes, last.form.words).read(number.data(), kept);
                });
            });
        });
        return number;
    }

    void enter_first_state() {
        auto& first = store_.old;
        first.shape(0, planner_.plan().sweep.empty() ? 0 : 1, 0, planner_.plan().bits, form_);
        first.starts.back() = 1, first.total = 1;
        first.runs[0].number_bytes = 1;
        first.blocks.push_back({store_.pool.take()});
        auto* data = first.blocks[0].data.get();
        write_key(data, planner_.masks().initial(), 0);
        const std::array<Word, 8> one{1, word_of(1)};  // every form writes as many words as it has
        form_.dispatch([&]<int K>() { write_number<K>(data + first.key_bytes, one.data(), 1); });
        first.seal();
        bits_ = 1;
    }

    void begin_step() {
        const int depth = planner_.begin(context_, step_, store_.old);
        widen_if_needed();
        store_.next = Layer<Key>{};
        open_ = true;
        store_.next.shape(context_.run_bits, depth, std::min(depth, planner_.wanted_depth(store_.old.total) + 1),
                          planner_.plan().bits, form_);
        context_.prepare(depth);
        for (auto& merger : mergers_) merger->begin(context_);
        queue_.begin(std::int64_t{1} << context_.run_bits, mergers_.size());
        if (!store_.fits()) fail({store_.bytes()});
        if (shared()) helpers_.wake(mergers_.size() - 1);
    }

    bool shared() const {
        return mergers_.size() > 1 && store_.old.total >= worth_threads * planner_.run_states() && queue_.runs() > 1;
    }

    // No number of the new layer can be longer than the old ones' by more than what is added up.
    void widen_if_needed() {
        bits_ += bits_of_terms(context_.step.terms() * static_cast<double>(context_.images.size() + 1));
        if (form_.modulus) return;
        form_.words = (bits_ + 63) / 64;
        if (bits_ > most_bits_) throw OutOfMemory(store_.bytes() + store_.old.total * (bits_ / 8));
    }

    // Bits that a sum of so many terms may have more than each of them; a rounded number of terms may be a little more.
    static int bits_of_terms(double terms) {
        constexpr int exact_bits = 53;
        int exponent = 0;
        const bool power = std::frexp(terms, &exponent) == 0.5;
        return power && exponent <= exact_bits ? exponent - 1 : exponent;
    }

    // Group after group, until there is none or so much has been done by all.
    void take_runs(Merger<Key>& merger, Lock& lock, std::int64_t until) {
        auto began = thread_seconds();
        while (!failed_ && !helpers_.closing() && work_ < until && !queue_.empty()) {
            const auto [first, last] = queue_.take();
            const auto work = merger.work, total = merger.total, size = merger.bytes();
            lock.unlock();
            const auto trouble = merge_runs(merger, first, last);
            const auto now = thread_seconds();
            lock.lock();
            merger.cpu += now - std::exchange(began, now);
            work_ += merger.work - work;
            seen_.states += merger.total - total;
            store_.tables += merger.bytes() - size;
            store_.see_bytes();
            queue_.finish(first, last);
            if (trouble.any())
                fail(trouble);
            else
                release();
        }
    }

    // Why a step cannot go on: bytes that would be needed, a scratch file's failure, or it was told to end.
    struct Trouble {
        std::int64_t needed = 0;
        std::string text = {};
        bool interrupted = false;
        bool any() const { return needed != 0 || !text.empty() || interrupted; }
    };

    Outcome outcome_of_failure() const {
        if (interrupted_) return Outcome::interrupted;
        return failure_.empty() ? Outcome::out_of_memory : Outcome::scratch_failed;
    }

    template <class Work>
    Trouble tried(Work&& work) const {
        try {
            work();
        } catch (const OutOfMemory& failure) {
            return {failure.needed};
        } catch (const ScratchFailure& failure) {
            return {0, failure.what()};
        } catch (const Interrupted&) {
            return {0, {}, true};
        } catch (const std::bad_alloc&) {
            return {store_.most};
        }
        return {};
    }

    Trouble merge_runs(Merger<Key>& merger, std::int64_t first, std::int64_t last) const {
        return tried([&] {
            for (auto run = first; run < last; ++run) merger.merge(static_cast<std::uint32_t>(run));
        });
    }

    void fail(const Trouble& trouble) {
        failed_ = true;
        interrupted_ |= trouble.interrupted;
        if (failure_.empty()) failure_ = trouble.text;
        if (!trouble.needed) return;
        const auto fraction = queue_.fraction();
        const auto written = static_cast<double>(store_.next.blocks.size() * Block::size);
        const auto whole = fraction < 0.01 ? 0 : static_cast<std::int64_t>(written / fraction);
        seen_.memory_wanted = std::max({seen_.memory_wanted, trouble.needed, whole});
    }

    // Gives back what only runs read that are all done. Of the old runs (1, s), the last to be read by r is s >= r.
    void release() {
        auto& old = store_.old;
        const auto give_back = [&](const Piece<Key>& piece) { store_.give_back(piece); };
        queue_.release([&](std::int64_t run) {
            if (!context_.step.sweeps) return old.pieces(0, 0, give_back);
            for (auto covered : {0, 1})
                old.pieces(static_cast<std::uint32_t>(covered << context_.run_bits | run), context_.run_bits + 1,
                           give_back);
        });
    }

    void end_step() {
        store_.see_bytes();
        auto& next = store_.next;
        std::vector<Word> any_number(static_cast<std::size_t>(form_.words), 0);
        for (const auto& merger : mergers_) {
            next.total += merger->total;
            for (std::size_t w = 0; w < any_number.size(); ++w) any_number[w] |= merger->any_number[w];
        }
        store_.advance();
        seen_.layer_states = store_.old.total;
        seen_.peak_states = std::max(seen_.peak_states, store_.old.total);
        bits_ = 0;
        for (std::size_t w = 0; w < any_number.size(); ++w)
            if (any_number[w]) bits_ = static_cast<int>(64 * w + std::bit_width(any_number[w]));
        open_ = false;
        ++step_;
    }

    using Clock = std::chrono::steady_clock;

    // A layer that is large takes long to write: at most a tenth of the time goes into that.
    void save_if_due(Lock& lock) {
        if (!checkpoint_ || step_ == steps() || Clock::now() - saved_ < pause_) return;
        const auto began = Clock::now();
        lock.unlock();
        const auto trouble = tried([&] {
            checkpoint_->save({static_cast<std::int64_t>(step_), store_.old.depth, store_.old.run_bits,
                               store_.old.strip, std::max(1, bits_), store_.old.total, seen_.states, seen_.peak_states,
                               store_.peak});
        });
        lock.lock();
        saved_ = Clock::now();
        pause_ = std::max(least_pause_, 10 * Seconds(saved_ - began));
        if (trouble.any()) fail(trouble);
    }

    void resume() {
        const auto& plan = planner_.plan();
        const auto head = checkpoint_->load([&](const LayerHead& told, Layer<Key>& layer) {
            const auto most = std::min<std::int64_t>(most_depth, plan.window);
            if (told.step < 1 || told.step >= static_cast<std::int64_t>(steps()) || told.depth > most ||
                told.strip < 0 || told.strip > told.depth || told.run_bits < 0 || told.run_bits > told.depth ||
                told.bits < 1 || told.bits > most_bits_ || told.total < 1)
                return false;
            if (plan.steps[static_cast<std::size_t>(told.step)].item >= 0 && told.depth < 1) return false;
            if (!form_.modulus) form_.words = static_cast<int>((told.bits + 63) / 64);
            layer.shape(static_cast<int>(told.run_bits), static_cast<int>(told.depth), static_cast<int>(told.strip),
                        plan.bits, form_);
            return true;
        });
        step_ = static_cast<std::size_t>(head.step);
        bits_ = static_cast<int>(head.bits);
        seen_.states = head.states;
        seen_.layer_states = head.total, seen_.peak_states = head.peak_states, store_.peak = head.peak_memory;
    }

    StepPlanner<Key> planner_;
    mutable Store<Key> store_;
    const std::int64_t most_bits_;
    const std::function<bool()> interrupt_;
    std::vector<std::unique_ptr<Merger<Key>>> mergers_;  // one a thread
    NumberForm form_;                                    // of the numbers of the next layer
    int bits_ = 0;                                       // no exact number of the layer is longer
    std::size_t step_ = 0;

    // The step at hand. What follows is guarded by the store's mutex while threads are at work.
    bool open_ = false, failed_ = false, interrupted_ = false;
    StepContext<Key> context_;
    RunQueue queue_;
    std::int64_t work_ = 0;
    Progress seen_;
    std::string failure_;

    std::optional<Checkpoint<Key>> checkpoint_;
    Clock::time_point saved_ = Clock::now();
    Seconds least_pause_{}, pause_{};
    Helpers helpers_;  // the last: they end before what they use does
};

bool restricts(const Cover& cover, const FrontierOptions& options) {
    return options.symmetry && cover.automorphisms.size() > 1;
}

std::string refusal(const FrontierPlan& plan) {
    if (plan.bits <= max_key_bits) return {};
    return "the frontier needs keys of " + std::to_string(plan.bits) + " bits: expected at most " +
           std::to_string(max_key_bits);
}

}  // namespace

std::string frontier_refusal(const Cover& cover) { return refusal(plan_frontier(cover, false, false)); }

std::unique_ptr<Frontier> make_frontier(std::shared_ptr<const Cover> cover, const FrontierOptions& options) {
    auto plan = plan_frontier(*cover, restricts(*cover, options), options.reversed);
    if (auto why = refusal(plan); !why.empty()) throw std::invalid_argument(why);
    // One bit less than the key has: all ones is no key.
    if (plan.bits < 64) return std::make_unique<Counter<Word>>(*cover, std::move(plan), options);
    if (plan.bits < 128) return std::make_unique<Counter<Pair>>(*cover, std::move(plan), options);
    if (plan.bits < 256) return std::make_unique<Counter<Wide<4>>>(*cover, std::move(plan), options);
    return std::make_unique<Counter<Wide<8>>>(*cover, std::move(plan), options);
}

}  // namespace tilewright
