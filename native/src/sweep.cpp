// The sweep engine: covers the first item that is still free, item after item in a fixed sequence.
//
// The state is a row of bits, one for each item (sweep.hpp), so that a step is an OR and the next free item a count of
// trailing ones. Which of an item's options fit is never tried: options with the same first item form a bitset, tables
// indexed by chunks of the state hold the options that each chunk leaves possible, and their AND is what fits; none, if
// something is left that only earlier options could cover. A child is entered only if something fits there and it is
// not among the states known to be dead: a direct-mapped cache with the whole state as key, so it never errs.
// Symmetry is broken by `restriction`, and every solution found is handed out with its images.
#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "sweep.hpp"
#include "tilewright/search.hpp"

namespace tilewright {
namespace sweep {
namespace {

constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t trial_nodes = 20000;
constexpr double clearly = 0.6;
constexpr int least_cache_bits = 10, most_cache_bits = 17;

template <int W>
struct State {
    std::uint64_t word[W];
    bool operator==(const State&) const = default;
};

// States from which no solution can be reached, as many as there is room for.
template <int W>
class DeadStates {
  public:
    DeadStates() { resize(least_cache_bits); }
    bool has(const State<W>& state) const { return states_[slot(state)] == state; }
    void add(const State<W>& state) {
        states_[slot(state)] = state;
        // Small searches should not pay for clearing a large table.
        if (--room_ == 0 && 64 - shift_ < most_cache_bits) {
            const auto old = std::move(states_);
            resize(66 - shift_);
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
        for (int w = 0; w < W; ++w) h = (h ^ state.word[w]) * 0x9e3779b97f4a7c15u;
        return h >> shift_;
    }
    std::vector<State<W>> states_;
    int shift_ = 0;
    std::int64_t room_ = 0;
};

template <int W, bool Counted>
class Sweep final : public Search {
  public:
    Sweep(std::shared_ptr<const Plan> owner, std::shared_ptr<const Cover> cover, const Tables& tables, const Subproblem& from);
    bool run(const Slice& slice) override;
    Progress progress() const override;
    std::vector<std::int32_t> children() override;
    bool split(Subproblem& rest) override;

  private:
    struct Frame {
        State<W> state;
        std::uint64_t fits;       // options of the block that fit and are still to be tried
        std::uint64_t fitted;     // those that fitted at first
        std::int32_t block, end;  // the block tried now, and the end of the item's blocks
        std::int32_t tried;       // own number of the option tried last
        bool alive;               // a solution was found below, or part of what is below was given away
    };

    std::uint64_t fitting(const State<W>& state, const Block& block) const;
    std::int32_t first_free(const State<W>& state) const;
    bool complete(const State<W>& state) const;
    State<W> after(const State<W>& state, std::int32_t own) const;
    bool open(const State<W>& state);
    bool refill(Frame& frame);
    void advance(Frame& frame, std::int32_t own);
    void solved(std::int32_t last, Solutions* out);

