// Many threads on one search, which answer as one thread would: see team.cpp for the idea.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "tilewright/search.hpp"

namespace tilewright {

struct TeamOptions {
    int threads = 2;
    bool collect = true;              // hand out the solutions, in the order of a search by one thread; else count only
    std::int64_t max_nodes = -1;      // negative: no bound
    std::int64_t max_solutions = -1;  // to look for; some more may be handed out, or counted
    std::int64_t buffer = 32 << 20;   // bytes of solutions that may wait for those before them, about
};

class Team {
  public:
    // Begins at once; no thread is left running when it is destroyed. `begun`: a search of the plan that the team goes on
    // with where it stands; nobody else may use it from then on. Its nodes and solutions are in the team's progress, but
    // not in what the options allow.
    Team(std::shared_ptr<const Plan> plan, const TeamOptions& options, std::shared_ptr<Search> begun = {});
    ~Team();

    enum class State { running, exhausted, ended };
    // Waits until about `most` solutions can be handed out, or all there are, or for so long; appends them to `out`.
    // After `exhausted` (everything was searched) and `ended` nothing more will come. Throws what a thread threw.
    State wait(double seconds, std::int64_t most, Solutions& out);
    // Ends the search. What has been found is still handed out, in order, though now there may be gaps.
    void stop();
    Progress progress() const;
    // CPU seconds of each thread so far; zeros where the system does not tell.
    std::vector<double> cpu() const;

  private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

}  // namespace tilewright
