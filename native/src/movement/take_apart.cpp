// Breadth-first search for the nearest separation, then the same for both parts.
//
// Whether an assembly comes apart, and its level, do not depend on the order of the search: a part that is left can make
// every move that it could make in the whole. The numbers of moves after the first do depend on which separation is
// taken, and from which position. The canonical ones are the lexicographically least: of all separations at the least
// level, both parts are taken apart, and the numbers of the parts stand one after the other in the better order. A part
// is known by its pieces and their offsets alone, so each one is taken apart once. For the least sum of all numbers the
// search goes on beyond the first separation, as long as one move for each separation that is still needed leaves room
// for less. There, too, a set that can leave does leave: it does not stop on its way, which keeps the positions finite.
#include <algorithm>
#include <atomic>
#include <new>
#include <numeric>
#include <unordered_map>

#include "moves.hpp"
#include "positions.hpp"
#include "tilewright/movement.hpp"
#include "tilewright/threads.hpp"

namespace tilewright {
namespace {

constexpr std::size_t most_unions = 1 << 16;
constexpr std::int64_t look_every = 2048;  // positions between two questions whether to stop
constexpr std::int32_t farthest = 32'000;  // offsets are kept in 16 bits

struct Halted {};

// How a part comes apart, best first by its numbers; `moves` end with the separation.
struct Plan {
    Apart apart = Apart::unknown;
    std::vector<std::int32_t> levels;
    std::vector<Movement> moves;
    std::string moved, rest;  // keys of the two parts
    bool rest_first = false;
};

struct PartKey {
    std::string text;
    PieceSet pieces = 0;
    std::vector<Step> places;
};

class Search {
  public:
    Search(MovementTables& tables, const std::vector<MovementPiece>& pieces, Least least, const MovementLimits& limits)
        : tables_(tables), pieces_(pieces), least_(least), limits_(limits) {}

    Disassembly run() {
        Disassembly found;
        std::vector<Step> places;
        for (const auto& piece : pieces_) places.push_back(piece.place);
        const auto whole = key_of(all_pieces(), places);
        try {
            const auto& plan = take_apart(whole);
            found.apart = plan.apart;
            found.least = least_;
            if (plan.apart == Apart::yes) {
                found.levels = plan.levels;
                write_separation(whole.text, whole.pieces, found);
            } else {
                found.stuck_pieces = stuck_pieces_;
                found.stuck_positions = std::move(stuck_positions_);
            }
        } catch (const Halted&) {
        } catch (const std::bad_alloc&) {
            found.out_of_memory = true;
        }
        found.out_of_memory |= out_of_memory_;
        found.positions = positions_;
        return found;
    }

  private:
    PieceSet all_pieces() const { return pieces_.size() == 64 ? ~PieceSet{0} : (PieceSet{1} << pieces_.size()) - 1; }

    // `places`: of the part's pieces in order of their numbers, moved so that the first one lies at zero.
    PartKey key_of(PieceSet pieces, std::vector<Step> places) const {
        PartKey key{std::string(reinterpret_cast<const char*>(&pieces), sizeof pieces), pieces, std::move(places)};
        const auto first = key.places[0];
        for (auto& place : key.places) place = place - first;
        key.text.append(reinterpret_cast<const char*>(key.places.data()), key.places.size() * sizeof(Step));
        return key;
    }

    bool may_stay_together(PieceSet pieces) const {
        if (std::popcount(pieces) < 2) return true;
        std::int32_t group = -1;
        bool first = true, same = true;
        for_each_piece(pieces, [&](std::size_t number) {
            if (first) group = pieces_[number].group;
            same &= group >= 0 && pieces_[number].group == group;
            first = false;
        });
        return same;
    }

    void count_position(std::int64_t bytes) {
        if (positions_ >= limits_.positions) throw Halted{};
        if (++positions_ % look_every == 0 && limits_.stop && limits_.stop()) throw Halted{};
        if (bytes > limits_.bytes) {
            out_of_memory_ = true;
            throw Halted{};
        }
    }

