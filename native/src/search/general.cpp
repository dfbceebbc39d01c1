// The general engine: any exact cover, items with any bounds; branches on the item with the fewest ways to meet it.
// What covers of few cells take, most of those with a board, is left to masks.cpp.
//
// The options still allowed are one bitset, and every item knows its slack: the number of allowed options that cover
// it (counted as often as they do) less the number it still needs. Taking an option clears, for each item that is now
// full, the item's bits and lowers the slack of whatever else those options cover; below zero the branch is dead. That
// is a few plain decrements an option, without the links or swaps of dancing links and sparse sets, and going back is
// a copy of the state that was (small covers) or a replay of the cleared bits (large ones).
//
// To branch on the item with the fewest options left is the rule of Knuth's Algorithm X (Dancing Links, 2000; The Art of
// Computer Programming 4B, 7.2.2.1), items with bounds are his Algorithm M; a slack is that number of options, kept
// less what is needed. Bitsets in place of links were chosen because states are small enough to copy.
//
// An item that needs several options is met by trying each as the first of them, and forbidding it to its later
// siblings: so every set of options is met in one order only. Where nothing is needed any more, the node is a solution
// and each option still allowed may be added to it.
//
// An option that gives an item a color (Knuth's XCC, 7.2.2.1) clears the options that give it another. Once is enough:
// nothing has to be remembered of the color, for whatever is still allowed agrees with it.
//
// Symmetry is broken by `Restriction`: the options it drops are forbidden from the beginning, and every solution found is
// handed out with its images.
//
// Two things keep that short. Options are numbered such that a word of 64 often begins with one item in all of them; its
// slack falls by the number of bits cleared, at once. And on small covers all that an option forbids is one row
// (conflicts.hpp). Together they take native from 575 to 215 ns a node on crossing words, from 84 to 55 on a word search,
// from 125 to 82 on queens.
#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>

#include "search/block_minima.hpp"
#include "search/conflicts.hpp"
#include "search/general.hpp"
#include "search/general_tables.hpp"
#include "search/masks.hpp"
#include "tilewright/search.hpp"

namespace tilewright {
namespace general {
namespace {

template <class Size>
class General final : public Search {
  public:
    General(std::shared_ptr<const Plan> owner, const Cover& cover, const Tables<Size>& tables,
            const Restriction& restriction, const Subproblem& from);
    bool run(const Slice& slice) override;
    Progress progress() const override;
    std::vector<std::int32_t> children() override;
    bool split(Subproblem& rest) override;

  private:
    using Slack = typename Size::Slack;
    struct Frame {
        std::int32_t item;            // Tables::items: nothing is needed, any option may be added
        const Chunk* chunk;           // where the next branch is looked for
        std::uint64_t bits;           // branches left in the chunk before it
        bool exclusive;               // exactly one of the branches is in any solution: none need be forbidden
        bool closed;                  // no further branches
        std::int32_t branches, done;  // for `progress`
        std::size_t mark;             // of the trail, before the option tried now
    };

    void open();
    std::int32_t next(Frame& frame);
    bool take(std::int32_t option);
    void untake(std::int32_t option);
    bool fill(std::int32_t item, std::int32_t option);
    bool settle(const Shared& shared);
    bool clear(std::int32_t word, std::uint64_t bits);
    void leave(Frame& frame, std::int32_t option);
    void skip_to(std::int32_t option, bool inclusive);
    void emit(Solutions* out);
    void use_level();
    std::int32_t tightest();
    void touch(std::int32_t item) {
        if constexpr (!Size::copied) minima_.touch(item);
    }