    std::shared_ptr<const Plan> owner_;
    std::shared_ptr<const Cover> cover_;
    const Tables& t_;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;                // frames in use
    std::vector<std::int32_t> path_;       // the subproblem's choices, own numbers
    DeadStates<W> dead_;
    Progress progress_;
    bool done_ = false;
    bool unsaid_ = false;                  // the path itself is a solution, not yet handed out
};

template <int W, bool Counted>
Sweep<W, Counted>::Sweep(std::shared_ptr<const Plan> owner, std::shared_ptr<const Cover> cover, const Tables& tables,
                         const Subproblem& from)
    : owner_(std::move(owner)), cover_(std::move(cover)), t_(tables) {
    frames_.resize(t_.layout.swept + 1);  // each level covers an item of the sweep
    State<W> state{};
    for (std::size_t k = 0; k <= from.chosen.size(); ++k) {
        const bool last = k == from.chosen.size();
        if (complete(state)) {
            unsaid_ = last;
            done_ = !last;
            return;
        }
        const auto option = last ? from.after : from.chosen[k];
        if (option >= cover_->option_count() || (!last && option < 0) || !open(state)) {
            done_ = true;
            if (option < 0) return;
            throw std::invalid_argument("option " + std::to_string(option) + " is no choice at its place in the path");
        }
        if (option < 0) return;
        advance(frames_[depth_ - 1], t_.own[option]);
        if (last) return;
        state = after(state, t_.own[option]);
        path_.push_back(t_.own[option]);
        --depth_;
    }
}

// Moves the frame on past the option.
template <int W, bool Counted>
void Sweep<W, Counted>::advance(Frame& frame, std::int32_t own) {
    do {
        while (frame.fits) {
            frame.tried = t_.blocks[frame.block].option + std::countr_zero(frame.fits);
            frame.fits &= frame.fits - 1;
            if (frame.tried == own) return;
        }
    } while (refill(frame));
    throw std::invalid_argument("an option is no choice at its place in the path");
}

template <int W, bool Counted>
inline std::uint64_t Sweep<W, Counted>::fitting(const State<W>& state, const Block& block) const {
    auto fits = block.all;
    for (auto c = t_.chunks.data() + block.chunk, last = t_.chunks.data() + block.last; c != last; ++c)
        fits &= t_.fits[c->table + ((state.word[c->word] >> c->shift) & c->mask)];
    return fits;
}

template <int W, bool Counted>
inline std::int32_t Sweep<W, Counted>::first_free(const State<W>& state) const {
    for (int w = 0; w < W - 1; ++w)
        if (~state.word[w]) return w * 64 + std::countr_one(state.word[w]);
    return (W - 1) * 64 + std::countr_one(state.word[W - 1]);
}

template <int W, bool Counted>
inline bool Sweep<W, Counted>::complete(const State<W>& state) const {
    std::uint64_t lacking = 0;
    for (int w = 0; w < W; ++w) lacking |= t_.layout.needed[w] & ~state.word[w];
    return !lacking;
}

template <int W, bool Counted>
inline State<W> Sweep<W, Counted>::after(const State<W>& state, std::int32_t own) const {
    State<W> next;
    for (int w = 0; w < W; ++w) {
        next.word[w] = state.word[w] | t_.taken[own * W + w];
        if constexpr (Counted) {  // the carry sets the lowest bit of each field that is not set yet
            const auto field = t_.field[own * W + w];
            next.word[w] |= ((state.word[w] & field) + t_.step[own * W + w]) & field;
        }
    }
    return next;
}

// A frame for the state, unless nothing can come of it.
template <int W, bool Counted>
inline bool Sweep<W, Counted>::open(const State<W>& state) {
    const auto free = first_free(state);
    if (free >= t_.layout.swept) return false;
    const auto end = t_.block_start[free + 1];
    for (auto block = t_.block_start[free]; block < end; ++block)
        if (const auto fits = fitting(state, t_.blocks[block])) {
            if (dead_.has(state)) return false;
            frames_[depth_++] = {state, fits, fits, block, end, -1, false};
            return true;
        }
    return false;
}

template <int W, bool Counted>
inline bool Sweep<W, Counted>::refill(Frame& frame) {
    while (++frame.block < frame.end)
        if ((frame.fits = frame.fitted = fitting(frame.state, t_.blocks[frame.block]))) return true;
    return false;
}

template <int W, bool Counted>
void Sweep<W, Counted>::solved(std::int32_t last, Solutions* out) {
    std::vector<std::int32_t> found;
    for (auto own : path_) found.push_back(t_.option[own]);
    for (std::size_t f = 0; f + 1 < depth_; ++f) found.push_back(t_.option[frames_[f].tried]);
    if (last >= 0) found.push_back(t_.option[last]);
    const std::vector<std::int32_t>* images = nullptr;
    for (auto option : found)
        if (!t_.restriction.images[option].empty()) images = &t_.restriction.images[option];
    progress_.solutions += images ? static_cast<std::int64_t>(images->size()) : 1;
    if (!out) return;
    if (!images) {
        out->options.insert(out->options.end(), found.begin(), found.end());
        out->close();
        return;
    }
    for (auto a : *images) {
        const auto& to = cover_->automorphisms[a].options;
        for (auto option : found) out->options.push_back(to[option]);
        out->close();
    }
}

template <int W, bool Counted>
bool Sweep<W, Counted>::run(const Slice& slice) {
    if (unsaid_) {
        unsaid_ = false;
        done_ = true;
        solved(-1, slice.out);
    }
    if (done_) return true;
    const auto last_node = slice.max_nodes < 0 ? no_bound : progress_.nodes + slice.max_nodes;
    const auto last_solution = slice.max_solutions < 0 ? no_bound : progress_.solutions + slice.max_solutions;
    while (depth_) {
        if (progress_.nodes >= last_node || progress_.solutions >= last_solution) return false;
        auto& frame = frames_[depth_ - 1];
        if (!frame.fits && !refill(frame)) {
            --depth_;
            if (!frame.alive)
                dead_.add(frame.state);
            else if (depth_)
                frames_[depth_ - 1].alive = true;
            continue;
        }
        const auto first = t_.blocks[frame.block].option;
        while (frame.fits) {
            ++progress_.nodes;
            frame.tried = first + std::countr_zero(frame.fits);
            frame.fits &= frame.fits - 1;
            const auto next = after(frame.state, frame.tried);
            if (open(next)) break;
            if (complete(next)) {
                frame.alive = true;
                solved(frame.tried, slice.out);
                if (progress_.solutions >= last_solution) break;
            }
        }
    }
    done_ = true;
    return true;
}

template <int W, bool Counted>
Progress Sweep<W, Counted>::progress() const {
    auto result = progress_;
    result.fraction = done_ ? 1 : 0;
    double share = 1;
    for (std::size_t f = 0; f < depth_; ++f) {
        const auto& frame = frames_[f];
        const double blocks = frame.end - t_.block_start[first_free(frame.state)];
        const double block = blocks - (frame.end - frame.block);
        const int branches = std::popcount(frame.fitted);
        const bool within = f + 1 < depth_;  // the option tried last is not yet done
        const int tried = std::popcount(frame.fitted ^ frame.fits) - within;
        share /= blocks;
        result.fraction += share * (block + static_cast<double>(tried) / branches);
        share /= branches;
    }
    return result;
}

template <int W, bool Counted>
std::vector<std::int32_t> Sweep<W, Counted>::children() {
    std::vector<std::int32_t> result;
    if (done_ || unsaid_) return result;
    auto probe = frames_[depth_ - 1];
    do {
        for (; probe.fits; probe.fits &= probe.fits - 1)
            result.push_back(t_.option[t_.blocks[probe.block].option + std::countr_zero(probe.fits)]);
    } while (refill(probe));
    return result;
}

template <int W, bool Counted>
bool Sweep<W, Counted>::split(Subproblem& rest) {
    rest.chosen.clear();
    for (auto own : path_) rest.chosen.push_back(t_.option[own]);
    for (std::size_t f = 0; f + 1 < depth_; ++f) {
        auto& frame = frames_[f];
        rest.after = t_.option[frame.tried];
        if (frame.fits || frame.block + 1 < frame.end) {
            frame.fits = 0;
            frame.fitted = 1;
            frame.block = frame.end - 1;
            frame.alive = true;  // what it may hold is not known here
            return true;
        }
        rest.chosen.push_back(rest.after);
    }
    return false;
}

template <int W>
class SweepPlan final : public Plan {
  public:
    SweepPlan(std::shared_ptr<const Cover> cover, Tables&& tables) : cover_(std::move(cover)), tables_(std::move(tables)) {}
    std::unique_ptr<Search> search(const Subproblem& from) const override {
        if (tables_.counted) return std::make_unique<Sweep<W, true>>(shared_from_this(), cover_, tables_, from);
        return std::make_unique<Sweep<W, false>>(shared_from_this(), cover_, tables_, from);
    }
  private:
    std::shared_ptr<const Cover> cover_;
    Tables tables_;
};

template <int W = 1>
std::shared_ptr<const Plan> plan_of_width(std::shared_ptr<const Cover> cover, Tables&& tables) {
    if constexpr (W < most_words)
        if (tables.layout.words > W) return plan_of_width<W + 1>(std::move(cover), std::move(tables));
    return std::make_shared<SweepPlan<W>>(std::move(cover), std::move(tables));
}

}  // namespace
}  // namespace sweep

std::string sweep_refusal(const Cover& cover) { return sweep::refusal(cover); }

// Each sequence gets a short trial, and the share of the tree that it got through tells the size of the whole.
std::shared_ptr<const Plan> sweep_plan(std::shared_ptr<const Cover> cover) {
    if (auto reason = sweep::refusal(*cover); !reason.empty()) throw std::invalid_argument(reason);
    std::shared_ptr<const Plan> best;
    double least = 0;
    for (const auto& sequence : sweep::sequences(*cover)) {
        auto plan = sweep::plan_of_width(cover, sweep::Tables(*cover, sequence));
        const auto trial = plan->search();
        const bool exhausted = trial->run({.max_nodes = sweep::trial_nodes});
        const auto progress = trial->progress();
        const double nodes = static_cast<double>(progress.nodes) / std::max(progress.fraction, 1e-300);
        // Such estimates are off by factors: another sequence must look clearly better than the cover's own.
        if (!best || nodes < least * sweep::clearly) best = plan, least = nodes;
        if (exhausted) break;
    }
    return best;
}

}  // namespace tilewright
