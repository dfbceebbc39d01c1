// The general search where options are masks of few cells: fewest options first, at a few nanoseconds an option.
//
// The rule is that of the general engine, Knuth's Algorithm X: branch where the fewest options are left. There, an option that
// goes lowers the slack of each of its items; here nothing is kept up to date, and each node works out anew what is left
// and how often each cell is covered (mask_level.hpp). That is two short loops over some hundred words: 200 ns a node of
// 3x4x5 solid pentominoes, where slacks took 500.
//
// Where at most 512 options are left, which is where nearly all nodes are, a matrix takes over with the same tree at half
// the time (mask_matrix.hpp). It is made once for what lies below such a node; frames and choices stay as they are, so that
// a part can be named and split there as well.
//
// All that is forced, cells and groups with one option left, is taken at once before a node is branched on. A path has
// the options of branches alone: what they force follows from them.
//
// Restricted by symmetry as the general engine is. Tried and dropped: states without solutions kept by their free cells
// (1 to 2 % of the nodes of solids, 11 % of 6x10), or their counts (docs/measured/benchmarks.md, with more); of equal cells the last instead of the first (2 %, either way); lanes
// of vector registers.
#include "search/masks.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <stdexcept>
#include <string>

#include "search/mask_level.hpp"
#include "search/mask_matrix.hpp"

namespace tilewright::masks {
namespace {

constexpr std::int64_t first_nodes = 32;  // of a search, which take as long as a matrix takes to be made

template <int W>
class MaskSearch final : public Search {
  public:
    MaskSearch(std::shared_ptr<const Plan> owner, const Cover& cover, const Tables<W>& tables,
               const Restriction& restriction, const Subproblem& from);
    bool run(const Slice& slice) override;
    Progress progress() const override;
    std::vector<std::int32_t> children() override;
    bool split(Subproblem& rest) override;

  private:
    struct Choice {
        std::int32_t group;
        std::int32_t option;  // by the cover's number; -1: not looked up yet
        Mask<W> mask;
    };
    struct Frame {
        std::size_t branches, next;  // in `branches_`: the first of its options, and the one to be tried next
        std::size_t last;
        std::size_t chosen;  // how many there were before the branch
        bool over() const { return next >= last; }
        std::size_t tried() const { return next - branches; }  // or begun
        double parts() const { return static_cast<double>(last - branches); }
    };

    Level<W>& level(std::size_t depth) {
        while (levels_.size() <= depth) levels_.emplace_back();
        return levels_[depth];
    }
    Found enter(const Level<W>& from, const Choice& choice, Level<W>& to);
    Found force(Level<W>& level);
    Found enter_next();
    Found force_in_matrix(Node<W>& node);
    void branch();
    void add_choices(const Level<W>& level);
    void add_choices(const Node<W>& node);
    Node<W>& node(std::size_t frame) { return nodes_[frame - matrix_frame_]; }
    void skip_to(std::int32_t option);
    std::int32_t option(Choice& choice) const {
        if (choice.option < 0) choice.option = t_.option_of(choice.group, choice.mask);
        return choice.option;
    }
    void emit(Solutions* out);

