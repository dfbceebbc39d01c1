// Shikaku at scale: divide a grid into rectangles, one clue in each, which says how many cells it has.
//
// Three stages, a class each: candidate rectangles from every clue outwards; propagation to a fixed point on them;
// a search of what is left, component by component, since far apart ambiguities know nothing of one another.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <unordered_map>
#include <vector>

#include "tilewright/threads.hpp"

namespace tilewright::shikaku {

struct Clue {
    std::int32_t row, column;
    std::int64_t value;  // cells of its rectangle; 0: unknown
};

struct Rect {
    std::int32_t top, left, height, width;
    std::int32_t bottom() const { return top + height; }
    std::int32_t right() const { return left + width; }
    std::int64_t area() const { return std::int64_t{height} * width; }
    bool holds(std::int32_t row, std::int32_t column) const {
        return top <= row && row < bottom() && left <= column && column < right();
    }
    bool operator==(const Rect&) const = default;
};

struct Grid {
    std::int32_t rows, columns;
    std::vector<Clue> clues;   // at most one a cell
    std::vector<Rect> pinned;  // rectangles that every division must contain
};

// Thrown out of long work when somebody has asked to stop.
struct Stopped {};

// Looks now and then whether it is time to stop. Made from nothing, it never is.
class StopFlag {
  public:
    explicit StopFlag(const std::atomic<bool>* stop = nullptr) : stop_(stop) {}
    void look() {
        if ((++looks_ & 1023) == 0 && stop_ && stop_->load(std::memory_order_relaxed)) throw Stopped{};
    }

  private:
    const std::atomic<bool>* stop_;
    unsigned looks_ = 0;
};

// Rectangles that hold exactly one clue and have its size, clue by clue: those of clue k are
// rects[first[k] .. first[k + 1]).
struct Candidates {
    std::vector<Rect> rects;
    std::vector<std::int32_t> clue;
    std::vector<std::int32_t> first;
};

// Throws std::length_error beyond `most` candidates, or when they have more than `most_cells` cells together.
Candidates candidates(const Grid& grid, std::int64_t most, std::int64_t most_cells, StopFlag stop = StopFlag{});

// Candidates without those that meet a cell which every candidate of another clue covers; to a fixed point, or
// `passes` times. Needs no memory beyond one number a cell, so it goes before the lists of State.
void trim(Candidates& found, const Grid& grid, int passes, StopFlag stop = StopFlag{});

// Which candidates are still possible, and which clue owns a cell. Two rules to a fixed point: a cell in every
// candidate of a clue is closed to other clues; a cell that one clue alone can reach is in that clue's rectangle.
class State {
  public:
    State(const Grid& grid, Candidates found, StopFlag stop = StopFlag{});

    bool settle(StopFlag stop = StopFlag{});  // the first propagation; false: there is no division
    bool assign(std::int32_t option);         // the option and what follows from it; false: a contradiction
    bool refute(std::int32_t option);         // not this option, and what follows from that
    std::size_t mark() const { return trail_.size(); }
    void undo(std::size_t mark);

    std::int32_t clue_count() const { return static_cast<std::int32_t>(left_.size()); }
    std::int32_t left(std::int32_t clue) const { return left_[clue]; }
    const Candidates& all() const { return found_; }
    bool alive(std::int32_t option) const { return alive_[option] != 0; }
    std::vector<std::int32_t> options(std::int32_t clue) const;
    std::int32_t only(std::int32_t clue) const;  // the one option of a clue that has one left

    // The undecided ones among `clues`, split into components that share no open cell.
    std::vector<std::vector<std::int32_t>> components(const std::vector<std::int32_t>& clues);

  private:
    bool remove(std::int32_t option);
    bool propagate();
    bool rewatch(std::int32_t cell, std::int32_t gone);
    bool own(std::int32_t cell, std::int32_t clue);
    bool close_core(std::int32_t clue);
    void forget_queue();

