// Counting the solutions of an exact cover without listing them.
//
// The board's items are swept in order. A state is what the rest of the sweep needs to know: which of the next items
// are covered already, and how often each item outside the sweep (a supply of pieces) has been covered. Equal states
// are merged and their numbers added, so work grows with the number of states, not of solutions.
// Keys are compared whole, numbers are exact, one layer of states is in memory at a time.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tilewright/cover.hpp"

namespace tilewright {

struct FrontierOptions {
    std::int64_t memory = std::int64_t{4} << 30;  // bytes; reaching it stops the count
    bool symmetry = true;                         // use the cover's automorphisms
    bool prune = true;                            // drop states with an item that nothing can cover
    bool reversed = false;                        // sweep from the other end: the same number in another way
    int threads = 1;
    std::int64_t run_states = 800;   // aimed at in what is merged at once: some 100 KB with its table
    std::uint64_t modulus = 0;       // count modulo this number below 2^63; 0: exactly
    bool bounded = false;            // with a modulus: tell a proven upper bound of the number, too
    std::string scratch;             // directory for states that do not fit in memory; empty: none
    std::string checkpoint;          // a file to write layers to, and to go on from if it is there; empty: none
    std::string label;               // of what this counts: a file with another is refused
    double checkpoint_seconds = 30;  // at least, between two layers that are written
    // Asked every some thousand transitions, by any of the threads: true breaks the count off, for good. A slice ends
    // between runs of states only, and where nothing splits a layer it is one run, however large.
    std::function<bool()> interrupt = {};
    std::int64_t most_bits = std::int64_t{1} << 20;  // of an exact number; a longer one stops the count as memory does
};

class Frontier {
  public:
    enum class Outcome { running, exhausted, out_of_memory, scratch_failed, interrupted };

    struct Progress {
        std::int64_t states = 0;        // states entered so far, over all layers
        std::int64_t layer_states = 0;  // of the layer just finished
        std::int64_t peak_states = 0;   // of the largest layer
        double fraction = 0;            // of the sweep's steps
        std::int64_t memory = 0;        // bytes held now
        std::int64_t peak_memory = 0;
        std::int64_t memory_wanted = 0;       // when out of memory: an estimate of what this layer would have taken
        std::int64_t on_disk = 0;             // bytes of the scratch file
        int key_bytes = 0, number_bytes = 0;  // of a state of the layer at hand: its key, and the longest exact number
    };

    virtual ~Frontier() = default;
    // Goes on until about `work` transitions are made (at least one run of states); negative: to the end.
    virtual Outcome run(std::int64_t work) = 0;
    // The number of solutions, least significant word first, or its remainder. Only when exhausted.
    virtual std::vector<std::uint64_t> value() const = 0;
    // At least the number of solutions; infinite where it is beyond a double. Only with `bounded`, when exhausted.
    virtual double bound() const = 0;
    // After `scratch_failed`: what could not be read or written, in one line.
    virtual std::string failure() const = 0;
    // Between runs, as are all others.
    virtual Progress progress() const = 0;
    // CPU seconds of each thread so far; zeros where the system does not tell.
    virtual std::vector<double> cpu() const = 0;
};

// Empty, or one line that says why the cover's frontier is too wide to be a key.
std::string frontier_refusal(const Cover& cover);

// Throws std::invalid_argument with that line, and std::runtime_error where a checkpoint cannot be read or is refused.
std::unique_ptr<Frontier> make_frontier(std::shared_ptr<const Cover> cover, const FrontierOptions& options = {});

}  // namespace tilewright