    std::shared_ptr<const Plan> owner_;
    const Cover& cover_;
    const Tables<Size>& t_;
    const Restriction& restriction_;
    std::vector<std::uint64_t> store_;  // copied: one state a level; else the state
    std::size_t stride_ = 0, level_ = 0;
    std::uint64_t* allowed_ = nullptr;
    Slack* slack_ = nullptr;
    std::vector<std::int32_t> used_;  // of items of options that are taken item by item
    Conflicts<Size> conflicts_;       // copied only
    std::vector<Chunk> trail_;        // not copied: bits cleared since the root
    std::vector<Slack> saved_;        // not copied: slack of the items of the options taken
    BlockMinima<Slack> minima_;       // not copied: of the slacks
    std::vector<Frame> frames_;
    std::vector<std::int32_t> chosen_, found_,
        image_;              // a solution's options, by the cover's numbers; those of its image
    std::size_t fixed_ = 0;  // leading frames that belong to the subproblem's path
    bool dead_ = false;
    Progress progress_;
    bool pending_ = false;  // the newest frame is a solution not yet handed out
};

template <class Size>
General<Size>::General(std::shared_ptr<const Plan> owner, const Cover& cover, const Tables<Size>& tables,
                       const Restriction& restriction, const Subproblem& from)
    : owner_(std::move(owner)),
      cover_(cover),
      t_(tables),
      restriction_(restriction),
      used_(tables.items, 0),
      conflicts_(tables),
      minima_(Size::copied ? 0 : tables.required, Size::copied ? 0 : tables.items) {
    stride_ = t_.words + (t_.items * sizeof(Slack) + 7) / 8;
    store_.resize(stride_);
    use_level();
    std::copy(t_.all.begin(), t_.all.end(), allowed_);
    std::copy(t_.slack.begin(), t_.slack.end(), slack_);
    dead_ = std::any_of(t_.slack.begin(), t_.slack.end(), [](auto slack) { return slack < 0; });
    for (auto option : from.chosen) {
        if (dead_) return;
        open();
        skip_to(option, true);
        frames_.back().closed = true;
        ++fixed_;
        if (!dead_) dead_ = !take(t_.number[option]);
        progress_.nodes = 0;  // those of the path are not this part's
    }
    if (dead_) return;
    open();
    if (from.after >= 0) skip_to(from.after, false);
}

// Moves the newest frame on to the option, as if all before it had been searched.
template <class Size>
void General<Size>::skip_to(std::int32_t option, bool inclusive) {
    pending_ = false;
    auto& frame = frames_.back();
    const bool named = option >= 0 && option < static_cast<std::int32_t>(t_.number.size());
    std::int32_t found;
    while ((found = next(frame)) != (named ? t_.number[option] : -2)) {
        if (frame.closed) {  // forbidding the earlier ones has left too few
            dead_ = true;
            return;
        }
        if (found < 0)
            throw std::invalid_argument("option " + std::to_string(option) + " is no choice at its place in the path");
        leave(frame, found);
    }
    if (!inclusive) leave(frame, found);
}

template <class Size>
void General<Size>::use_level() {
    if (store_.size() < (level_ + 1) * stride_) store_.resize((level_ + 1) * stride_ * 2);
    allowed_ = store_.data() + level_ * stride_;
    slack_ = reinterpret_cast<Slack*>(allowed_ + t_.words);
}

// The first item with the fewest ways to meet it; `items` where nothing is needed any more.
template <class Size>
std::int32_t General<Size>::tightest() {
    if constexpr (Size::copied) {  // at most 4,000 numbers, eight in a step
        Slack best = Size::met;
        for (std::int32_t i = 0; i < t_.required; ++i) best = std::min(best, slack_[i]);
        if (best >= Size::met / 2) return t_.items;
        return static_cast<std::int32_t>(std::find(slack_, slack_ + t_.required, best) - slack_);
    } else {
        const auto item = minima_.first(slack_);
        return item >= 0 && slack_[item] < Size::met / 2 ? item : t_.items;
    }
}

template <class Size>
void General<Size>::open() {
    const auto item = tightest();
    const Slack best = item < t_.items ? slack_[item] : 0;
    Frame frame{item, t_.chunks_begin(item), 0, false, false, best + 1, 0, trail_.size()};
    if (item == t_.items) {
        pending_ = true;
        frame.branches = 1;
        for (std::int32_t w = 0; w < t_.words; ++w) frame.branches += std::popcount(allowed_[w]);
    } else {
        frame.exclusive = t_.hi[item] == 1;
    }
    frames_.push_back(frame);
}

template <class Size>
std::int32_t General<Size>::next(Frame& frame) {
    if (frame.closed) return -1;
    while (!frame.bits) {
        if (frame.chunk == t_.chunks_end(frame.item)) return -1;
        frame.bits = frame.chunk->bits & allowed_[frame.chunk->word];
        ++frame.chunk;
    }
    const auto option = frame.chunk[-1].word * 64 + std::countr_zero(frame.bits);
    frame.bits &= frame.bits - 1;
    return option;
}

// Forbids options and lowers the slack of what they cover. False: some item can no longer be met.
template <class Size>
bool General<Size>::clear(std::int32_t word, std::uint64_t bits) {
    allowed_[word] ^= bits;
    if constexpr (!Size::copied) trail_.push_back({word, bits});
    std::int32_t sign = 0;
    const auto head = t_.head[word];
    if (head.item >= 0) {
        sign = slack_[head.item] = static_cast<Slack>(slack_[head.item] - std::popcount(bits));
        touch(head.item);
    }
    if (head.alone) return sign >= 0;
    do {
        const auto option = word * 64 + std::countr_zero(bits);
        bits &= bits - 1;
        const auto last = t_.entries.data() + t_.counted[option].end;
        for (auto e = t_.entries.data() + t_.counted[option].begin; e != last; ++e) {
            sign |= --slack_[*e];
            touch(*e);
        }
        if (Size::copied && sign < 0) return false;  // the copy is thrown away, half done or not
    } while (bits);
    return sign >= 0;
}

// After `option` was counted: forbids what would cover the item too often.
template <class Size>
bool General<Size>::fill(std::int32_t item, std::int32_t option) {
    if (used_[item] == t_.hi[item]) {
        for (auto chunk = t_.chunks_begin(item); chunk != t_.chunks_end(item); ++chunk)
            if (const auto bits = allowed_[chunk->word] & chunk->bits; bits && !clear(chunk->word, bits)) return false;
        return true;
    }
    if (t_.hi[item] == unlimited) return true;
    for (const auto& repeat : t_.repeats[item]) {
        const auto bit = std::uint64_t{1} << (repeat.option % 64);
        if (repeat.option != option && repeat.times > t_.hi[item] - used_[item] &&
            (allowed_[repeat.option / 64] & bit) && !clear(repeat.option / 64, bit))
            return false;
    }
    return true;
}

// After an option with this share was taken: forbids what would give the item another color.
template <class Size>
bool General<Size>::settle(const Shared& shared) {
    return t_.for_other_colors(shared, [&](std::int32_t word, std::uint64_t bits) {
        bits &= allowed_[word];
        return !bits || clear(word, bits);
    });
}

template <class Size>
bool General<Size>::take(std::int32_t option) {
    ++progress_.nodes;
    chosen_.push_back(option);
    if constexpr (Size::copied) {
        ++level_;
        use_level();
        std::memcpy(allowed_, allowed_ - stride_, stride_ * sizeof(std::uint64_t));
    } else {
        frames_.back().mark = trail_.size();
    }
    allowed_[option / 64] &= ~(std::uint64_t{1} << (option % 64));
    const auto first = t_.entries.data() + t_.start[option], last = t_.entries.data() + t_.start[option + 1];
    if constexpr (Size::copied) {
        if (const auto row = conflicts_.of(option); !row.empty()) {
            for (auto item = first; item != last; ++item) slack_[*item] = Size::met;
            for (const auto& chunk : row)
                if (const auto bits = allowed_[chunk.word] & chunk.bits; bits && !clear(chunk.word, bits)) return false;
            return true;
        }
    }
    for (auto item = first; item != last; ++item) {
        if constexpr (!Size::copied) saved_.push_back(slack_[*item]);
        // An item that still needs more keeps its slack: it has one option and one need less.
        if (++used_[*item] >= t_.lo[*item]) slack_[*item] = Size::met;
        touch(*item);
    }
    for (auto item = first; item != last; ++item)
        if ((item == first || item[-1] != *item) && !fill(*item, option)) return false;
    if (!t_.shared.empty())
        for (auto s = t_.shared_start[option]; s < t_.shared_start[option + 1]; ++s)
            if (!settle(t_.shared[s])) return false;
    return true;
}

template <class Size>
void General<Size>::untake(std::int32_t option) {
    chosen_.pop_back();
    const auto first = t_.start[option], last = t_.start[option + 1];
    if (!Size::copied || conflicts_.of(option).empty())
        for (auto e = first; e < last; ++e) --used_[t_.entries[e]];
    if constexpr (Size::copied) {
        --level_;
        use_level();
    } else {
        for (const auto mark = frames_.back().mark; trail_.size() > mark; trail_.pop_back()) {
            auto [word, bits] = trail_.back();
            allowed_[word] |= bits;
            const auto head = t_.head[word];
            if (head.item >= 0) {
                slack_[head.item] += std::popcount(bits);
                touch(head.item);
            }
            for (; bits && !head.alone; bits &= bits - 1) {
                const auto back = word * 64 + std::countr_zero(bits);
                for (auto e = t_.counted[back].begin; e < t_.counted[back].end; ++e) {
                    ++slack_[t_.entries[e]];
                    touch(t_.entries[e]);
                }
            }
        }
        allowed_[option / 64] |= std::uint64_t{1} << (option % 64);
        for (auto e = last; e-- > first; saved_.pop_back()) {
            slack_[t_.entries[e]] = saved_.back();
            touch(t_.entries[e]);
        }
    }
}

// The branch of `option` is done: its later siblings are the solutions without it.
template <class Size>
void General<Size>::leave(Frame& frame, std::int32_t option) {
    ++frame.done;
    if (!frame.exclusive && !clear(option / 64, std::uint64_t{1} << (option % 64))) frame.closed = true;
}

template <class Size>
void General<Size>::emit(Solutions* out) {
    pending_ = false;
    if (restriction_.item >= 0) {
        found_.clear();
        for (auto own : chosen_) found_.push_back(t_.option[own]);
        progress_.solutions += restriction_.expand(cover_, found_, image_, out);
        return;
    }
    ++progress_.solutions;
    if (!out) return;
    for (auto own : chosen_) out->options.push_back(t_.option[own]);
    out->close();
}

template <class Size>
bool General<Size>::run(const Slice& slice) {
    if (dead_) return true;
    const auto last_node = slice.max_nodes < 0 ? no_bound : progress_.nodes + slice.max_nodes;
    const auto last_solution = slice.max_solutions < 0 ? no_bound : progress_.solutions + slice.max_solutions;
    while (frames_.size() > fixed_) {
        if (pending_) emit(slice.out);
        if (progress_.nodes >= last_node || progress_.solutions >= last_solution) return false;
        const auto option = next(frames_.back());
        if (option >= 0) {
            if (take(option)) {
                open();
            } else {
                untake(option);
                leave(frames_.back(), option);
            }
            continue;
        }
        frames_.pop_back();
        if (frames_.size() > fixed_) {
            const auto tried = chosen_.back();
            untake(tried);
            leave(frames_.back(), tried);
        }
    }
    dead_ = true;
    return true;
}

template <class Size>
Progress General<Size>::progress() const {
    Progress result = progress_;
    if (dead_) {
        result.fraction = 1;
        return result;
    }
    double share = 1;
    for (auto f = frames_.begin() + static_cast<std::ptrdiff_t>(fixed_); f != frames_.end(); ++f) {
        result.fraction += share * std::min(f->done, f->branches) / f->branches;
        share /= f->branches;
    }
    return result;
}

template <class Size>
std::vector<std::int32_t> General<Size>::children() {
    std::vector<std::int32_t> result;
    if (dead_ || frames_.back().item == t_.items) return result;
    auto probe = frames_.back();
    for (std::int32_t option; (option = next(probe)) >= 0;) result.push_back(t_.option[option]);
    return result;
}

template <class Size>
bool General<Size>::split(Subproblem& rest) {
    double share = 1;
    for (auto depth = fixed_; !dead_ && depth + 1 < frames_.size(); ++depth) {
        const auto& probe = frames_[depth];
        share /= probe.branches;
        // The words below have been cleared since, but what is left of a chunk or in later ones can only be fewer:
        // a part without branches is harmless.
        if (probe.closed || (!probe.bits && probe.chunk == t_.chunks_end(probe.item))) continue;
        rest.chosen.clear();
        for (std::size_t d = 0; d < depth; ++d) rest.chosen.push_back(t_.option[chosen_[d]]);
        rest.after = t_.option[chosen_[depth]];
        auto& frame = frames_[depth];
        rest.share = share * std::max(0, frame.branches - frame.done - 1);
        frame.branches = std::min(frame.branches, frame.done + 1);
        frame.closed = true;
        return true;
    }
    return false;
}

// By any item that is covered exactly once: the search comes to all of them early or late, as their options dwindle.
Restriction restricted(const Cover& cover) {
    if (cover.automorphisms.size() < 2) return {};
    std::vector<std::int32_t> items;
    for (std::int32_t item = 0; item < cover.item_count(); ++item)
        if (cover.lo[item] == 1 && cover.hi[item] == 1) items.push_back(item);
    return restriction(cover, ItemOptions(cover), items, std::vector<std::int32_t>(cover.option_count(), 0));
}

template <class Size>
class GeneralPlan final : public Plan {
  public:
    GeneralPlan(std::shared_ptr<const Cover> cover, Restriction&& restriction)
        : cover_(std::move(cover)), restriction_(std::move(restriction)), tables_(*cover_, restriction_) {}
    std::unique_ptr<Search> search(const Subproblem& from) const override {
        return std::make_unique<General<Size>>(shared_from_this(), *cover_, tables_, restriction_, from);
    }

  private:
    std::shared_ptr<const Cover> cover_;
    Restriction restriction_;
    Tables<Size> tables_;
};

bool is_small(const Cover& cover) {
    if (cover.option_count() > Small::most_options || cover.item_count() > Small::most_items) return false;
    std::vector<std::int32_t> reach(cover.lo.size(), 0);
    for (auto item : cover.option_items)
        if (++reach[item] > Small::most_options) return false;
    return true;
}

}  // namespace
}  // namespace general

std::shared_ptr<const Plan> slack_plan(std::shared_ptr<const Cover> cover) {
    using namespace general;
    auto restriction = restricted(*cover);
    if (is_small(*cover)) return std::make_shared<GeneralPlan<Small>>(std::move(cover), std::move(restriction));
    return std::make_shared<GeneralPlan<Large>>(std::move(cover), std::move(restriction));
}

std::shared_ptr<const Plan> general_plan(std::shared_ptr<const Cover> cover) {
    if (auto plan = masks::plan(cover, general::restricted)) return plan;
    return slack_plan(std::move(cover));
}

}  // namespace tilewright
