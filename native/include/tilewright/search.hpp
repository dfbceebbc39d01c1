// A search through the solutions of a cover, run in slices and told where to begin.
//
// A search is a tree: at each node some item (or none) is chosen and the options that may cover it are tried in an
// order that depends on the cover alone. The path of choices from the root names a node, and naming it is enough to come back to it: a
// search begun at a `Subproblem` finds exactly the solutions below that node, in the order in which a search from the
// root would. So a search can be split, handed to threads or other machines, and put together again in order.
#pragma once
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "tilewright/cover.hpp"

namespace tilewright {

// Solutions laid end to end: solution k is options[start[k] .. start[k + 1]), ascending.
struct Solutions {
    std::vector<std::int32_t> options;
    std::vector<std::int64_t> start{0};

    std::int64_t size() const { return static_cast<std::int64_t>(start.size()) - 1; }
    static constexpr std::size_t readable = 24;
    // Adds a solution, given in any order; so many numbers must be readable where it begins, be it shorter or not.
    void add(const std::int32_t* solution, std::size_t size);
    void close();  // what was appended to `options` since the last solution is one; sorts it
    void append(const Solutions& others);
    void clear();
};

// What lies below the node reached by `chosen`; if `after` is an option, only below the siblings tried after it.
struct Subproblem {
    std::vector<std::int32_t> chosen;
    std::int32_t after = -1;
    double share =
        -1;  // from `split`: part of the tree that was split, as `Progress::fraction` measures it; -1: not known
};

struct Slice {
    std::int64_t max_nodes = -1;      // negative: no bound
    std::int64_t max_solutions = -1;  // a search may exceed it by the images of one solution
    Solutions* out = nullptr;         // null: count only
};

struct Progress {
    std::int64_t nodes = 0;      // options tried that leave something to go on with
    std::int64_t solutions = 0;  // found, images under automorphisms included
    double fraction = 0;         // part of the tree done, every branch of a node taken to be equally large
};

// Owned by C++ alone, also where Python made it: a thread that drops it must never have to wait for Python's lock.
class Search : public std::enable_shared_from_this<Search> {
  public:
    virtual ~Search() = default;
    // Goes on until everything is searched (true) or the slice is used up (false).
    virtual bool run(const Slice& slice) = 0;
    virtual Progress progress() const = 0;
    // The options that lead to the node's children, when called before `run`; empty also where a node is a solution
    // itself, because then its children alone are not all of it.
    virtual std::vector<std::int32_t> children() = 0;
    // Gives away the later siblings of the shallowest node that has any; they follow in order all that is kept.
    virtual bool split(Subproblem& rest) = 0;
    // Takes over what another search of the same plan, which is not used any more, has learnt. Never changes what is
    // found, only how many nodes that takes.
    virtual void learn_from(Search&) {}
    // Takes over a copy of it, from a search of the same plan that goes on.
    virtual void learn_beside(Search&) {}
};

// What one engine prepares for one cover; shared by all its searches, never changed by them.
class Plan : public std::enable_shared_from_this<Plan> {
  public:
    virtual ~Plan() = default;
    // Throws std::invalid_argument where `from` names no node.
    virtual std::unique_ptr<Search> search(const Subproblem& from = {}) const = 0;
    // About how many nodes a search of everything has, from samples of so many nodes of a layer; negative: not known.
    virtual double expected_nodes(std::size_t) const { return -1; }
    // How often each option leads to a node of that search, about; empty: not known.
    virtual std::vector<double> uses(std::size_t) const { return {}; }
};

std::shared_ptr<const Plan> general_plan(std::shared_ptr<const Cover> cover);

// The sweep over bit masks takes most covers that come from boards; empty, or why it cannot take this one.
std::string sweep_refusal(const Cover& cover);

struct SweepOptions {
    bool whole =
        true;  // all of the tree is going to be searched: where it is large, samples of it are worth their time
    double parts =
        -1;  // smallest domains are branched on until there are about so many nodes; negative: as samples advise
    std::int64_t memory = -1;  // bytes for the plan and each of its searches; negative: no bound
    // Of the options, or none: of those that begin at one item the highest is tried first.
    std::vector<double> priority = {};
};
// std::invalid_argument if it cannot; PlanTooLarge, with an estimate, where the memory is too little.
std::shared_ptr<const Plan> sweep_plan(std::shared_ptr<const Cover> cover, const SweepOptions& options = {});

class PlanTooLarge : public std::bad_alloc {
  public:
    explicit PlanTooLarge(std::string what) : what_(std::move(what)) {}
    const char* what() const noexcept override { return what_.c_str(); }

  private:
    std::string what_;
};

// At least `wanted` subproblems, if the tree has them, that together are the whole tree, in order. They depend on the
// plan alone, not on the machine.
std::vector<Subproblem> subproblems(const Plan& plan, std::int64_t wanted);

}  // namespace tilewright
