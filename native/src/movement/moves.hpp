// The moves of one position: which sets of pieces can shift in which direction, and how far.
//
// A set can shift by d steps when no piece of it would meet a piece outside within d steps. So each piece that is met
// within d steps must come along, and the sets that can shift are the unions of the closures of single pieces. Shifting a
// set one way is the same as shifting all others the opposite way; only sets without the first piece are listed.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "distances.hpp"

namespace tilewright {

using PieceSet = std::uint64_t;

template <class Use>
void for_each_piece(PieceSet pieces, Use&& use) {
    for (; pieces; pieces &= pieces - 1) use(static_cast<std::size_t>(std::countr_zero(pieces)));
}

// The closures of single pieces that do not contain the first, each once, smallest first. `meets[a]` holds the pieces
// that piece a takes along.
inline void find_closures(std::vector<PieceSet>& meets, std::vector<PieceSet>& closures) {
    const auto count = meets.size();
    for (std::size_t k = 0; k < count; ++k)  // Warshall
        for (auto& met : meets)
            if (met >> k & 1) met |= meets[k];
    closures.clear();
    for (std::size_t a = 1; a < count; ++a)
        if (const auto closure = meets[a] | PieceSet{1} << a; !(closure & 1)) closures.push_back(closure);
    std::sort(closures.begin(), closures.end(), [](PieceSet a, PieceSet b) {
        const auto left = std::popcount(a), right = std::popcount(b);
        return left != right ? left < right : a < b;
    });
    closures.erase(std::unique(closures.begin(), closures.end()), closures.end());
}

// All unions of closures, each once. False where there are more than `most`.
inline bool unite(const std::vector<PieceSet>& closures, std::vector<PieceSet>& unions, std::size_t most) {
    unions.clear();
    for (const auto closure : closures) {
        const auto before = unions.size();
        if (std::find(unions.begin(), unions.end(), closure) != unions.end()) continue;  // a union of smaller ones
        unions.push_back(closure);
        for (std::size_t k = 0; k < before; ++k) unions.push_back(unions[k] | closure);
        std::sort(unions.begin(), unions.end());
        unions.erase(std::unique(unions.begin(), unions.end()), unions.end());
        if (unions.size() > most) return false;
    }
    return true;
}

// The free distances between all pieces of a position, by direction, and the sets that can shift.
class Surroundings {
  public:
    Surroundings(const std::vector<MovementDirection>& directions, std::vector<const DistanceTable*> tables,
                 std::vector<bool> turned, std::size_t pieces)
        : directions_(directions),
          tables_(std::move(tables)),
          turned_(std::move(turned)),
          pieces_(pieces),
          free_(directions.size() * pieces * pieces, endless),
          meets_(pieces) {}

    // `places`: of all pieces, the first at zero.
    void look_at(const std::vector<Step>& places) {
        Distance found[64];
        for (std::size_t a = 0, pair = 0; a < pieces_; ++a)
            for (std::size_t b = a + 1; b < pieces_; ++b, ++pair) {
                // The table is that of the shape with the smaller number, moving past the other.
                const auto moving = turned_[pair] ? b : a, still = turned_[pair] ? a : b;
                tables_[pair]->look_up(directions_, places[moving] - places[still], found);
                for (std::size_t u = 0; u < directions_.size(); ++u) {
                    free_[(u * pieces_ + moving) * pieces_ + still] = found[u];
                    free_[(u * pieces_ + still) * pieces_ + moving] =
                        found[static_cast<std::size_t>(directions_[u].opposite)];
                }
            }
    }

    // The sets without the first piece that leave in this direction without end, as closures.
    const std::vector<PieceSet>& leaving(std::size_t direction) { return close(direction, endless); }
    // Those that can shift by at least one step.
    const std::vector<PieceSet>& shifting(std::size_t direction) { return close(direction, 1); }

    Distance distance(std::size_t direction, PieceSet moved) const {
        Distance least = endless;
        for_each_piece(moved, [&](std::size_t a) {
            const auto* row = &free_[(direction * pieces_ + a) * pieces_];
            for_each_piece(all() & ~moved, [&](std::size_t b) { least = std::min(least, row[b]); });
        });
        return least;
    }

    PieceSet all() const { return pieces_ == 64 ? ~PieceSet{0} : (PieceSet{1} << pieces_) - 1; }

  private:
    const std::vector<PieceSet>& close(std::size_t direction, Distance wanted) {
        for (std::size_t a = 0; a < pieces_; ++a) {
            PieceSet met = 0;
            const auto* row = &free_[(direction * pieces_ + a) * pieces_];
            for (std::size_t b = 0; b < pieces_; ++b) met |= PieceSet{a != b && row[b] < wanted} << b;
            meets_[a] = met;
        }
        find_closures(meets_, closures_);
        return closures_;
    }

    const std::vector<MovementDirection>& directions_;
    std::vector<const DistanceTable*> tables_;
    std::vector<bool> turned_;
    std::size_t pieces_;
    std::vector<Distance> free_;
    std::vector<PieceSet> meets_, closures_;
};

}  // namespace tilewright