    std::shared_ptr<const Plan> owner_;
    const Cover& cover_;
    const Tables<W>& t_;
    const Restriction& restriction_;
    std::deque<Level<W>> levels_;        // of the frames, and one more
    std::unique_ptr<Matrix<W>> matrix_;  // null until it is needed
    static constexpr auto none = std::numeric_limits<std::size_t>::max();
    std::size_t matrix_frame_ = none;  // whose node the matrix was made of
    std::vector<Node<W>> nodes_;       // of that frame, those below, and one more
    std::vector<Frame> frames_;
    std::vector<Choice> branches_;  // of all frames, end to end
    std::vector<Choice> chosen_;
    std::vector<std::int32_t> path_, found_,
        image_;               // the subproblem's choices; a solution's options; those of its image
    std::vector<char> gone_;  // groups that are forced in one pass
    Progress progress_;
    bool pending_ = false;  // the subproblem itself is a solution, not yet handed out
    bool over_ = false;
};

template <int W>
MaskSearch<W>::MaskSearch(std::shared_ptr<const Plan> owner, const Cover& cover, const Tables<W>& tables,
                          const Restriction& restriction, const Subproblem& from)
    : owner_(std::move(owner)),
      cover_(cover),
      t_(tables),
      restriction_(restriction),
      path_(from.chosen),
      gone_(static_cast<std::size_t>(tables.groups) + 1, false) {
    Level<W> whole;
    whole.masks = t_.masks;
    whole.masks.resize(whole.masks.size() + 3);
    whole.segments = t_.segments;
    whole.needed = t_.needed;
    for (const auto& segment : t_.segments) whole.groups_needed += segment.needed;
    auto& root = level(0);
    root.needed = whole.needed, root.groups_needed = whole.groups_needed;
    auto found = root.take_over(whole, {}, [](auto) { return false; }) ? force(root) : Found::nothing;
    for (auto option : path_) {
        if (found == Found::nothing) break;
        if (found == Found::solution) throw std::invalid_argument("a path goes on behind a solution");
        branch();
        skip_to(option);
        const auto& choice = t_.own[option];
        found = enter(levels_[0], {choice.first, option, choice.second}, level(1));
        std::swap(levels_[0], levels_[1]);
        frames_.clear();
    }
    over_ = found == Found::nothing;
    pending_ = found == Found::solution;
    if (found != Found::open) {
        if (found == Found::solution && from.after >= 0)
            throw std::invalid_argument("a path goes on behind a solution");
        return;
    }
    branch();
    if (from.after >= 0) skip_to(from.after);
}

// Moves the only frame on past the option.
template <int W>
void MaskSearch<W>::skip_to(std::int32_t option) {
    auto& frame = frames_.back();
    const bool named = option >= 0 && option < static_cast<std::int32_t>(t_.own.size());
    while (named && !frame.over()) {
        const auto& choice = branches_[frame.next++];
        if (choice.group == t_.own[option].first && choice.mask == t_.own[option].second) return;
    }
    throw std::invalid_argument("option " + std::to_string(option) + " is no choice at its place in the path");
}

// The node that the choice leads to.
template <int W>
Found MaskSearch<W>::enter(const Level<W>& from, const Choice& choice, Level<W>& to) {
    chosen_.push_back(choice);
    to.needed = from.needed.without(choice.mask);
    to.groups_needed = from.groups_needed;
    for (const auto& segment : from.segments)
        if (segment.group == choice.group && choice.group != no_group) to.groups_needed -= segment.needed;
    if (to.solved()) return Found::solution;
    const auto gone = choice.group == no_group ? no_group - 1 : choice.group;
    if (!to.take_over(from, choice.mask, [gone](auto group) { return group == gone; })) return Found::nothing;
    return force(to);
}

// The node that the next choice of the newest frame leads to, by the matrix as soon as few options are left.
template <int W>
Found MaskSearch<W>::enter_next() {
    const auto frame = frames_.size() - 1;
    const auto& choice = branches_[frames_[frame].next++];
    if (frame < matrix_frame_) {
        matrix_frame_ = none;
        const auto& here = levels_[frame];
        if (progress_.nodes < first_nodes || !Matrix<W>::takes(here)) return enter(here, choice, level(frame + 1));
        matrix_frame_ = frame;
        nodes_.resize(Matrix<W>::depth(here));
        if (!matrix_) matrix_ = std::make_unique<Matrix<W>>();
        matrix_->begin(here, t_.groups, node(frame));
    }
    chosen_.push_back(choice);
    auto& to = node(frame + 1);
    const auto found = matrix_->enter(node(frame), choice.mask, matrix_->bit_of(choice.group), to);
    return found == Found::forced ? force_in_matrix(to) : found;
}

template <int W>
Found MaskSearch<W>::force_in_matrix(Node<W>& node) {
    auto found = Found::forced;
    while (found == Found::forced) {
        Mask<W> taken;
        std::uint64_t groups = 0;
        bool clash = false;
        for (int w = 0; w < row_words; ++w)
            for (auto rest = node.forced.word(w); rest; rest &= rest - 1) {
                const auto k = w * 64 + std::countr_zero(rest);
                const auto group = matrix_->bit_of(matrix_->group[k]);
                clash |= matrix_->masks[k].meets(taken) || (group & groups);
                taken = taken | matrix_->masks[k], groups |= group;
                chosen_.push_back({matrix_->group[k], -1, matrix_->masks[k]});
            }
        if (clash) return Found::nothing;
        found = matrix_->enter(node, taken, groups, node);
    }
    return found;
}

// Takes what is forced, until nothing is.
template <int W>
Found MaskSearch<W>::force(Level<W>& level) {
    while (true) {
        if (level.solved()) return Found::solution;
        const auto several = level.twos | level.fours | level.many;
        if (!level.needed.without(level.ones | several).empty()) return Found::nothing;
        const auto once = level.needed.without(several);
        if (!level.single && once.empty()) return Found::open;
        Mask<W> taken;
        const auto before = chosen_.size();
        bool clash = false;
        for (const auto& segment : level.segments) {
            const bool all = segment.needed && segment.size() == 1;
            const auto first = chosen_.size();
            for (auto k = segment.begin; k < segment.end; ++k) {
                const auto& mask = level.masks[k];
                if (!all && !mask.meets(once)) continue;
                clash |= mask.meets(taken) || (segment.group != no_group && chosen_.size() > first);
                taken = taken | mask;
                chosen_.push_back({segment.group, -1, mask});
            }
            if (chosen_.size() > first) level.groups_needed -= segment.needed;
            if (clash) return Found::nothing;
        }
        level.needed = level.needed.without(taken);
        if (level.solved()) return Found::solution;
        for (auto k = before; k < chosen_.size(); ++k)
            if (chosen_[k].group != no_group) gone_[chosen_[k].group] = true;
        const bool open =
            level.take_over(level, taken, [this](auto group) { return group != no_group && gone_[group] != 0; });
        for (auto k = before; k < chosen_.size(); ++k)
            if (chosen_[k].group != no_group) gone_[chosen_[k].group] = false;
        if (!open) return Found::nothing;
    }
}

// Sorts the choices from this one on; mostly there are two or three.
template <class Choices>
void along_board(Choices& choices, std::size_t begin) {
    const auto before = [](const auto& a, const auto& b) { return a.mask.before(b.mask); };
    const auto first = choices.begin() + static_cast<std::ptrdiff_t>(begin);
    if (choices.size() - begin > 16) {
        std::stable_sort(first, choices.end(), before);
        return;
    }
    for (auto each = first; each != choices.end(); ++each)
        for (auto other = each; other != first && before(*other, other[-1]); --other) std::swap(*other, other[-1]);
}

// A frame for the newest node: of the groups and the cells the one with the fewest options, a group only if no cell has as
// few. The options are tried along the board, whatever their groups, in the order in which the general engine tries them.
template <int W>
void MaskSearch<W>::branch() {
    const auto begin = frames_.empty() ? 0 : frames_.back().last;
    branches_.resize(begin);
    if (frames_.size() > matrix_frame_)
        add_choices(node(frames_.size()));
    else
        add_choices(levels_[frames_.size()]);
    frames_.push_back({begin, begin, branches_.size(), chosen_.size()});
}

template <int W>
void MaskSearch<W>::add_choices(const Level<W>& level) {
    auto fewest = unlimited;
    const Segment* tightest = nullptr;
    for (const auto& segment : level.segments)
        if (segment.needed && segment.size() < fewest) fewest = segment.size(), tightest = &segment;
    auto most = fewest == unlimited ? unlimited : fewest + 1;
    const auto cell = level.tightest(most);
    if (cell < 0) {
        for (auto k = tightest->begin; k < tightest->end; ++k)
            branches_.push_back({tightest->group, -1, level.masks[k]});
        return;
    }
    const auto begin = branches_.size();
    for (const auto& segment : level.segments)
        for (auto k = segment.begin; k < segment.end; ++k)
            if (level.masks[k].has(cell)) branches_.push_back({segment.group, -1, level.masks[k]});
    along_board(branches_, begin);
}

template <int W>
void MaskSearch<W>::add_choices(const Node<W>& node) {
    const auto begin = branches_.size();
    const auto& row = matrix_->rows[node.item];
    for (int w = 0; w < row_words; ++w)
        for (auto rest = row.word(w) & node.left.word(w); rest; rest &= rest - 1) {
            const auto k = w * 64 + std::countr_zero(rest);
            branches_.push_back({matrix_->group[k], -1, matrix_->masks[k]});
        }
    if (node.item < 64 * W) along_board(branches_, begin);
}

template <int W>
void MaskSearch<W>::emit(Solutions* out) {
    if (restriction_.item < 0 && !out) {
        ++progress_.solutions;
        return;
    }
    found_.clear();
    for (auto& choice : chosen_) found_.push_back(option(choice));
    if (restriction_.item >= 0) {
        progress_.solutions += restriction_.expand(cover_, found_, image_, out);
        return;
    }
    ++progress_.solutions;
    out->options.insert(out->options.end(), found_.begin(), found_.end());
    out->close();
}

template <int W>
bool MaskSearch<W>::run(const Slice& slice) {
    if (over_) return true;
    const auto last_node = slice.max_nodes < 0 ? no_bound : progress_.nodes + slice.max_nodes;
    const auto last_solution = slice.max_solutions < 0 ? no_bound : progress_.solutions + slice.max_solutions;
    if (pending_) emit(slice.out);
    pending_ = false;
    while (!frames_.empty()) {
        auto& frame = frames_.back();
        chosen_.resize(frame.chosen);
        if (frame.over()) {
            frames_.pop_back();
            continue;
        }
        if (progress_.nodes >= last_node || progress_.solutions >= last_solution) return false;
        ++progress_.nodes;
        const auto found = enter_next();
        if (found == Found::open) branch();
        if (found == Found::solution) emit(slice.out);
    }
    over_ = true;
    return true;
}

template <int W>
Progress MaskSearch<W>::progress() const {
    Progress result = progress_;
    if (over_) {
        result.fraction = 1;
        return result;
    }
    double share = 1;
    for (const auto& frame : frames_) {
        const auto within = static_cast<std::size_t>(&frame != &frames_.back());
        result.fraction += share * static_cast<double>(frame.tried() - within) / frame.parts();
        share /= frame.parts();
    }
    return result;
}

template <int W>
std::vector<std::int32_t> MaskSearch<W>::children() {
    std::vector<std::int32_t> result;
    if (over_ || frames_.empty()) return result;
    for (auto k = frames_.back().next; k < frames_.back().last; ++k) result.push_back(option(branches_[k]));
    return result;
}

template <int W>
bool MaskSearch<W>::split(Subproblem& rest) {
    double share = 1;
    for (std::size_t depth = 0; depth + 1 < frames_.size(); ++depth) {
        auto& frame = frames_[depth];
        share /= frame.parts();
        if (frame.over()) continue;
        rest.chosen = path_;
        for (std::size_t d = 0; d < depth; ++d) rest.chosen.push_back(option(chosen_[frames_[d].chosen]));
        rest.after = option(chosen_[frame.chosen]);
        rest.share = share * static_cast<double>(frame.last - frame.next);
        frame.last = frame.next;
        return true;
    }
    return false;
}

template <int W>
class MaskPlan final : public Plan {
  public:
    MaskPlan(std::shared_ptr<const Cover> cover, const Division& division, Restriction&& restriction)
        : cover_(std::move(cover)), restriction_(std::move(restriction)), tables_(*cover_, division, restriction_) {}
    bool is_exact() const { return tables_.distinct; }
    std::unique_ptr<Search> search(const Subproblem& from) const override {
        return std::make_unique<MaskSearch<W>>(shared_from_this(), *cover_, tables_, restriction_, from);
    }

  private:
    std::shared_ptr<const Cover> cover_;
    Restriction restriction_;
    Tables<W> tables_;
};

template <int W>
std::shared_ptr<const Plan> exact(const std::shared_ptr<const Cover>& cover, const Division& division,
                                  Restriction&& restriction) {
    auto result = std::make_shared<MaskPlan<W>>(cover, division, std::move(restriction));
    return result->is_exact() ? result : nullptr;
}

}  // namespace

std::shared_ptr<const Plan> plan(const std::shared_ptr<const Cover>& cover, Restriction restricted(const Cover&)) {
    const auto division = divide(*cover);
    if (!division.taken) return nullptr;
    auto restriction = restricted(*cover);
    if (division.cells <= 64) return exact<1>(cover, division, std::move(restriction));
    if (division.cells <= 128) return exact<2>(cover, division, std::move(restriction));
    if (division.cells <= 192) return exact<3>(cover, division, std::move(restriction));
    return exact<4>(cover, division, std::move(restriction));
}

}  // namespace tilewright::masks
