// Levels of labeled boxes of cubes, for searches that try very many of them.
//
// A box has its own shapes, which no other shares, so its tables are made for it alone and forgotten.
#include <stdexcept>

#include "tilewright/movement.hpp"

namespace tilewright {
namespace {

std::vector<MovementDirection> cube_directions() {
    std::vector<MovementDirection> directions;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const std::int32_t way : {1, -1}) {
            Step step{};
            step[axis] = way;
            const auto number = static_cast<std::int32_t>(directions.size());
            directions.push_back({step, number ^ 1, {{0, 0, step}}});
        }
    return directions;
}

}  // namespace

std::vector<GridLevel> levels_of_grids(const Step& size, std::string_view labels, const MovementLimits& limits) {
    std::size_t volume = 1;
    for (const auto side : size) {
        if (side < 1 || side > Mover::widest) throw std::invalid_argument("expected a box of 1 to 1,000 cells a side");
        volume *= static_cast<std::size_t>(side);
    }
    if (labels.size() % volume) throw std::invalid_argument("expected a label for each cell of each box");
    static const auto directions = cube_directions();
    std::vector<GridLevel> found;
    for (; !labels.empty(); labels.remove_prefix(volume)) {
        if (limits.stop && limits.stop()) break;
        std::vector<std::vector<MovementCell>> shapes;
        std::size_t cell = 0;
        for (std::int32_t z = 0; z < size[0]; ++z)
            for (std::int32_t y = 0; y < size[1]; ++y)
                for (std::int32_t x = 0; x < size[2]; ++x)
                    if (const auto label = static_cast<std::size_t>(static_cast<unsigned char>(labels[cell++]))) {
                        if (label > shapes.size()) shapes.resize(label);
                        shapes[label - 1].push_back({{z, y, x}, 0});
                    }
        Mover mover(directions);
        std::vector<MovementPiece> pieces;
        for (auto& shape : shapes) pieces.push_back({mover.add_shape(std::move(shape)), {}, -1});
        const auto answer = mover.take_apart(pieces, false, limits);
        found.push_back({answer.apart == Apart::yes && !answer.levels.empty() ? answer.levels[0] : 0, answer.positions});
    }
    return found;
}

}  // namespace tilewright
