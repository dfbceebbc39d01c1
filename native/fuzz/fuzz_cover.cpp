// Any bytes as a cover: it is refused by `validate`, or every search takes it and all of them agree.
//   CXX=clang++ cmake -S native -B build/fuzz -DTILEWRIGHT_FUZZ=ON -DTILEWRIGHT_SANITIZE=address,undefined
//   cmake --build build/fuzz --target fuzz_cover && build/fuzz/fuzz/fuzz_cover -max_total_time=300
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "../src/search/general.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/invariant.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

constexpr std::int64_t most_nodes = 2000, most_states = 20000;

// Reads small numbers, which are mostly good ones, and now and then any.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}
    std::int32_t number(std::int32_t most) {
        const auto byte = take();
        if (byte != 255) return byte % (most + 1);
        std::uint32_t any = 0;
        for (int k = 0; k < 4; ++k) any = any << 8 | take();
        return static_cast<std::int32_t>(any);
    }
    std::int32_t small(std::int32_t most) { return take() % (most + 1); }

  private:
    std::uint8_t take() { return next_ == end_ ? 0 : *next_++; }
    const std::uint8_t *next_, *end_;
};

Cover read(Bytes& in) {
    Cover cover;
    const auto items = in.small(10), options = in.small(14);
    for (std::int32_t i = 0; i < items; ++i) {
        cover.lo.push_back(in.number(2));
        cover.hi.push_back(in.small(8) == 8 ? unlimited : in.number(3));
    }
    for (std::int32_t o = 0; o < options; ++o) {
        for (auto k = in.small(4); k-- > 0;) cover.option_items.push_back(in.number(items));
        if (in.small(9)) std::sort(cover.option_items.begin() + cover.option_start.back(), cover.option_items.end());
        cover.option_start.push_back(static_cast<std::int64_t>(cover.option_items.size()));
    }
    if (in.small(20) == 20) cover.option_start[in.small(options)] = in.number(8);
    for (auto k = in.small(items); k-- > 0;) cover.order.push_back(in.number(items));
    if (in.small(3) == 0) {
        cover.adjacent_start.push_back(0);
        for (std::int32_t i = 0; i < items; ++i) {
            for (auto k = in.small(3); k-- > 0;) cover.adjacent_items.push_back(in.number(items));
            cover.adjacent_start.push_back(static_cast<std::int64_t>(cover.adjacent_items.size()));
        }
    }
    if (in.small(2) == 0)
        for (auto item : cover.option_items) {
            const bool secondary = item >= 0 && item < items && cover.lo[item] == 0 && cover.hi[item] == 1;
            cover.colors.push_back(secondary || in.small(40) == 40 ? in.number(3) : 0);
        }
    if (in.small(7) == 0) {
        auto& a = cover.automorphisms.emplace_back();
        for (std::int32_t i = 0; i < items; ++i) a.items.push_back(in.number(items));
        for (std::int32_t o = 0; o < options; ++o) a.options.push_back(in.number(options));
    }
    return cover;
}

// The number of solutions, or -1 when they are too many to find.
std::int64_t number(const Plan& plan, const Subproblem& from = {}) {
    const auto search = plan.search(from);
    Solutions found;
    if (!search->run({most_nodes, -1, &found})) return -1;
    if (found.size() != search->progress().solutions) std::abort();
    return found.size();
}

std::int64_t in_parts(const Plan& plan) {
    std::int64_t sum = 0;
    for (const auto& part : subproblems(plan, 6)) {
        const auto some = number(plan, part);
        if (some < 0) return -1;
        sum += some;
    }
    return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes in(data, size);
    const auto cover = std::make_shared<Cover>(read(in));
    if (!validate(*cover).empty()) return 0;
    const auto plan = general_plan(cover);
    const auto expected = number(*plan);
    if (const auto parts = in_parts(*plan); expected >= 0 && parts >= 0 && parts != expected) std::abort();
    if (const auto found = number(*slack_plan(cover)); expected >= 0 && found >= 0 && found != expected) std::abort();
    if (sweep_refusal(*cover).empty()) {
        for (double parts : {-1.0, 4.0}) {
            const auto plan_of_parts = sweep_plan(cover, {true, parts});
            const auto swept = number(*plan_of_parts), added = in_parts(*plan_of_parts);
            for (auto found : {swept, added})
                if (expected >= 0 && found >= 0 && found != expected) std::abort();
        }
    }
    if (find_invariant(*cover) && expected > 0) std::abort();
    if (!frontier_refusal(*cover).empty()) return 0;
    const auto frontier = make_frontier(cover, {1 << 24, true, true, false, 2, 0});
    if (frontier->run(most_states) == Frontier::Outcome::exhausted && expected >= 0)
        if (const auto value = frontier->value();
            value.empty() ? expected != 0 : value[0] != static_cast<std::uint64_t>(expected))
            std::abort();
    return 0;
}
