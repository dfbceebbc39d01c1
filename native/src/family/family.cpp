// The two sweeps and their meeting.
//
// The lower half goes first. It has to know what the upper one may cover beyond the cut: that is told, a little too
// generously, by cells alone, without the pieces (find_open). Then the upper half adds up only states that some lower half
// meets, and of those nothing is kept: as soon as a choice in the upper half is swept, it is joined with all lower ones.
//
// All work is done in small parts, so that a run of a few steps is soon over: what is half done (the words of a cell, a
// node, a meeting of the halves) is noted with the place where it goes on.
#include "tilewright/family.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "family/tables.hpp"
#include "tilewright/wide.hpp"

namespace tilewright {
namespace {

using namespace families;

constexpr std::int32_t none = -1;
constexpr std::size_t most_members = 20'000'000;
constexpr std::size_t part = 1 << 14;  // states or words of a part: some milliseconds

Word bit(int place) { return Word{1} << place; }
Word below(int place) { return place >= 64 ? ~Word{0} : bit(place) - 1; }
int first_of(Word cells) { return std::countr_zero(cells); }
int last_of(Word cells) { return 63 - std::countl_zero(cells); }

Word product(Word a, Word b) {
    Word result = 0;
    if (__builtin_mul_overflow(a, b, &result)) throw std::overflow_error("a count beyond 64 bits");
    return result;
}

// How often each piece is used, in fields of a word.
struct Use {
    std::vector<Word> one, field;
    Word full = 0;

    explicit Use(const std::vector<std::int32_t>& copies) {
        int at = 0;
        for (auto most : copies) {
            const int width = std::bit_width(static_cast<std::uint32_t>(most));
            if (most < 0 || at + width > 64) throw std::invalid_argument("the pieces do not fit in a word");
            one.push_back(most ? bit(at) : 0);
            field.push_back(below(at + width) & ~below(at));
            full |= static_cast<Word>(most) << (most ? at : 0);
            at += width;
        }
    }

    bool may(Word used, std::int32_t piece) const { return (used & field[piece]) < (full & field[piece]); }
};

// The placements that are laid at one cell, numbered piece by piece, with a table for each eight cells that they reach:
// which of them fit what lies there.
class Level {
  public:
    void add(Word cells, std::int32_t owner) {
        auto place = cells_.size();
        while (place > 0 && owners_[place - 1] > owner) --place;
        cells_.insert(cells_.begin() + static_cast<std::ptrdiff_t>(place), cells);
        owners_.insert(owners_.begin() + static_cast<std::ptrdiff_t>(place), owner);
    }

    void tabulate() {
        Word reach = 0;
        for (auto cells : cells_) reach |= cells;
        words_ = (cells_.size() + 63) / 64;
        if (!reach) return;
        shift_ = first_of(reach), bytes_ = (last_of(reach) - shift_) / 8 + 1;
        fits_.assign(static_cast<std::size_t>(bytes_) * 256 * words_, 0);
        for (std::size_t k = 0; k < cells_.size(); ++k)
            for (int byte = 0; byte < bytes_; ++byte)
                for (Word there = 0; there < 256; ++there)
                    if (!(cells_[k] >> shift_ >> 8 * byte & there)) row(byte, there)[k / 64] |= bit(k % 64);
    }

    // Calls lay(cells, owner) for every placement of a piece that is left which covers none of these cells.
    template <class Lay>
    void each(Word laid, Word used, const Use& use, Lay&& lay) const {
        for (std::size_t word = 0; word < words_; ++word) {
            auto fit = ~Word{0};
            for (int byte = 0; byte < bytes_; ++byte) fit &= row(byte, laid >> shift_ >> 8 * byte & 255)[word];
            while (fit) {
                const auto k = 64 * word + static_cast<std::size_t>(first_of(fit));
                fit &= fit - 1;
                if (use.may(used, owners_[k])) lay(cells_[k], owners_[k]);
            }
        }
    }

  private:
    const Word* row(int byte, Word there) const {
        return &fits_[(static_cast<std::size_t>(byte) * 256 + static_cast<std::size_t>(there)) * words_];
    }
    Word* row(int byte, Word there) { return const_cast<Word*>(std::as_const(*this).row(byte, there)); }

