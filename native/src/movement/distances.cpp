#include "distances.hpp"

#include <limits>

namespace tilewright {

DistanceTable::DistanceTable(const std::vector<MovementDirection>& directions, const std::vector<MovementCell>& moving,
                             const std::vector<MovementCell>& still) {
    const auto count = directions.size();
    const auto bounds = [](const auto& all, auto&& place_of) {
        Step low = place_of(all[0]), high = low;
        for (const auto& each : all)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], place_of(each)[axis]);
                high[axis] = std::max(high[axis], place_of(each)[axis]);
            }
        return std::pair{low, high};
    };
    const auto place_of_cell = [](const MovementCell& cell) -> const Step& { return cell.place; };
    const auto [first, last] = bounds(moving, place_of_cell);
    const auto [nearest, farthest] = bounds(still, place_of_cell);
    Step least{}, most{};  // of what is met during a step
    for (const auto& direction : directions) {
        if (direction.sweeps.empty()) continue;
        const auto [low, high] =
            bounds(direction.sweeps, [](const Sweep& sweep) -> const Step& { return sweep.place; });
        for (std::size_t axis = 0; axis < 3; ++axis) {
            least[axis] = std::min(least[axis], low[axis]);
            most[axis] = std::max(most[axis], high[axis]);
        }
    }
    low_ = nearest - last - most;
    size_ = farthest - first - least - low_ + Step{1, 1, 1};
    std::size_t volume = 1;
    for (const auto side : size_) volume *= static_cast<std::size_t>(side);
    free_.assign(volume * count, endless);
    for (std::size_t number = 0; number < count; ++number)
        for (const auto& sweep : directions[number].sweeps)
            for (const auto& a : moving) {
                if (a.kind != sweep.moving) continue;
                const auto met = Step{} - a.place - sweep.place;
                for (const auto& b : still)
                    if (b.kind == sweep.met) free_[index_of(b.place + met) * count + number] = 0;
            }
    // From each blocked step back along the line, until the step before it that is blocked itself.
    std::size_t index = 0;
    Step at;
    for (at[0] = low_[0]; at[0] < low_[0] + size_[0]; ++at[0])
        for (at[1] = low_[1]; at[1] < low_[1] + size_[1]; ++at[1])
            for (at[2] = low_[2]; at[2] < low_[2] + size_[2]; ++at[2], ++index)
                for (std::size_t number = 0; number < count; ++number) {
                    if (free_[index * count + number]) continue;
                    Distance steps = 0;
                    for (auto before = at - directions[number].step; is_inside(before);
                         before = before - directions[number].step) {
                        auto& free = free_[index_of(before) * count + number];
                        if (free <= ++steps) break;
                        free = steps;
                    }
                }
}

bool DistanceTable::is_inside(const Step& offset) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (offset[axis] < low_[axis] || offset[axis] >= low_[axis] + size_[axis]) return false;
    return true;
}

std::size_t DistanceTable::index_of(const Step& offset) const {
    std::size_t index = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        index = index * static_cast<std::size_t>(size_[axis]) + static_cast<std::size_t>(offset[axis] - low_[axis]);
    return index;
}

void DistanceTable::look_up_outside(const std::vector<MovementDirection>& directions, const Step& offset,
                                    Distance* free) const {
    for (std::size_t number = 0; number < directions.size(); ++number) {
        const auto& step = directions[number].step;
        std::int32_t first = 0, last = std::numeric_limits<std::int32_t>::max();  // steps at which the line is inside
        for (std::size_t axis = 0; axis < 3 && first <= last; ++axis) {
            const std::int32_t below = low_[axis] - offset[axis], above = below + size_[axis] - 1;
            const auto stride = step[axis];
            if (!stride) {
                if (below > 0 || above < 0) last = -1;
                continue;
            }
            const std::int32_t near = stride > 0 ? below : -above, far = stride > 0 ? above : -below;
            const std::int32_t length = stride > 0 ? stride : -stride;
            first = std::max(first, near > 0 ? (near + length - 1) / length : 0);
            last = std::min(last, far < 0 ? -1 : far / length);
        }
        free[number] = endless;
        if (first > last) continue;
        const Step entry = {offset[0] + first * step[0], offset[1] + first * step[1], offset[2] + first * step[2]};
        const auto inside = free_[index_of(entry) * directions.size() + number];
        if (inside != endless) free[number] = static_cast<Distance>(first + inside);
    }
}

MovementTables::MovementTables(std::vector<MovementDirection> all) : directions(std::move(all)) {
    const auto count = static_cast<std::int32_t>(directions.size());
    if (!count || count > 64) throw std::invalid_argument("expected 1 to 64 directions");
    for (std::int32_t number = 0; number < count; ++number) {
        const auto& one = directions[static_cast<std::size_t>(number)];
        if (one.opposite < 0 || one.opposite >= count || one.step == Step{})
            throw std::invalid_argument("a direction without an opposite, or without a step");
        const auto& back = directions[static_cast<std::size_t>(one.opposite)];
        if (back.opposite != number || one.step + back.step != Step{})
            throw std::invalid_argument("two directions that are said to be opposite are not");
    }
}

std::int32_t MovementTables::add_shape(std::vector<MovementCell> cells) {
    if (cells.empty()) throw std::invalid_argument("a shape without cells");
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax_element(
            cells.begin(), cells.end(), [&](const auto& a, const auto& b) { return a.place[axis] < b.place[axis]; });
        if (low->place[axis] < -Mover::widest || high->place[axis] > Mover::widest)
            throw std::invalid_argument("a shape that spans more than 1,000 steps");
    }
    shapes_.push_back(std::move(cells));
    return shape_count() - 1;
}

const DistanceTable& MovementTables::of(std::int32_t a, std::int32_t b) {
    const auto key = std::minmax(a, b);
    auto found = tables_.find(key);
    if (found == tables_.end()) {
        found = tables_
                    .emplace(key, DistanceTable(directions, shapes_.at(static_cast<std::size_t>(key.first)),
                                                shapes_.at(static_cast<std::size_t>(key.second))))
                    .first;
        bytes += found->second.bytes();
    }
    return found->second;
}

}  // namespace tilewright
