// The sweep engine: covers the first item that is still free, item after item in a fixed sequence.
//
// The state is a row of bits, one for each item (tables.hpp), so that a step is an OR and the next free item a count of
// trailing ones. Which of an item's options fit is never tried: options with the same first item form a bitset, tables
// indexed by chunks of the state hold the options that each chunk leaves possible, and their AND is what fits; none, if
// something is left that only earlier options could cover (fits.hpp). All children of a state are made at once, those where nothing
// fits are left out, and the rest wait in a row while memory fetches what is known of them: a state that turned out dead
// is remembered in a direct-mapped cache with the whole state as key, so it never errs.
// Near the root another item may be branched on than the first free one: that with the fewest options (`branch`). A
// sweep goes on from any state, so nothing else changes. Down to where is chosen by samples (choose.cpp).
// To take the item with the fewest options everywhere is Knuth's rule for Algorithm X (Dancing Links, 2000); below the
// first levels of a board finding it costs more than it saves, which is why the sequence is fixed there.
//
// The class is compiled once for each width of a state; only what runs at every node is compiled twice, with and without
// fields that count: this file took longer to compile than any other.
// Symmetry is broken by `restriction`, and every solution found is handed out with its images.
#pragma once
#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sweep/dead_states.hpp"
#include "sweep/fits.hpp"
#include "sweep/tables.hpp"
#include "tilewright/search.hpp"

namespace tilewright::sweep {

inline constexpr int most_children = 64;  // at once: as many as a block has options
inline constexpr int most_tried = 128;    // options of a block, before tables of what fits are worth making
static_assert(most_tried < 1 << 8);       // counted in a byte

template <int W>
class Sweep final : public Search {
  public:
    // `parts`: a smallest domain is branched on until there are about so many nodes; 0: nowhere.
    Sweep(std::shared_ptr<const Plan> owner, std::shared_ptr<const Cover> cover, const Tables& tables, FitsStore& fits,
          const Subproblem& from, double parts, std::int64_t cache);
    ~Sweep() override {
        if (own_) store_.keep(std::move(own_));
    }
    static std::int64_t bytes(const Tables& tables) {  // without the cache of dead states
        return tables.levels * static_cast<std::int64_t>(sizeof(Frame) + most_children * sizeof(Child));
    }
    double estimate(std::size_t kept, std::vector<double>* uses);  // in place of a search
    bool run(const Slice& slice) override;
    Progress progress() const override;
    std::vector<std::int32_t> children() override;
    bool split(Subproblem& rest) override;
    void learn_from(Search& other) override {
        if (auto* sweep = dynamic_cast<Sweep*>(&other)) std::swap(dead_, sweep->dead_);
    }
    void learn_beside(Search& other) override;

  private:
    struct Child {
        State<W> state;
        std::uint64_t fits;  // options of its first block in which any fit; 0: it is a solution
        std::int32_t own;    // number of the option that leads to it
        std::int32_t block;
    };
    struct Frame {
        State<W> state;
        std::int32_t block;          // the one tried now; `branched` where a smallest domain is branched on
        double parts;                // how many nodes like this one there are, every branch taken to be equally large
        std::int32_t tried;          // own number of the option tried last
        bool alive;                  // a solution was found below, or part of what is below was given away
        Child *first, *next, *last;  // the block's children, and the first of them still to be entered
    };

    static constexpr std::int32_t branched = -1;

