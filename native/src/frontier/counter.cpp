// The count, layer by layer and, within a layer, run by run: merge.hpp says what a run is.
//
// Threads take groups of runs from a counter and need nothing of each other but blocks of memory: new ones to write to,
// and old ones, given back when all runs that read them are done. The caller's thread is one of them, and it alone goes
// from step to step; while it is away between two slices the others go on with what is left of the step.
#include "tilewright/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include "frontier/merge.hpp"
#include "frontier/plan.hpp"
#include "tilewright/threads.hpp"

namespace tilewright {
namespace {

constexpr int max_depth = 20;
constexpr std::int64_t worth_threads = 40;  // runs of a layer: some milliseconds, and a thread wakes in 0.05

template <class Key>
class Counter final : public Frontier {
  public:
    Counter(std::shared_ptr<const Cover> cover, FrontierPlan plan, const FrontierOptions& options)
        : cover_(std::move(cover)),
          plan_(std::move(plan)),
          run_states_(options.run_states),
          masks_(plan_),
          symmetry_(options.symmetry
                        ? *cover_
                        : Cover{cover_->lo, cover_->hi, cover_->option_start, cover_->option_items, {}, {}, {}, {}},
                    plan_),
          holes_(options.prune ? *cover_ : Cover{}, plan_),
          stage_{masks_, holes_, {}, {}, 0, {}, {}} {
        store_.most = options.memory;
        for (int k = 0; k < usable_threads(options.threads); ++k)
            mergers_.push_back(std::make_unique<Merger<Key>>(store_));
        if (plan_.impossible) {
            step_ = plan_.steps.size();
            return;
        }
        auto& first = store_.old;
        first.shape(0, plan_.sweep.empty() ? 0 : 1, 1);
        first.starts.back() = first.total = 1;
        first.blocks.push_back(store_.pool.take());
        first.blocks[0].keys[0] = masks_.initial();
        first.blocks[0].numbers[0] = 1;
        first.seal();
        bits_ = 1;
    }

    ~Counter() override {
        {
            const Lock lock(store_.mutex);
            closing_ = true;
        }
        wake_.notify_all();
        for (auto& helper : helpers_) helper.join();
    }

    Outcome run(std::int64_t work) override {
        Lock lock(store_.mutex);
        const auto until = work < 0 ? no_bound : work_ + std::max<std::int64_t>(work, 1);
        while (step_ < plan_.steps.size() && store_.old.total > 0) {
            try {
                if (!open_ && !failed_) begin_step();
            } catch (const std::bad_alloc&) {
                fail(store_.most);
            }
            take_runs(*mergers_[0], lock, until);
            if (next_run_ < runs() && !failed_) return Outcome::running;
            rest_.wait(lock, [&] { return busy_ == 0; });
            if (failed_) return Outcome::out_of_memory;
            end_step();
        }
        return Outcome::exhausted;
    }

    std::vector<std::uint64_t> value() const override {
        const auto& last = store_.old;
        if (last.total == 0) return {0};
        std::vector<std::uint64_t> number;
        last.pieces(0, 0, [&](std::int64_t from, std::int64_t to) {
            last.spans(from, to,
                       [&](const Key*, const Word* words, std::int64_t) { number.assign(words, words + last.words); });
        });
        return number;
    }

    Progress progress() const override {
        const Lock lock(store_.mutex);
        auto now = seen_;
        const double inside = open_ ? static_cast<double>(next_run_) / static_cast<double>(runs()) : 0;
        now.fraction = plan_.steps.empty() || store_.old.total == 0
                           ? 1
                           : (static_cast<double>(step_) + inside) / static_cast<double>(plan_.steps.size());
        now.memory = store_.bytes();
        now.peak_memory = std::max(now.peak_memory, now.memory);
        return now;
    }

    std::vector<double> cpu() const override {
        const Lock lock(store_.mutex);
        std::vector<double> seconds;
        for (const auto& merger : mergers_) seconds.push_back(merger->cpu);
        return seconds;
    }

  private:
    std::int64_t runs() const { return std::int64_t{1} << stage_.run_bits; }

    void begin_step() {
        stage_.step = masks_.step(plan_.steps[step_]);
        const auto at = static_cast<std::int32_t>(step_) + 1;
        const auto stable = stage_.step.sweeps ? symmetry_.stable(at) : std::vector<int>{};
        const int wanted = wanted_depth();
        const int depth = store_.old.depth;
        stage_.run_bits = stage_.step.sweeps ? std::max(0, std::min({depth - 1, wanted, plan_.window - 1})) : 0;
        stage_.images.clear();
        if (!stable.empty()) {
            int fitting = 0;
            for (int length : stable)
                if (length <= depth - 1) fitting = length;
            // Without runs that are images of runs the table would outgrow the cache: dearer than states twice.
            if (fitting >= wanted - 4) stage_.images = symmetry_.template maps<Key>(at), stage_.run_bits = fitting;
        }
        widen_if_needed();
        store_.next = Layer<Key>{};
        store_.next.shape(stage_.run_bits, std::max(next_depth(at, wanted), stage_.run_bits), store_.old.words);
        stage_.prepare(store_.next.depth);
        holes_.at(at);
        for (auto& merger : mergers_) merger->begin(stage_);
        group_ = std::clamp<std::int64_t>(runs() / static_cast<std::int64_t>(64 * mergers_.size()), 1, 16);
        done_.assign(static_cast<std::size_t>((runs() + group_ - 1) / group_), 0);
        next_run_ = released_ = 0;
        open_ = true;
        if (store_.bytes() > store_.most) fail(store_.bytes());
        if (shared()) begin_to_share();
    }

