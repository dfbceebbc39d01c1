// Levels of labeled boxes of cubes, for searches that try very many of them.
//
// Most labelings that such a search tries separate too early, or are stuck. So the first separation alone is looked for,
// from the assembly outwards, and only where it comes late enough are the parts taken apart as well. A box shares its
// shapes with no other: its tables are made for it alone.
#include <memory>
#include <stdexcept>

#include "moves.hpp"
#include "positions.hpp"
#include "tilewright/movement.hpp"

namespace tilewright {
namespace {

constexpr std::size_t most_unions = 1 << 12;
constexpr std::int64_t look_every = 2048;

const std::vector<MovementDirection>& cube_directions() {
    static const auto made = [] {
        std::vector<MovementDirection> directions;
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const std::int32_t way : {1, -1}) {
                Step step{};
                step[axis] = way;
                const auto number = static_cast<std::int32_t>(directions.size());
                directions.push_back({step, number ^ 1, {{0, 0, step}}});
            }
        return directions;
    }();
    return made;
}

using Shapes = std::vector<std::vector<MovementCell>>;

// The cells of each label.
Shapes shapes_of(const Step& size, std::string_view labels) {
    Shapes shapes;
    std::size_t cell = 0;
    for (std::int32_t z = 0; z < size[0]; ++z)
        for (std::int32_t y = 0; y < size[1]; ++y)
            for (std::int32_t x = 0; x < size[2]; ++x)
                if (const auto label = static_cast<std::size_t>(static_cast<unsigned char>(labels[cell++]))) {
                    if (label > 64) throw std::invalid_argument("expected at most 64 pieces");
                    if (label > shapes.size()) shapes.resize(label);
                    shapes[label - 1].push_back({{z, y, x}, 0});
                }
    for (const auto& shape : shapes)
        if (shape.empty()) throw std::invalid_argument("expected each piece from 1 on");
    return shapes;
}

// Breadth-first search for the first separation.
GridLevel find_separation(const Shapes& shapes, std::int32_t least, const MovementLimits& limits) {
    const auto& directions = cube_directions();
    const auto count = shapes.size();
    GridLevel found;
    if (count < 2) return found;
    std::vector<DistanceTable> tables;
    tables.reserve(count * (count - 1) / 2);
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = a + 1; b < count; ++b) tables.emplace_back(directions, shapes[a], shapes[b]);
    std::vector<const DistanceTable*> used;
    for (const auto& table : tables) used.push_back(&table);
    Surroundings around(directions, std::move(used), std::vector<bool>(tables.size()), count);
    PositionStore store(3 * (count - 1));
    std::vector<std::int16_t> packed(3 * (count - 1));
    std::vector<Step> places(count), shifted;
    std::vector<PieceSet> unions;
    const auto add = [&](const std::vector<Step>& position, std::size_t parent) {
        for (std::size_t a = 1, k = 0; a < count; ++a)
            for (std::size_t axis = 0; axis < 3; ++axis, ++k)
                packed[k] = static_cast<std::int16_t>(position[a][axis] - position[0][axis]);
        store.add(packed.data(), static_cast<std::uint32_t>(parent));
    };
    add(places, PositionStore::none);
    std::int32_t level = 0;
    for (std::size_t begin = 0, end = 1; begin < end; begin = end, end = store.size()) {
        ++level;
        for (auto index = begin; index < end; ++index) {
            if (++found.positions > limits.positions) return found;
            if (found.positions % look_every == 0 && limits.stop && limits.stop()) return found;
            const auto* from = store[index];
            for (std::size_t a = 1; a < count; ++a, from += 3) places[a] = {from[0], from[1], from[2]};
            around.look_at(places);
            for (std::size_t u = 0; u < directions.size(); ++u)
                found.exits += static_cast<std::int64_t>(around.leaving(u).size());
            if (found.exits && level < least) return found;
            if (found.exits) continue;  // the last layer
            for (std::size_t u = 0; u < directions.size(); ++u) {
                if (!unite(around.shifting(u), unions, most_unions)) return found;
                for (const auto moved : unions) {
                    const auto distance = around.distance(u, moved);
                    shifted = places;
                    for (Distance steps = 1; steps <= distance; ++steps) {
                        for_each_piece(moved, [&](std::size_t a) { shifted[a] = shifted[a] + directions[u].step; });
                        add(shifted, index);
                    }
                }
            }
        }
        if (found.exits) {
            found.level = level;
            return found;
        }
    }
    return found;
}

bool comes_apart(Shapes shapes, const MovementLimits& limits) {
    Mover mover(cube_directions());
    std::vector<MovementPiece> pieces;
    for (auto& shape : shapes) pieces.push_back({mover.add_shape(std::move(shape)), {}, -1});
    return mover.take_apart(pieces, Least::level, limits).apart == Apart::yes;
}

}  // namespace

std::vector<GridLevel> levels_of_grids(const Step& size, std::string_view labels, std::int32_t least,
                                       const MovementLimits& limits) {
    std::size_t volume = 1;
    for (const auto side : size) {
        if (side < 1 || side > 100) throw std::invalid_argument("expected a box of 1 to 100 cells a side");
        volume *= static_cast<std::size_t>(side);
    }
    if (labels.size() % volume) throw std::invalid_argument("expected a label for each cell of each box");
    std::vector<GridLevel> levels;
    for (; !labels.empty() && !(limits.stop && limits.stop()); labels.remove_prefix(volume)) {
        const auto shapes = shapes_of(size, labels.substr(0, volume));
        levels.push_back(find_separation(shapes, least, limits));
        if (levels.back().level && !comes_apart(shapes, limits)) levels.back().level = 0;
    }
    return levels;
}

}  // namespace tilewright
