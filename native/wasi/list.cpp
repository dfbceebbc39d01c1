// A trial of the build for wasm32-wasi: lists 6x10 by a sweep and by a team in its single-thread form and checks all
// tilings. Exits with 1 when a number is not what it should be.
#include <cstdio>
#include <memory>

#include "boards.hpp"
#include "tilewright/check.hpp"
#include "tilewright/search.hpp"
#include "tilewright/team.hpp"

using namespace tilewright;

int main() {
    const auto pentominoes = boards::polyominoes(5);
    const auto cover = std::make_shared<const Cover>(boards::cover({6, 10}, pentominoes, true, true));
    Solutions listed, by_team;
    sweep_plan(cover)->search({})->run({-1, -1, &listed});
    Team team(sweep_plan(cover), {});
    while (team.wait(0.1, 1000, by_team) == Team::State::running) {}
    SolutionChecker checker({cover->lo, cover->hi, cover->option_start, cover->option_items});
    const auto wrong = checker.wrong(listed.start, listed.options).size();
    std::printf("6x10: %d tilings listed, %d by the team, %d wrong\n", static_cast<int>(listed.size()),
                static_cast<int>(by_team.size()), static_cast<int>(wrong));
    return listed.size() == 9356 && by_team.size() == 9356 && wrong == 0 ? 0 : 1;
}