    std::vector<Word> cells_, fits_;
    std::vector<std::int32_t> owners_;
    std::size_t words_ = 0;
    int shift_ = 0, bytes_ = 0;
};

// A choice in every group, or none yet.
using Choices = std::vector<std::int32_t>;

struct Node {
    int cell;
    Choices chosen;
    States states;
};

// A lower half in which these were chosen: its states, each by the number of what it meets.
struct Half {
    Choices chosen;
    std::vector<std::pair<std::uint32_t, Word>> numbers;
};

}  // namespace

struct FamilyCount::Work {
    FamilyBoard board;
    Use use;
    std::int64_t memory, held = 0, steps = 0, due = 0;
    std::vector<std::int32_t> first, stride;  // of each group: its first choice; how far apart its members lie
    int cut = 0;
    std::vector<Level> top, bottom;  // placements by the cell at which they are laid
    std::vector<std::vector<std::int32_t>> top_choices, bottom_choices;
    std::vector<int> last_top, last_bottom;  // of each group, the cell at which its last chance is
    std::vector<Node> nodes;
    bool is_top = false;
    std::unordered_map<Word, std::vector<Half>> halves;  // lower ones by the groups chosen in them
    std::vector<WordSet> open;                           // by cell: what may be left open from there on
    int opening = 0;                                     // the cell at which the next of them is made
    std::size_t opened = 0;                              // places of its set that are done
    std::optional<Node> busy;                            // the node at work
    std::size_t choice = 0, state = 0;                   // of it, the next to be done
    std::optional<Choices> joining;                      // an upper half that is being joined
    std::size_t join_at = 0;                             // the next of the lower ones
    std::vector<Word> counts;
    std::size_t joined = 0;  // members
    Table table, meeting;    // of a step; of the cut, as the upper half sees it

    Work(FamilyBoard given, std::int64_t bytes) : board(std::move(given)), use(board.copies), memory(bytes) {
        check();
        number();
        choose_cut();
        lay_out();
        open.resize(board.cells + 1);
        open[0].insert(0);
        for (const auto& words : open) hold(words.bytes());
        nodes.push_back({board.cells - 1, Choices(board.groups, none), {{{0, 0}, 1}}});
    }

    void check() const {
        if (board.cells < 1 || board.cells > 64) throw std::invalid_argument("expected 1 to 64 cells");
        if (board.groups < 0 || board.groups > 64) throw std::invalid_argument("expected at most 64 groups");
        for (const auto& option : board.placements)
            if (!option.cells || option.cells & ~below(board.cells) || option.owner < 0 ||
                option.owner >= static_cast<std::int32_t>(board.copies.size()))
                throw std::invalid_argument("a placement is not on the board or of no piece");
        for (const auto& option : board.choices)
            if (!option.cells || option.cells & ~below(board.cells) || option.owner < 0 || option.owner >= board.groups)
                throw std::invalid_argument("a choice is not on the board or in no group");
    }

    void number() {
        std::vector<std::size_t> sizes(board.groups, 0);
        first.assign(board.groups, 0);
        for (auto k = board.choices.size(); k > 0;) {
            --k;
            const auto group = board.choices[k].owner;
            ++sizes[group], first[group] = static_cast<std::int32_t>(k);
            if (k && board.choices[k - 1].owner > group) throw std::invalid_argument("the choices are out of order");
        }
        stride.assign(board.groups, 1);
        std::size_t members = 1;
        for (int group = board.groups; group-- > 0;) {
            stride[group] = static_cast<std::int32_t>(members);
            if (!sizes[group]) throw std::invalid_argument("a group has no choices");
            members *= sizes[group];
            if (members > most_members) throw std::length_error("the family has too many members");
        }
        counts.assign(members, 0);
    }

    // Where there are fewest ways to choose in the two halves.
    void choose_cut() {
        double best = std::numeric_limits<double>::infinity();
        for (int at = std::max(1, board.cells / 3); at <= std::max(1, board.cells - board.cells / 3); ++at) {
            double above = 1, under = 1;
            for (int group = 0; group < board.groups; ++group) {
                int over = 0, all = 0;
                for (const auto& choice : board.choices)
                    if (choice.owner == group) ++all, over += first_of(choice.cells) < at;
                above *= over + (over < all), under *= all - over + (over > 0);
            }
            // States grow with the distance from the ends; both halves are weighed alike.
            const double weight = above * (1 + at) + under * (1 + board.cells - at);
            if (weight < best) best = weight, cut = at;
        }
    }

    void lay_out() {
        top.resize(board.cells), bottom.resize(board.cells), top_choices.resize(board.cells);
        bottom_choices.resize(board.cells);
        for (const auto& option : board.placements) {
            auto& there = first_of(option.cells) < cut ? top[first_of(option.cells)] : bottom[last_of(option.cells)];
            there.add(option.cells, option.owner);
        }
        for (auto* half : {&top, &bottom})
            for (auto& level : *half) level.tabulate();
        last_top.assign(board.groups, none), last_bottom.assign(board.groups, board.cells);
        for (std::size_t k = 0; k < board.choices.size(); ++k) {
            const auto& choice = board.choices[k];
            const auto low = first_of(choice.cells), high = last_of(choice.cells);
            if (low < cut) {
                top_choices[low].push_back(static_cast<std::int32_t>(k));
                last_top[choice.owner] = std::max(last_top[choice.owner], low);
            } else {
                bottom_choices[high].push_back(static_cast<std::int32_t>(k));
                last_bottom[choice.owner] = std::min(last_bottom[choice.owner], high);
            }
        }
    }