    void look_at(const Fits& fits) { blocks_ = fits.blocks.data(), chunks_ = fits.chunks.data(); }
    [[gnu::noinline]] std::uint64_t fitting_without(const State<W>& state, std::int32_t block);
    void make_fits(std::int32_t block);
    std::uint64_t fitting(const State<W>& state, std::int32_t block);
    bool has_more(const Frame& frame) const { return frame.block != branched && blocks_[frame.block].more; }
    std::int32_t first_free(const State<W>& state) const;
    bool complete(const State<W>& state) const;
    static double branches(const Frame& frame) {
        return static_cast<double>(std::max<std::ptrdiff_t>(frame.last - frame.first, 1));
    }
    std::pair<double, double> measure(const Frame& frame, bool within) const;
    template <bool Counted>
    State<W> after(const State<W>& state, std::int32_t own) const;
    bool look(const State<W>& state, Child& child);
    template <bool Counted>
    void enter(const Child& child);
    template <bool Counted>
    void expand(Frame& frame, std::uint64_t fits);
    template <bool Counted>
    bool refill(Frame& frame);
    template <bool Counted>
    bool go_on(const Slice& slice);
    // Away from the hot path, where it does not pay to compile everything twice.
    [[gnu::noinline]] State<W> state_after(const State<W>& state, std::int32_t own) const {
        return t_.counted ? after<true>(state, own) : after<false>(state, own);
    }
    [[gnu::noinline]] void enter_any(const Child& child) { t_.counted ? enter<true>(child) : enter<false>(child); }
    [[gnu::noinline]] bool refill_any(Frame& frame) { return t_.counted ? refill<true>(frame) : refill<false>(frame); }
    [[gnu::noinline]] bool branch(Frame& frame);
    void skip_to(std::int32_t own);
    void solved(Solutions* out);
    void choose(Frame& frame, std::int32_t own) {
        frame.tried = own;
        chosen_[path_.size() + depth_ - 1] = t_.option[own];
    }