    const Plan& take_apart(const PartKey& key) {
        if (const auto known = plans_.find(key.text); known != plans_.end()) return known->second;
        Plan plan;
        if (may_stay_together(key.pieces))
            plan.apart = Apart::yes;
        else
            plan = search(key);
        return plans_.emplace(key.text, std::move(plan)).first->second;
    }

    Plan search(const PartKey& key) {
        std::vector<std::size_t> numbers;
        for_each_piece(key.pieces, [&](std::size_t number) { numbers.push_back(number); });
        const auto count = numbers.size();
        std::vector<const DistanceTable*> used;
        std::vector<bool> turned;
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t b = a + 1; b < count; ++b) {
                const auto left = pieces_[numbers[a]].shape, right = pieces_[numbers[b]].shape;
                used.push_back(&tables_.of(left, right));
                turned.push_back(left > right);
            }
        Surroundings around(tables_.directions, std::move(used), std::move(turned), count);
        const auto& directions = tables_.directions;

        PositionStore store(3 * (count - 1));
        std::vector<std::int16_t> packed(3 * (count - 1));
        std::vector<Step> places = key.places, shifted(count);
        std::vector<PieceSet> unions;
        pack(places, packed);
        store.add(packed.data(), PositionStore::none);

        Plan best;
        const auto shortest = fewest_separations(key.pieces);
        std::int32_t level = 0;
        for (std::size_t begin = 0, end = 1; begin < end; begin = end, end = store.size()) {
            ++level;
            for (auto index = begin; index < end; ++index) {
                count_position(store.bytes());
                unpack(store[index], places);
                around.look_at(places);
                for (std::size_t u = 0; u < directions.size(); ++u) {
                    const auto& leaving = around.leaving(u);
                    if (leaving.empty()) continue;
                    if (least_ == Least::level) {
                        best = plan_of(key, numbers, places, leaving[0], u, store, index, level);
                        return best;
                    }
                    if (!unite(leaving, unions, most_unions)) throw Halted{};
                    for (const auto moved : unions) {
                        auto plan = plan_of(key, numbers, places, moved, u, store, index, level);
                        if (plan.apart == Apart::stuck) return plan;
                        if (best.apart != Apart::yes || is_better(plan.levels, best.levels)) best = std::move(plan);
                        if (is_least(best.levels)) return best;
                    }
                }
                if (best.apart == Apart::yes && !may_improve(best, level + 1, shortest)) continue;
                for (std::size_t u = 0; u < directions.size(); ++u) {
                    if (!unite(around.shifting(u), unions, most_unions)) throw Halted{};
                    for (const auto moved : unions) {
                        const auto distance = around.distance(u, moved);
                        if (distance == endless) continue;  // it leaves, and does not stop on its way
                        shifted = places;
                        for (Distance steps = 1; steps <= distance; ++steps) {
                            for_each_piece(moved, [&](std::size_t a) { shifted[a] = shifted[a] + directions[u].step; });
                            pack(shifted, packed);
                            store.add(packed.data(), static_cast<std::uint32_t>(index));
                        }
                    }
                }
            }
            if (best.apart == Apart::yes && !may_improve(best, level + 1, shortest)) return best;
        }
        if (best.apart == Apart::yes) return best;
        stuck_pieces_ = key.pieces;
        stuck_positions_.clear();
        for (std::size_t index = 0; index < store.size(); ++index) {
            unpack(store[index], places);
            stuck_positions_.insert(stuck_positions_.end(), places.begin(), places.end());
        }
        best.apart = Apart::stuck;
        return best;
    }

    bool is_better(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) const {
        const auto sum = [](const auto& levels) { return std::accumulate(levels.begin(), levels.end(), 0); };
        if (least_ == Least::moves && sum(a) != sum(b)) return sum(a) < sum(b);
        return a < b;
    }

    // Whether a separation at this level may lead to a better plan, where so many separations are needed in all.
    bool may_improve(const Plan& best, std::int32_t level, std::int32_t separations) const {
        if (least_ != Least::moves) return false;  // only the least level counts
        return level + separations - 1 < std::accumulate(best.levels.begin(), best.levels.end(), 0);
    }