    bool shared() const { return mergers_.size() > 1 && store_.old.total >= worth_threads * run_states_ && runs() > 1; }

    void begin_to_share() {
        while (helpers_.size() + 1 < mergers_.size())
            if (!start_thread(helpers_, [this, k = helpers_.size() + 1] { help(*mergers_[k]); }))
                break;  // fewer do as well
        wake_.notify_all();
    }

    int wanted_depth() const {
        int depth = 0;
        while (depth < max_depth && (store_.old.total >> depth) > run_states_) ++depth;
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
        for (const auto& move : stage_.step.moves) terms += static_cast<double>(move.weight);
        terms *= static_cast<double>(stage_.images.size() + 1);
        bits_ += static_cast<int>(std::ceil(std::log2(terms)));
        auto& old = store_.old;
        if (bits_ > 64 * old.words) old.widen((bits_ + 63) / 64, store_.pool);
        store_.pool.set_words(old.words);
    }

    void help(Merger<Key>& merger) {
        Lock lock(store_.mutex);
        while (true) {
            wake_.wait(lock, [&] { return closing_ || (open_ && !failed_ && shared() && next_run_ < runs()); });
            if (closing_) return;
            ++busy_;
            take_runs(merger, lock, no_bound);
            if (--busy_ == 0) rest_.notify_one();
        }
    }

    // Group after group, until there is none or so much has been done by all.
    void take_runs(Merger<Key>& merger, Lock& lock, std::int64_t until) {
        auto began = thread_seconds();
        while (!failed_ && !closing_ && work_ < until && next_run_ < runs()) {
            const auto first = std::exchange(next_run_, std::min(next_run_ + group_, runs()));
            const auto last = next_run_, work = merger.work, total = merger.total, size = merger.bytes();
            std::int64_t lacking = 0;
            lock.unlock();
            try {
                for (auto run = first; run < last; ++run) merger.merge(static_cast<std::uint32_t>(run));
            } catch (const OutOfMemory& failure) {
                lacking = failure.needed;
            } catch (const std::bad_alloc&) {
                lacking = store_.most;
            }
            const auto now = thread_seconds();
            lock.lock();
            merger.cpu += now - std::exchange(began, now);
            work_ += merger.work - work;
            seen_.states += merger.total - total;
            store_.tables += merger.bytes() - size;
            done_[first / group_] = 1;
            if (lacking)
                fail(lacking);
            else
                release();
        }
    }

    void fail(std::int64_t needed) {
        failed_ = true;
        const auto part = std::max(1e-3, static_cast<double>(next_run_) / static_cast<double>(runs()));
        seen_.memory_wanted =
            std::max(seen_.memory_wanted, static_cast<std::int64_t>(static_cast<double>(needed) / part));
    }

    // Gives back what only runs read that are all done. Of the old runs (1, s), the last to be read by r is s >= r.
    void release() {
        auto& old = store_.old;
        const auto give_back = [&](std::int64_t from, std::int64_t to) { old.release(from, to, store_.pool); };
        for (; released_ < next_run_ && done_[released_ / group_]; ++released_) {
            if (!stage_.step.sweeps) return old.pieces(0, 0, give_back);
            for (auto covered : {0, 1})
                old.pieces(static_cast<std::uint32_t>(covered << stage_.run_bits | released_), stage_.run_bits + 1,
                           give_back);
        }
    }

    void end_step() {
        seen_.peak_memory = std::max(seen_.peak_memory, store_.bytes());
        auto& next = store_.next;
        std::vector<Word> any_number(next.words, 0);
        for (const auto& merger : mergers_) {
            next.total += merger->total;
            for (int w = 0; w < next.words; ++w) any_number[w] |= merger->any_number[w];
        }
        store_.old = std::move(next);
        store_.old.seal();
        seen_.layer_states = store_.old.total;
        seen_.peak_states = std::max(seen_.peak_states, store_.old.total);
        bits_ = 0;
        for (int w = 0; w < store_.old.words; ++w)
            if (any_number[w]) bits_ = 64 * w + std::bit_width(any_number[w]);
        open_ = false;
        ++step_;
    }

    std::shared_ptr<const Cover> cover_;
    FrontierPlan plan_;
    std::int64_t run_states_;
    Masks<Key> masks_;
    FrontierSymmetry symmetry_;
    HoleTest<Key> holes_;

    Store<Key> store_;
    std::vector<std::unique_ptr<Merger<Key>>> mergers_;  // one a thread
    int bits_ = 0;                                       // no number of the layer is longer
    std::size_t step_ = 0;

    // The step at hand. What follows is guarded by the store's mutex while threads are at work.
    bool open_ = false, failed_ = false, closing_ = false;
    int busy_ = 0;  // helpers at work
    Stage<Key> stage_;
    std::int64_t group_ = 1;     // runs that a thread takes at once
    std::int64_t next_run_ = 0;  // to be taken
    std::int64_t released_ = 0;  // runs before it are done, and what only they read is given back
    std::vector<char> done_;     // groups
    std::int64_t work_ = 0;
    Progress seen_;
    Condition wake_, rest_;
    std::vector<Thread> helpers_;
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
    if (plan.bits < 64) return std::make_unique<Counter<Word>>(std::move(cover), std::move(plan), options);
    if (plan.bits < 128) return std::make_unique<Counter<Pair>>(std::move(cover), std::move(plan), options);
    if (plan.bits < 256) return std::make_unique<Counter<Wide<4>>>(std::move(cover), std::move(plan), options);
    return std::make_unique<Counter<Wide<8>>>(std::move(cover), std::move(plan), options);
}

}  // namespace tilewright