    void hold(std::size_t bytes) {
        held += static_cast<std::int64_t>(bytes);
        if (held > memory) throw std::bad_alloc();
    }

    bool run(std::int64_t budget) {
        for (due = steps + budget; steps < due;) {
            if (opening < board.cells) {
                find_open();
            } else if (joining) {
                join_some();
            } else if (busy) {
                is_top ? down() : up();
            } else if (!nodes.empty()) {
                busy = std::move(nodes.back()), choice = state = 0;
                nodes.pop_back();
            } else if (!is_top) {
                turn();
            } else {
                return true;
            }
        }
        return false;
    }

    // Whether every group without a choice has a chance left, in this half or in the other.
    bool is_alive(const Choices& chosen, bool is_down, int cell) const {
        for (int group = 0; group < board.groups; ++group) {
            if (chosen[group] != none) continue;
            const bool over = last_top[group] != none, under = last_bottom[group] != board.cells;
            if (is_down ? !under && last_top[group] < cell : !over && last_bottom[group] > cell) return false;
        }
        return true;
    }

    // What the upper half may cover across the cut and leave open for it further on, whatever the pieces: no fewer cells
    // than it can, and quickly found. So the lower half goes first, and the upper one keeps what meets it alone.
    void find_open() {
        const auto cell = opening;
        const auto here = bit(cell);
        auto& next = open[cell + 1];
        const auto before = next.bytes();
        opened = open[cell].each(opened, opened + part, [&](Word laid) {
            ++steps;
            if (cell >= cut) return next.insert(laid & ~below(cell + 1));
            if (laid & here) return next.insert(laid & ~here);
            for (auto k : top_choices[cell])
                if (const auto cells = board.choices[k].cells; !(laid & cells)) next.insert((laid | cells) & ~here);
            top[cell].each(laid, 0, use,
                           [&](Word cells, std::int32_t) { next.insert((laid | cells) & ~here), ++steps; });
        });
        hold(next.bytes() - before);
        ++steps;
        if (opened < open[cell].places()) return;
        if (cell < cut) {  // it is not asked for again
            held -= static_cast<std::int64_t>(open[cell].bytes());
            open[cell] = {};
        }
        ++opening, opened = 0;
    }

    // The next cell of the lower half, from the end. A state keeps of cells that are passed which are left open for
    // placements from above: only what the upper half may cover.
    void up() {
        auto& node = *busy;
        if (node.cell < cut) return keep();
        const auto here = bit(node.cell), passed = ~below(node.cell);
        const auto& may = open[node.cell];
        if (const auto& choices = bottom_choices[node.cell]; choice < choices.size()) {
            const auto k = choices[choice++];
            if (const auto& made = board.choices[k]; node.chosen[made.owner] == none)
                choose_up(node, k, made, here, passed, may);
            return;
        }
        const auto end = std::min(state + part, node.states.size());
        steps += static_cast<std::int64_t>(end - state) + 1;
        for (; state < end; ++state) {
            const auto& [key, count] = node.states[state];
            if (key.cells & here) {
                if (may.contains(key.cells & passed & ~here)) table.add({key.cells & ~here, key.used}, count);
                continue;
            }
            if (may.contains((key.cells | here) & passed)) table.add({key.cells | here, key.used}, count);
            if (!may.contains(key.cells & passed)) continue;
            bottom[node.cell].each(key.cells, key.used, use,
                                   [&, &key = key, &count = count](Word cells, std::int32_t owner) {
                                       table.add({key.cells | (cells & ~here), key.used + use.one[owner]}, count);
                                       ++steps;
                                   });
        }
        if (state < node.states.size()) return;
        push(node.cell - 1, std::move(node.chosen));
        busy.reset();
    }

    // The node in which one choice more is made, if a state leaves room for it.
    void choose_up(const Node& node, std::int32_t k, const FamilyBoard::Option& choice, Word here, Word passed,
                   const WordSet& may) {
        auto chosen = node.chosen;
        chosen[choice.owner] = k - first[choice.owner];
        for (const auto& [key, count] : node.states)
            if (!(key.cells & choice.cells) && may.contains(key.cells & passed))
                table.add({key.cells | (choice.cells & ~here), key.used}, count);
        push(node.cell - 1, std::move(chosen));
        steps += static_cast<std::int64_t>(node.states.size());
    }