    // One for each piece but the last; those of a group count as one.
    std::int32_t fewest_separations(PieceSet pieces) const {
        std::vector<std::int32_t> groups;
        std::int32_t parts = 0;
        for_each_piece(pieces, [&](std::size_t number) {
            const auto group = pieces_[number].group;
            if (group >= 0 && std::find(groups.begin(), groups.end(), group) != groups.end()) return;
            groups.push_back(group);
            ++parts;
        });
        return parts - 1;
    }

    // Whether no numbers can be less: those after the first are one, and there is one for each piece but the last.
    bool is_least(const std::vector<std::int32_t>& levels) const {
        return std::all_of(levels.begin() + 1, levels.end(), [](auto moves) { return moves == 1; }) &&
               std::all_of(pieces_.begin(), pieces_.end(), [](const auto& piece) { return piece.group < 0; });
    }

    // The plan that begins with this separation, whose parts are taken apart in turn.
    Plan plan_of(const PartKey& key, const std::vector<std::size_t>& numbers, const std::vector<Step>& places,
                 PieceSet moved, std::size_t direction, const PositionStore& store, std::size_t index,
                 std::int32_t level) {
        PieceSet parts[2] = {0, 0};
        std::vector<Step> part_places[2];
        for (std::size_t a = 0; a < numbers.size(); ++a) {
            const auto which = moved >> a & 1 ? 0 : 1;
            parts[which] |= PieceSet{1} << numbers[a];
            part_places[which].push_back(places[a]);
        }
        const auto first = key_of(parts[0], std::move(part_places[0]));
        const auto second = key_of(parts[1], std::move(part_places[1]));
        Plan made;
        const Plan& one = take_apart(first);
        if (one.apart == Apart::stuck) return one;
        const Plan& other = take_apart(second);
        if (other.apart == Apart::stuck) return other;
        made.apart = Apart::yes;
        std::vector<std::int32_t> forward = one.levels, backward = other.levels;
        forward.insert(forward.end(), other.levels.begin(), other.levels.end());
        backward.insert(backward.end(), one.levels.begin(), one.levels.end());
        made.rest_first = backward < forward;
        made.levels = {level};
        const auto& tail = made.rest_first ? backward : forward;
        made.levels.insert(made.levels.end(), tail.begin(), tail.end());
        made.moved = first.text, made.rest = second.text;
        made.moves = moves_to(store, index, numbers);
        made.moves.push_back({parts[0], static_cast<std::int32_t>(direction), 0});
        (void)key;
        return made;
    }

    // The moves from the first position of the store to this one.
    std::vector<Movement> moves_to(const PositionStore& store, std::size_t index,
                                   const std::vector<std::size_t>& numbers) const {
        std::vector<Movement> moves;
        std::vector<Step> before(numbers.size()), after(numbers.size());
        for (auto at = index; store.parent(at) != PositionStore::none; at = store.parent(at)) {
            unpack(store[at], after), unpack(store[store.parent(at)], before);
            Movement move;
            Step shift{};
            for (std::size_t a = 0; a < numbers.size(); ++a)
                if (const auto way = after[a] - before[a]; way != Step{}) {
                    shift = way;
                    move.pieces |= PieceSet{1} << numbers[a];
                }
            for (std::size_t u = 0; u < tables_.directions.size(); ++u) {
                const auto& step = tables_.directions[u].step;
                for (std::size_t axis = 0; axis < 3; ++axis)
                    if (step[axis]) {
                        move.distance = shift[axis] / step[axis];
                        break;
                    }
                move.direction = static_cast<std::int32_t>(u);
                if (move.distance > 0 &&
                    Step{step[0] * move.distance, step[1] * move.distance, step[2] * move.distance} == shift)
                    break;
            }
            moves.push_back(move);
        }
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    std::int32_t write_separation(const std::string& key, PieceSet pieces, Disassembly& found) const {
        const auto& plan = plans_.at(key);
        if (plan.moves.empty()) return -1;
        const auto number = static_cast<std::int32_t>(found.separations.size());
        found.separations.push_back({pieces, plan.moves, -1, -1});
        const auto moved = plan.moves.back().pieces;
        std::int32_t parts[2];
        if (plan.rest_first) {
            parts[1] = write_separation(plan.rest, pieces & ~moved, found);
            parts[0] = write_separation(plan.moved, moved, found);
        } else {
            parts[0] = write_separation(plan.moved, moved, found);
            parts[1] = write_separation(plan.rest, pieces & ~moved, found);
        }
        auto& separation = found.separations[static_cast<std::size_t>(number)];
        separation.moved = parts[0], separation.rest = parts[1];
        return number;
    }

    static void pack(const std::vector<Step>& places, std::vector<std::int16_t>& packed) {
        for (std::size_t a = 1, k = 0; a < places.size(); ++a)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto offset = places[a][axis] - places[0][axis];
                if (offset > farthest || offset < -farthest) throw Halted{};
                packed[k++] = static_cast<std::int16_t>(offset);
            }
    }

