// Covers, what can be said of one without a search, and the checker of solutions.
#include <span>
#include <stdexcept>

#include "tilewright/check.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/invariant.hpp"
#include "tilewright/search.hpp"
#include "wasm.hpp"

namespace tilewright::wasm {
namespace {

// Keeps the arrays that the checker looks at.
struct Checker {
    std::vector<std::int32_t> lo, hi;
    std::vector<std::int64_t> start;
    std::vector<std::int32_t> items, colors;
    SolutionChecker checker{{lo, hi, start, items, colors}};
};

}  // namespace

// lo, hi, option_start, option_items, order, adjacent_start, adjacent_items, colors; then items and options of each
// automorphism.
TILEWRIGHT_EXPORT(tw_cover)(double automorphisms) {
    Reader in;
    auto cover = std::make_shared<Cover>();
    cover->lo = in.ints(), cover->hi = in.ints();
    cover->option_start = in.longs(), cover->option_items = in.ints();
    cover->order = in.ints();
    cover->adjacent_start = in.longs(), cover->adjacent_items = in.ints();
    cover->colors = in.ints();
    for (auto k = integer(automorphisms); k > 0; --k) {
        auto items = in.ints();
        cover->automorphisms.push_back({std::move(items), in.ints()});
    }
    if (const auto wrong = validate(*cover); !wrong.empty()) throw std::invalid_argument(wrong);
    return handle(new SharedCover(std::move(cover)));
}

TILEWRIGHT_EXPORT(tw_cover_free)(double cover) { return destroy<SharedCover>(cover), 0; }

TILEWRIGHT_EXPORT(tw_sweep_refusal)(double cover) { return Writer().text(sweep_refusal(*shared_cover(cover))), 0; }

TILEWRIGHT_EXPORT(tw_frontier_refusal)(double cover) {
    return Writer().text(frontier_refusal(*shared_cover(cover))), 0;
}

// The modulus, 0 where there is no invariant; the weights.
TILEWRIGHT_EXPORT(tw_find_invariant)(double cover, double work) {
    const auto found = find_invariant(*shared_cover(cover), integer(work));
    if (!found) return 0;
    Writer().array(found->weights);
    return found->modulus;
}

// lo, hi, option_start, option_items, colors.
TILEWRIGHT_EXPORT(tw_checker)() {
    Reader in;
    auto lo = in.ints(), hi = in.ints();
    auto start = in.longs();
    auto items = in.ints();
    return handle(new Checker{std::move(lo), std::move(hi), std::move(start), std::move(items), in.ints()});
}

// Starts and options of a batch; gives the numbers of what is not a solution.
TILEWRIGHT_EXPORT(tw_checker_wrong)(double checker) {
    Reader in;
    const auto start = in.longs();
    return Writer().array(object<Checker>(checker).checker.wrong(start, in.ints())), 0;
}

TILEWRIGHT_EXPORT(tw_checker_free)(double checker) { return destroy<Checker>(checker), 0; }

}  // namespace tilewright::wasm