    std::shared_ptr<const Plan> owner_;
    std::shared_ptr<const Cover> cover_;
    const Tables& t_;
    FitsStore& store_;
    std::shared_ptr<const Fits> fits_;  // what was there when the search began
    std::shared_ptr<Fits> own_;         // the same and more, if that was not enough
    const Block* blocks_;               // of the one or the other
    const Chunk* chunks_;
    std::vector<std::uint8_t> tried_;  // options of blocks that have no tables, each time that they were looked at
    std::vector<Frame> frames_;
    std::unique_ptr<Child[]> children_;  // of all frames in use, end to end
    std::size_t depth_ = 0;              // frames in use
    const double most_parts_;
    double parts_ = 1;  // of the subproblem, as in frames
    std::vector<std::vector<std::int32_t>>
        fitting_;                               // of the frames that `branch` was asked for: what fits, own numbers
    std::vector<std::int32_t> chosen_, image_;  // the options of the path, level by level; those of its image
    std::vector<std::int32_t> path_;            // the subproblem's choices, own numbers
    DeadStates<W> dead_;
    Progress progress_;
    bool done_ = false;
    bool unsaid_ = false;  // the path itself is a solution, not yet handed out
};

template <int W>
Sweep<W>::Sweep(std::shared_ptr<const Plan> owner, std::shared_ptr<const Cover> cover, const Tables& tables,
                FitsStore& fits, const Subproblem& from, double parts, std::int64_t cache)
    : owner_(std::move(owner)),
      cover_(std::move(cover)),
      t_(tables),
      store_(fits),
      fits_(fits.take()),
      tried_(tables.blocks.size(), 0),
      most_parts_(parts),
      dead_(cache) {
    look_at(*fits_);
    frames_.resize(static_cast<std::size_t>(t_.levels));
    chosen_.resize(from.chosen.size() + frames_.size() + Solutions::readable);
    children_ = std::make_unique_for_overwrite<Child[]>(most_children * frames_.size() + 1);
    Child node{};
    for (std::size_t k = 0; k <= from.chosen.size(); ++k) {
        const bool last = k == from.chosen.size();
        const bool open = look(node.state, node);
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
        enter_any(node);
        if (option >= 0) skip_to(t_.own[option]);
        if (last && option >= 0) frames_[depth_ - 1].alive = true;  // what the siblings before hold is not known here
        if (last) break;
        parts_ *= branches(frames_[--depth_]);
        node = frames_[depth_].next[-1];
        chosen_[path_.size()] = t_.option[node.own];
        path_.push_back(node.own);
    }
}

// Moves the newest frame on past the option.
template <int W>
void Sweep<W>::skip_to(std::int32_t own) {
    auto& frame = frames_[depth_ - 1];
    do {
        while (frame.next != frame.last) {
            choose(frame, frame.next++->own);
            if (frame.tried == own) return;
        }
    } while (refill_any(frame));
    throw std::invalid_argument("an option is no choice at its place in the path");
}

// The tables of a block that has none: in a copy of its own, since others may look at those that are there.
template <int W>
void Sweep<W>::make_fits(std::int32_t block) {
    if (!own_) own_ = fits_->continued();
    own_->make(t_, static_cast<std::size_t>(block));
    look_at(*own_);
}

// Option by option where a block is looked at for the first times: small searches are over before tables would pay.
template <int W>
std::uint64_t Sweep<W>::fitting_without(const State<W>& state, std::int32_t number) {
    const auto first = t_.blocks[number].option, last = t_.end(number);
    if (tried_[number] + last - first > most_tried) {
        make_fits(number);
        return fitting(state, number);
    }
    tried_[number] = static_cast<std::uint8_t>(tried_[number] + last - first);
    const auto* due = &t_.due[static_cast<std::size_t>(t_.bit[number]) * W];
    std::uint64_t lacking = 0, fits = 0;
    for (int w = 0; w < W; ++w) lacking |= due[w] & ~state.word[w];
    if (lacking) return 0;
    for (auto own = first; own < last; ++own) {
        std::uint64_t clash = 0;
        for (int w = 0; w < W; ++w) clash |= state.word[w] & t_.clash[own * W + w];
        fits |= static_cast<std::uint64_t>(!clash) << (own - first);
    }
    return fits;
}

template <int W>
[[gnu::always_inline]] inline std::uint64_t Sweep<W>::fitting(const State<W>& state, std::int32_t number) {
    if (blocks_[number].chunk < 0) [[unlikely]]
        return fitting_without(state, number);
    const auto& block = blocks_[number];
    auto fits = block.all;
    for (auto c = chunks_ + block.chunk, last = chunks_ + block.last; c != last; ++c)
        fits &= c->table[(state.word[c->word] >> c->shift) & c->mask];
    return fits;
}

template <int W>
inline std::int32_t Sweep<W>::first_free(const State<W>& state) const {
    for (int w = 0; w < W - 1; ++w)
        if (~state.word[w]) return w * 64 + std::countr_one(state.word[w]);
    return (W - 1) * 64 + std::countr_one(state.word[W - 1]);
}

template <int W>
inline bool Sweep<W>::complete(const State<W>& state) const {
    std::uint64_t lacking = 0;
    for (int w = 0; w < W; ++w) lacking |= t_.layout.needed[w] & ~state.word[w];
    return !lacking;
}

template <int W>
template <bool Counted>
inline State<W> Sweep<W>::after(const State<W>& state, std::int32_t own) const {
    State<W> next;
    unsigned __int128 sum = 0;
    for (int w = 0; w < W; ++w) {
        next.word[w] = state.word[w] | t_.taken[own * W + w];
        if constexpr (Counted) {  // the carry, from word to word, sets the lowest bit of each field that is not set yet
            const auto field = t_.field[own * W + w];
            sum = (sum >> 64) + (state.word[w] & field) + t_.step[own * W + w];
            next.word[w] |= static_cast<std::uint64_t>(sum) & field;
        }
    }
    return next;
}

// What fits the state, which becomes the child's; false if nothing can come of it. That is as good as random, so no branch
// may hang on it, or half of them are mispredicted: whether there is another block is asked first, and `expand` adds the
// answer to a pointer. The state is read where it was, not in the child, whose place depends on the answer before.
// A call of it for each child would be a fifth of a search, and compilers make one where they think the loop long enough.
template <int W>
[[gnu::always_inline]] inline bool Sweep<W>::look(const State<W>& state, Child& child) {
    child.state = state;
    const auto free = first_free(state);
    child.fits = 0;
    if (free >= t_.layout.swept) return complete(state);
    auto block = t_.block_start[free];
    if (block == t_.block_start[free + 1]) return false;
    auto fits = fitting(state, block);
    while (blocks_[block].more && !fits) fits = fitting(state, ++block);
    child.block = block;
    child.fits = fits;
    return fits != 0;
}

template <int W>
template <bool Counted>
inline void Sweep<W>::enter(const Child& child) {
    auto& frame = frames_[depth_];
    frame.state = child.state;
    frame.block = child.block;
    frame.tried = -1;
    frame.alive = false;
    frame.first = depth_ ? frames_[depth_ - 1].last : children_.get();
    ++depth_;
    if (most_parts_ > 0) {
        frame.parts = depth_ > 1 ? frames_[depth_ - 2].parts * branches(frames_[depth_ - 2]) : parts_;
        if (frame.parts < most_parts_ && branch(frame)) return;
    }
    expand<Counted>(frame, child.fits);
}

// The children of the frame by these options of its block.
template <int W>
template <bool Counted>
inline void Sweep<W>::expand(Frame& frame, std::uint64_t fits) {
    const auto first = blocks_[frame.block].option;
    const auto state = frame.state;
    auto child = frame.first;
    for (; fits; fits &= fits - 1) {
        const auto own = first + std::countr_zero(fits);
        const auto next = after<Counted>(state, own);
        child->own = own;
        dead_.fetch(next);
        child += look(next, *child);
    }
    frame.next = frame.first;
    frame.last = child;
}

template <int W>
template <bool Counted>
inline bool Sweep<W>::refill(Frame& frame) {
    while (has_more(frame))
        if (const auto fits = fitting(frame.state, ++frame.block)) {
            expand<Counted>(frame, fits);
            return true;
        }
    return false;
}

// The children of the frame by the options of the item that the fewest fit; false if there are more than a frame has room for.
template <int W>
bool Sweep<W>::branch(Frame& frame) {
    const auto& place = t_.layout;
    if (fitting_.size() < depth_) fitting_.resize(depth_);
    auto& fitting = fitting_[depth_ - 1];
    fitting.clear();
    std::vector<std::int32_t> number(place.swept, 0);
    auto check = [&](std::int32_t own) {
        std::uint64_t clash = 0;
        for (int w = 0; w < W; ++w) clash |= frame.state.word[w] & t_.clash[own * W + w];
        if (clash) return;
        fitting.push_back(own);
        const auto option = t_.option[own];
        for (auto item = cover_->begin(option); item != cover_->end(option); ++item)
            if (const auto bit = place.bit[*item]; bit >= 0 && bit < place.swept) ++number[bit];
    };
    if (depth_ > 1)
        for (auto own : fitting_[depth_ - 2]) check(own);
    else
        for (std::size_t own = 0; own < t_.option.size(); ++own) check(static_cast<std::int32_t>(own));
    std::int32_t best = -1;
    for (std::int32_t bit = 0; bit < place.swept; ++bit)
        if (!(frame.state.word[bit / 64] >> (bit % 64) & 1) && (best < 0 || number[bit] < number[best])) best = bit;
    if (number[best] > most_children) return false;
    frame.block = branched;
    frame.next = frame.last = frame.first;
    for (auto own : fitting)
        if (t_.taken[own * W + best / 64] >> (best % 64) & 1) {
            frame.last->own = own;
            frame.last += look(state_after(frame.state, own), *frame.last);
        }
    return true;
}

template <int W>
void Sweep<W>::solved(Solutions* out) {
    const auto size = path_.size() + static_cast<std::size_t>(depth_);
    if (t_.restriction.item >= 0) {
        progress_.solutions += t_.restriction.expand(*cover_, {chosen_.data(), size}, image_, out);
        return;
    }
    ++progress_.solutions;
    if (out) out->add(chosen_.data(), size);
}

template <int W>
bool Sweep<W>::run(const Slice& slice) {
    if (unsaid_) {
        unsaid_ = false;
        done_ = true;
        solved(slice.out);
    }
    if (done_) return true;
    return t_.counted ? go_on<true>(slice) : go_on<false>(slice);
}

template <int W>
template <bool Counted>
bool Sweep<W>::go_on(const Slice& slice) {
    const auto last_node = slice.max_nodes < 0 ? no_bound : progress_.nodes + slice.max_nodes;
    const auto last_solution = slice.max_solutions < 0 ? no_bound : progress_.solutions + slice.max_solutions;
    while (depth_) {
        if (progress_.nodes >= last_node || progress_.solutions >= last_solution) return false;
        auto& frame = frames_[depth_ - 1];
        if (frame.next == frame.last && !refill<Counted>(frame)) {
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
        choose(frame, child.own);
        if (!child.fits) {
            frame.alive = true;
            solved(slice.out);
        } else if (!dead_.has(child.state)) {
            enter<Counted>(child);
        }
    }
    done_ = true;
    return true;
}

}  // namespace tilewright::sweep