    std::int32_t columns_, cells_;
    Candidates found_;
    std::vector<std::uint8_t> alive_;
    std::vector<std::int32_t> left_;        // options left of each clue
    std::vector<std::int64_t> cell_first_;  // options that cover a cell, compressed
    std::vector<std::int32_t> cell_options_;
    std::vector<std::int32_t> watch_;  // two options of different clues for each cell without an owner
    std::vector<std::int32_t> owner_;
    std::vector<std::int32_t> trail_;  // option o removed: o; cell c owned: ~c
    std::vector<std::int32_t> removed_, dirty_;
    StopFlag stop_;  // while the state is settled; the search looks by itself
    std::vector<std::uint8_t> is_dirty_;
    std::vector<std::uint32_t> seen_clue_, seen_cell_;
    std::uint32_t stamp_ = 0;
};

// A number of divisions; `exact` is false when the search was stopped or the number passed 2^128: then at least so many.
struct Count {
    unsigned __int128 value = 0;
    bool exact = true;
};

// What the search tells while it runs, and how it is told to stop.
struct Progress {
    std::atomic<std::int64_t> nodes{0};
    std::atomic<std::int64_t> done{0}, total{0};  // components
    std::atomic<bool> stop{false};
    std::int64_t max_nodes = 0;  // 0: no limit
};

using Fragment = std::vector<std::int32_t>;  // options that divide a component

class Search {
  public:
    Search(State& state, Progress& progress) : state_(state), progress_(progress) {}

    // A settled state's components; then, for one component, its number of divisions or the first `most` of them.
    std::vector<std::vector<std::int32_t>> components();
    bool strengthen(const std::vector<std::int32_t>& clues);  // options that fail at once go; false: contradiction
    Count count(const std::vector<std::int32_t>& clues);
    std::vector<Fragment> list(const std::vector<std::int32_t>& clues, std::size_t most);
    bool stopped() const { return stopped_; }

  private:
    bool enter();
    std::int32_t narrowest(const std::vector<std::int32_t>& clues) const;
    Count count_rest(const std::vector<std::int32_t>& clues);
    std::vector<Fragment> list_rest(const std::vector<std::int32_t>& clues, std::size_t most);
    std::vector<std::int32_t> key(const std::vector<std::int32_t>& clues) const;

    struct Hash {
        std::size_t operator()(const std::vector<std::int32_t>& key) const;
    };
    State& state_;
    Progress& progress_;
    std::unordered_map<std::vector<std::int32_t>, Count, Hash> known_;
    std::size_t known_entries_ = 0;
    int depth_ = 0;
    bool stopped_ = false;
};

// A whole search. One that is not over at once goes on on a thread of its own, so that whoever waits can stop it.
class Job {
  public:
    // most_divisions < 0: count; else find the first so many (of the whole grid).
    Job(Grid grid, std::int64_t most_divisions, std::int64_t max_nodes, std::int64_t most_candidates);
    ~Job();
    bool wait(double seconds);  // true: it is over; throws what the search threw
    void stop() { progress.stop = true; }

    Progress progress;
    // Valid when it is over:
    std::string too_large;  // why it was refused, or empty
    bool finished = false;  // nothing was cut short
    std::int64_t candidate_count = 0, components = 0, undecided = 0;
    std::vector<Count> counts;  // one a component; their product is the answer
    bool impossible = false;
    std::vector<Rect> divisions;  // clue by clue, one division after the other
    std::int64_t division_count = 0;

  private:
    void attempt();
    void forget();
    void run();
    void count(Search& search, const std::vector<std::vector<std::int32_t>>& parts);
    void list(State& state, Search& search, const std::vector<std::vector<std::int32_t>>& parts);

    Grid grid_;
    std::int64_t most_divisions_, most_candidates_;
    bool over_ = false;
    std::exception_ptr error_;  // read when it is over
    Mutex mutex_;
    Condition changed_;
    Thread thread_;
};

}  // namespace tilewright::shikaku