    static void unpack(const std::int16_t* packed, std::vector<Step>& places) {
        places[0] = {};
        for (std::size_t a = 1; a < places.size(); ++a, packed += 3) places[a] = {packed[0], packed[1], packed[2]};
    }

    MovementTables& tables_;
    const std::vector<MovementPiece>& pieces_;
    const Least least_;
    const MovementLimits& limits_;
    std::unordered_map<std::string, Plan> plans_;
    std::int64_t positions_ = 0;
    bool out_of_memory_ = false;
    PieceSet stuck_pieces_ = 0;
    std::vector<Step> stuck_positions_;
};

void check(const MovementTables& tables, const std::vector<MovementPiece>& pieces) {
    if (pieces.empty() || pieces.size() > 64) throw std::invalid_argument("expected 1 to 64 pieces");
    for (const auto& piece : pieces)
        if (piece.shape < 0 || piece.shape >= tables.shape_count()) throw std::invalid_argument("an unknown shape");
}

}  // namespace

Mover::Mover(std::vector<MovementDirection> directions)
    : tables_(std::make_unique<MovementTables>(std::move(directions))) {}
Mover::~Mover() = default;

std::int32_t Mover::add_shape(std::vector<MovementCell> cells) { return tables_->add_shape(std::move(cells)); }

std::int64_t Mover::table_bytes() const { return tables_->bytes; }

Disassembly Mover::take_apart(const std::vector<MovementPiece>& pieces, Least least, const MovementLimits& limits) {
    check(*tables_, pieces);
    return Search(*tables_, pieces, least, limits).run();
}

std::vector<Disassembly> Mover::take_apart(const std::vector<std::vector<MovementPiece>>& assemblies, Least least,
                                           const MovementLimits& limits, int threads) {
    // All tables first, so that the threads only read them.
    for (const auto& pieces : assemblies) {
        check(*tables_, pieces);
        for (const auto& a : pieces)
            for (const auto& b : pieces)
                if (&a < &b) tables_->of(a.shape, b.shape);
    }
    std::vector<Disassembly> found(assemblies.size());
    std::atomic<std::size_t> next{0};
    std::atomic<bool> over{false};
    const auto work = [&](bool asks) {
        auto mine = limits;
        mine.stop = [&, asks] {
            if (asks && limits.stop && limits.stop()) over = true;
            return over.load();
        };
        for (std::size_t k; !over && (k = next++) < assemblies.size();)
            found[k] = Search(*tables_, assemblies[k], least, mine).run();
    };
    std::vector<Thread> others;
    for (int k = 1; k < usable_threads(threads) && static_cast<std::size_t>(k) < assemblies.size(); ++k)
        if (!start_thread(others, [&] { work(false); })) break;
    work(true);
    for (auto& thread : others)
        if (thread.joinable()) thread.join();
    return found;
}

}  // namespace tilewright
