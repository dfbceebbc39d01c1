// The sweep engine: covers the first item that is still free, item after item in a fixed sequence.
//
// The state is a row of bits, one for each item (sweep.hpp), so that a step is an OR and the next free item a count of
// trailing ones. Which of an item's options fit is never tried: options with the same first item form a bitset, tables
// indexed by chunks of the state hold the options that each chunk leaves possible, and their AND is what fits; none, if
// something is left that only earlier options could cover. All children of a state are made at once, those where nothing
// fits are left out, and the rest wait in a row while memory fetches what is known of them: a state that turned out dead
// is remembered in a direct-mapped cache with the whole state as key, so it never errs.
// Symmetry is broken by `restriction`, and every solution found is handed out with its images.
#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sweep.hpp"
#include "tilewright/search.hpp"

namespace tilewright {
namespace sweep {
namespace {

constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();
constexpr int least_cache_bits = 10, most_cache_bits = 17, most_wide_bits = 15;  // wide: more than 8 words

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
    void fetch(const State<W>& state) const { __builtin_prefetch(&states_[slot(state)]); }
    void add(const State<W>& state) {
        states_[slot(state)] = state;
        // Small searches should not pay for clearing a large table.
        if (--room_ == 0 && 64 - shift_ < (W > 8 ? most_wide_bits : most_cache_bits)) {
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
    struct Child {
        State<W> state;
        std::uint64_t fits;  // options of its first block in which any fit; 0: it is a solution
        std::int32_t own;    // number of the option that leads to it
        std::int32_t block;
    };
    struct Frame {
        State<W> state;
        std::int32_t block, end;   // the block tried now, and the end of the item's blocks
        std::int32_t tried;        // own number of the option tried last
        bool alive;                // a solution was found below, or part of what is below was given away
        Child *first, *next, *last;  // the block's children, and the first of them still to be entered
    };

    std::uint64_t fitting(const State<W>& state, const Block& block) const;
    std::int32_t first_free(const State<W>& state) const;
    bool complete(const State<W>& state) const;
    std::pair<double, double> measure(const Frame& frame, bool within) const;
    State<W> after(const State<W>& state, std::int32_t own) const;
    bool look(Child& child) const;
    void enter(const Child& child);
    void expand(Frame& frame, std::uint64_t fits);
    bool refill(Frame& frame);
    void skip_to(std::int32_t own);
    void solved(Solutions* out);

    std::shared_ptr<const Plan> owner_;
    std::shared_ptr<const Cover> cover_;
    const Tables& t_;
    std::vector<Frame> frames_;
    std::unique_ptr<Child[]> children_;    // of all frames in use, end to end
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
    children_ = std::make_unique_for_overwrite<Child[]>(64 * frames_.size() + 1);
    Child node{};
    for (std::size_t k = 0; k <= from.chosen.size(); ++k) {
        const bool last = k == from.chosen.size();
        const bool open = look(node);
        if (open && !node.fits) {
            unsaid_ = last;
            done_ = !last;
            return;
        }
        const auto option = last ? from.after : from.chosen[k];
        if (option >= cover_->option_count() || (!last && option < 0) || !open) {
            done_ = true;
            if (option < 0) return;
            throw std::invalid_argument("option " + std::to_string(option) + " is no choice at its place in the path");
        }
        enter(node);
        if (option >= 0) skip_to(t_.own[option]);
        if (last) break;
        node = frames_[--depth_].next[-1];
        path_.push_back(node.own);
    }
}

// Moves the newest frame on past the option.
template <int W, bool Counted>
void Sweep<W, Counted>::skip_to(std::int32_t own) {
    auto& frame = frames_[depth_ - 1];
    do {
        while (frame.next != frame.last) {
            frame.tried = frame.next++->own;
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

// What fits the child's state; false if nothing can come of it.
template <int W, bool Counted>
inline bool Sweep<W, Counted>::look(Child& child) const {
    const auto free = first_free(child.state);
    child.fits = 0;
    if (free >= t_.layout.swept) return complete(child.state);
    child.block = t_.block_start[free];
    const auto end = t_.block_start[free + 1];
    if (child.block == end) return false;
    child.fits = fitting(child.state, t_.blocks[child.block]);
    while (!child.fits && ++child.block < end) child.fits = fitting(child.state, t_.blocks[child.block]);
    return child.fits;
}

template <int W, bool Counted>
inline void Sweep<W, Counted>::enter(const Child& child) {
    auto& frame = frames_[depth_];
    frame.state = child.state;
    frame.block = child.block;
    frame.end = t_.block_start[first_free(child.state) + 1];
    frame.tried = -1;
    frame.alive = false;
    frame.first = depth_ ? frames_[depth_ - 1].last : children_.get();
    ++depth_;
    expand(frame, child.fits);
}

// The children of the frame by these options of its block.
template <int W, bool Counted>
inline void Sweep<W, Counted>::expand(Frame& frame, std::uint64_t fits) {
    const auto first = t_.blocks[frame.block].option;
    const auto state = frame.state;
    auto child = frame.first;
    for (; fits; fits &= fits - 1) {
        child->own = first + std::countr_zero(fits);
        child->state = after(state, child->own);
        child += look(*child);
    }
    frame.next = frame.first;
    frame.last = child;
    for (auto c = frame.first; c != child; ++c) dead_.fetch(c->state);
}

template <int W, bool Counted>
inline bool Sweep<W, Counted>::refill(Frame& frame) {
    while (++frame.block < frame.end)
        if (const auto fits = fitting(frame.state, t_.blocks[frame.block])) {
            expand(frame, fits);
            return true;
        }
    return false;
}

template <int W, bool Counted>
void Sweep<W, Counted>::solved(Solutions* out) {
    std::vector<std::int32_t> found;
    for (auto own : path_) found.push_back(t_.option[own]);
    for (std::size_t f = 0; f < depth_; ++f) found.push_back(t_.option[frames_[f].tried]);
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
        solved(slice.out);
    }
    if (done_) return true;
    const auto last_node = slice.max_nodes < 0 ? no_bound : progress_.nodes + slice.max_nodes;
    const auto last_solution = slice.max_solutions < 0 ? no_bound : progress_.solutions + slice.max_solutions;
    while (depth_) {
        if (progress_.nodes >= last_node || progress_.solutions >= last_solution) return false;
        auto& frame = frames_[depth_ - 1];
        if (frame.next == frame.last && !refill(frame)) {
            --depth_;
            if (!frame.alive)
                dead_.add(frame.state);
            else if (depth_)
                frames_[depth_ - 1].alive = true;
            continue;
        }
        if (frame.next == frame.last) continue;
        ++progress_.nodes;
        const auto& child = *frame.next++;
        frame.tried = child.own;
        if (!child.fits) {
            frame.alive = true;
            solved(slice.out);
        } else if (!dead_.has(child.state)) {
            enter(child);
        }
    }
    done_ = true;
    return true;
}

// Parts of what lies below the frame: before the child at hand, or the next if not `within` one; and in one child.
template <int W, bool Counted>
std::pair<double, double> Sweep<W, Counted>::measure(const Frame& frame, bool within) const {
    const double blocks = frame.end - t_.block_start[first_free(frame.state)];
    const auto branches = static_cast<double>(std::max<std::ptrdiff_t>(frame.last - frame.first, 1));
    const auto tried = static_cast<double>(frame.next - frame.first - within);
    return {(blocks - (frame.end - frame.block) + tried / branches) / blocks, 1 / branches / blocks};
}

template <int W, bool Counted>
Progress Sweep<W, Counted>::progress() const {
    auto result = progress_;
    result.fraction = done_ ? 1 : 0;
    double share = 1;
    for (std::size_t f = 0; f < depth_; ++f) {
        const auto [before, child] = measure(frames_[f], f + 1 < depth_);
        result.fraction += share * before;
        share *= child;
    }
    return result;
}

template <int W, bool Counted>
std::vector<std::int32_t> Sweep<W, Counted>::children() {
    std::vector<std::int32_t> result;
    if (done_ || unsaid_) return result;
    auto& frame = frames_[depth_ - 1];
    const auto block = frame.block;
    const auto skipped = frame.next - frame.first;
    do {
        for (auto child = frame.next; child != frame.last; ++child) result.push_back(t_.option[child->own]);
    } while (refill(frame));
    frame.block = block;
    expand(frame, fitting(frame.state, t_.blocks[block]));
    frame.next += skipped;
    return result;
}

template <int W, bool Counted>
bool Sweep<W, Counted>::split(Subproblem& rest) {
    rest.chosen.clear();
    for (auto own : path_) rest.chosen.push_back(t_.option[own]);
    double share = 1;
    for (std::size_t f = 0; f + 1 < depth_; ++f) {
        auto& frame = frames_[f];
        const auto [before, child] = measure(frame, true);
        rest.share = share * std::max(0.0, 1 - before - child);
        share *= child;
        rest.after = t_.option[frame.tried];
        if (frame.next != frame.last || frame.block + 1 < frame.end) {
            frame.next = frame.last;
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
        if (tables.layout.words > W) return plan_of_width<next_width(W)>(std::move(cover), std::move(tables));
    return std::make_shared<SweepPlan<W>>(std::move(cover), std::move(tables));
}

}  // namespace
}  // namespace sweep

std::string sweep_refusal(const Cover& cover) { return sweep::refusal(cover); }

std::shared_ptr<const Plan> sweep_plan(std::shared_ptr<const Cover> cover) {
    if (auto reason = sweep::refusal(*cover); !reason.empty()) throw std::invalid_argument(reason);
    sweep::Tables tables(*cover, sweep::sequence(*cover));
    return sweep::plan_of_width(std::move(cover), std::move(tables));
}

}  // namespace tilewright