    void keep() {
        auto& node = *busy;
        const auto before = meeting.size();
        const auto groups = groups_of(node.chosen);
        Half half{std::move(node.chosen), {}};
        for (const auto& [key, count] : node.states)
            half.numbers.emplace_back(meeting.number({key.cells, use.full - key.used}), count);
        hold(32 * (meeting.size() - before) + 16 * half.numbers.size());
        halves[groups].push_back(std::move(half));
        steps += static_cast<std::int64_t>(node.states.size());
        busy.reset();
    }

    Word groups_of(const Choices& chosen) const {
        Word groups = 0;
        for (int group = 0; group < board.groups; ++group)
            if (chosen[group] != none) groups |= bit(group);
        return groups;
    }

    // From the lower half to the upper one, which begins at the first cell.
    void turn() {
        is_top = true;
        open.clear();
        meeting.freeze();
        nodes.push_back({0, Choices(board.groups, none), {{{0, 0}, 1}}});
        ++steps;
    }

    // The next cell of the upper half: covered, or by each choice in turn. Cells that are passed leave the states.
    void down() {
        auto& node = *busy;
        const auto here = bit(node.cell);
        auto& next = node.cell + 1 == cut ? meeting : table;
        if (const auto& choices = top_choices[node.cell]; choice < choices.size()) {
            const auto k = choices[choice++];
            if (const auto& made = board.choices[k]; node.chosen[made.owner] == none)
                choose_down(node, k, made, next, here);
            return;
        }
        const auto end = std::min(state + part, node.states.size());
        steps += static_cast<std::int64_t>(end - state) + 1;
        for (; state < end; ++state) {
            const auto& [key, count] = node.states[state];
            if (key.cells & here) {
                next.add({key.cells & ~here, key.used}, count);
                continue;
            }
            top[node.cell].each(key.cells, key.used, use,
                                [&, &key = key, &count = count](Word cells, std::int32_t owner) {
                                    next.add({(key.cells | cells) & ~here, key.used + use.one[owner]}, count);
                                    ++steps;
                                });
        }
        if (state < node.states.size()) return;
        push_down(node.cell + 1, std::move(node.chosen));
        busy.reset();
    }

    void choose_down(const Node& node, std::int32_t k, const FamilyBoard::Option& choice, Table& next, Word here) {
        auto chosen = node.chosen;
        chosen[choice.owner] = k - first[choice.owner];
        for (const auto& [key, count] : node.states)
            if (!(key.cells & choice.cells)) next.add({(key.cells | choice.cells) & ~here, key.used}, count);
        push_down(node.cell + 1, std::move(chosen));
        steps += static_cast<std::int64_t>(node.states.size());
    }

    void push_down(int cell, Choices chosen) {
        if (cell < cut) return push(cell, std::move(chosen));
        if (meeting.has_sums() && is_alive(chosen, is_top, cell))
            joining = std::move(chosen), join_at = 0;
        else
            meeting.forget_sums();
    }

    void push(int cell, Choices chosen) {
        auto states = table.take();
        if (!states.empty() && is_alive(chosen, is_top, cell))
            nodes.push_back({cell, std::move(chosen), std::move(states)});
    }

    // The upper half whose sums the cut holds, with all lower ones in which the other groups are chosen.
    void join_some() {
        const auto& chosen = *joining;
        const auto place = halves.find(below(board.groups) & ~groups_of(chosen));
        const std::size_t number = place == halves.end() ? 0 : place->second.size();
        for (; join_at < number && steps < due; ++join_at) {
            const auto& other = place->second[join_at];
            Word found = 0;
            for (const auto& [number, count] : other.numbers)
                if (const auto met = meeting.sum_of(number)) found = sum(found, product(met, count));
            std::size_t member = 0;
            for (int group = 0; group < board.groups; ++group) {
                const auto choice = chosen[group] != none ? chosen[group] : other.chosen[group];
                member += static_cast<std::size_t>(choice) * static_cast<std::size_t>(stride[group]);
            }
            counts[member] = sum(counts[member], found);
            ++joined;
            steps += static_cast<std::int64_t>(other.numbers.size()) / 8 + 1;
        }
        if (join_at < number) return;
        meeting.forget_sums();
        joining.reset();
    }
};

FamilyCount::FamilyCount(FamilyBoard board, std::int64_t memory)
    : work_(std::make_unique<Work>(std::move(board), memory)) {}

FamilyCount::~FamilyCount() = default;

bool FamilyCount::run(std::int64_t steps) { return work_->run(steps); }

const std::vector<std::uint64_t>& FamilyCount::counts() const { return work_->counts; }

std::int64_t FamilyCount::steps() const { return work_->steps; }

double FamilyCount::fraction() const {
    if (!work_->is_top) return 0;
    return 0.5 + static_cast<double>(work_->joined) / static_cast<double>(2 * work_->counts.size());
}

}  // namespace tilewright
