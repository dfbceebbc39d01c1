// Invariants exist where theory says so, hold when summed up plainly, and are not claimed where there are tilings.
#include <cstdio>
#include <cstdlib>

#include "boards.hpp"
#include "tilewright/invariant.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

bool holds(const Cover& cover, const Invariant& invariant) {
    for (std::int64_t o = 0; o < cover.option_count(); ++o) {
        std::int64_t sum = 0;
        for (auto p = cover.begin(o); p != cover.end(o); ++p) sum += invariant.weights[static_cast<std::size_t>(*p)];
        if (sum % invariant.modulus) return false;
    }
    std::int64_t total = 0;
    for (std::size_t i = 0; i < cover.lo.size(); ++i)
        total += static_cast<std::int64_t>(cover.lo[i]) * invariant.weights[i];
    return total % invariant.modulus != 0;
}

void check(const Cover& cover, std::int32_t modulus, const char* what) {
    const auto found = find_invariant(cover);
    expect(found.has_value() == (modulus != 0), what);
    if (found) expect(found->modulus == modulus && holds(cover, *found), what);
}

}  // namespace

int main() {
    const boards::Cells t{{0, 0}, {0, 1}, {0, 2}, {1, 1}}, l{{0, 0}, {1, 0}, {2, 0}, {2, 1}};
    for (int n : {8, 12, 32})
        check(boards::cover({n, n, {{0, 0}, {n - 1, n - 1}}}, boards::polyominoes(2), true, false), 3,
              "mutilated board");
    for (int n : {6, 10, 14}) {
        check(boards::cover({n, n}, {t}, true, false), 8, "T alone");
        check(boards::cover({n, n}, {l}, true, false), 8, "L alone");
    }
    check(boards::cover({4, 5}, boards::polyominoes(4), true, true), 2, "five tetrominoes");
    check(boards::cover({4, 4}, {t}, true, false), 0, "T on 4x4 fits");
    check(boards::cover({6, 10}, boards::polyominoes(5), true, true), 0, "pentominoes fit");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
