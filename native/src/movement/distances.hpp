// How far one shape can move past another: for each offset between the two and each direction, a number of free steps.
//
// A table holds every offset at which a step can be blocked, which is a box of about the size of both shapes together.
// It is filled at once, by marking the blocked steps and then walking each line of the box from its end. Offsets outside
// the box need no entry: a line that leaves the box never comes back, and one that enters it is as free as at its entry.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tilewright/movement.hpp"

namespace tilewright {

using Distance = std::uint16_t;
inline constexpr Distance endless = 0xFFFF;

inline Step operator+(const Step& a, const Step& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Step operator-(const Step& a, const Step& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

class DistanceTable {
  public:
    DistanceTable(const std::vector<MovementDirection>& directions, const std::vector<MovementCell>& moving,
                  const std::vector<MovementCell>& still);

    // Free steps of the moving shape in each direction, where it lies at `offset` from the still one.
    void look_up(const std::vector<MovementDirection>& directions, const Step& offset, Distance* free) const {
        std::size_t index = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto place = static_cast<std::uint32_t>(offset[axis] - low_[axis]);
            if (place >= static_cast<std::uint32_t>(size_[axis])) return look_up_outside(directions, offset, free);
            index = index * static_cast<std::size_t>(size_[axis]) + place;
        }
        std::copy_n(&free_[index * directions.size()], directions.size(), free);
    }

    std::int64_t bytes() const { return static_cast<std::int64_t>(free_.size() * sizeof(Distance)); }

  private:
    bool is_inside(const Step& offset) const;
    std::size_t index_of(const Step& offset) const;
    void look_up_outside(const std::vector<MovementDirection>& directions, const Step& offset, Distance* free) const;

    Step low_{}, size_{};
    std::vector<Distance> free_;
};

class MovementTables {
  public:
    explicit MovementTables(std::vector<MovementDirection> directions);

    std::int32_t add_shape(std::vector<MovementCell> cells);

    // The table of the two shapes, the one with the smaller number moving, made if it is not there.
    const DistanceTable& of(std::int32_t a, std::int32_t b);
    std::int32_t shape_count() const { return static_cast<std::int32_t>(shapes_.size()); }

    const std::vector<MovementDirection> directions;
    std::int64_t bytes = 0;

  private:
    std::vector<std::vector<MovementCell>> shapes_;
    std::map<std::pair<std::int32_t, std::int32_t>, DistanceTable> tables_;
};

}  // namespace tilewright
