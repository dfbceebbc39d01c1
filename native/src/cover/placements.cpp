// Why this is fast without a map from atoms to items: an atom becomes one number whose order is the atoms' order and to
// which a translation adds a constant. As the place where a shape begins moves through the board in ascending order, each
// of its atoms does so too; so each keeps a cursor into the board that only ever goes forward, as when sorted lists are
// merged. Boards with gaps of any size cost no more than full ones.
#include "tilewright/placements.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace tilewright {
namespace {

constexpr std::int32_t most_slots = 256;  // of a cell; any lattice has a dozen at most
constexpr std::int32_t most_dimensions = 3;
// A key has room for the board and for shapes as long as it, along each axis, and for the sign.
static_assert(most_dimensions * 34 + 8 < 127 && sizeof(AtomKey) == 16);

void require(bool good, const std::string& what) {
    if (!good) throw std::invalid_argument(what);
}

void check(const BoardAtoms& board) {
    require(board.dimension >= 1 && board.dimension <= most_dimensions && board.width >= board.dimension &&
                board.width <= board.dimension + 1,
            "an atom has its cell's coordinates, three at most, and at most a slot");
    require(board.numbers.size() % static_cast<std::size_t>(board.width) == 0, "the board ends within an atom");
    for (std::int32_t i = 0; i < board.count(); ++i) {
        require(board.slot(i) >= 0 && board.slot(i) < most_slots, "a slot is out of range");
        require(i == 0 || std::lexicographical_compare(board.atom(i - 1), board.atom(i), board.atom(i),
                                                       board.atom(i) + board.width),
                "the board's atoms are not ascending");
    }
}

std::int64_t slots_of(const BoardAtoms& board) {
    std::int64_t most = 0;
    for (std::int32_t i = 0; i < board.count(); ++i) most = std::max<std::int64_t>(most, board.slot(i));
    return most + 1;
}

// What one step along each axis adds to a key. `reach` is how far along each axis a translated atom may lie outside of
// the board: with this much room between rows, no atom outside has the key of one inside.
std::vector<AtomKey> key_weights(const BoardAtoms& board, const std::vector<std::int64_t>& reach, std::int64_t slots) {
    std::vector<AtomKey> weights(static_cast<std::size_t>(board.width), 1);
    AtomKey room = board.width > board.dimension ? slots : 1;
    const auto extent = board_extent(board);
    for (auto axis = extent.size(); axis > 0;) {
        weights[--axis] = room;
        room *= extent[axis] + reach[axis];
    }
    return weights;
}

AtomKey key_of(const std::int32_t* atom, const std::vector<AtomKey>& weights) {
    AtomKey key = 0;
    for (std::size_t axis = 0; axis < weights.size(); ++axis) key += atom[axis] * weights[axis];
    return key;
}

std::vector<AtomKey> keys_of(const BoardAtoms& board, const std::vector<AtomKey>& weights) {
    std::vector<AtomKey> keys;
    for (std::int32_t i = 0; i < board.count(); ++i) keys.push_back(key_of(board.atom(i), weights));
    return keys;
}

// Whether `target` is a key; the cursor goes on to the first that is not below it.
bool find_forward(const std::vector<AtomKey>& keys, AtomKey target, std::int32_t& cursor) {
    auto at = static_cast<std::size_t>(cursor);
    while (at < keys.size() && keys[at] < target) ++at;
    cursor = static_cast<std::int32_t>(at);
    return at < keys.size() && keys[at] == target;
}

void check(const PlacedShape& shape, const BoardAtoms& board, const Paint& paint) {
    const auto width = static_cast<std::size_t>(board.width);
    require(!shape.numbers.empty() && shape.numbers.size() % width == 0, "a shape is empty or ends within an atom");
    for (std::size_t at = width; at < shape.numbers.size(); at += width) {
        const auto* atom = shape.numbers.data() + at;
        require(std::lexicographical_compare(atom - width, atom, atom, atom + width), "a shape is not ascending");
    }
    require(shape.item == -1 || shape.item >= board.count(), "a shape's own item is an atom's");
    for (const auto& rule : shape.rules) {
        require(rule.ground.size() * width == shape.numbers.size(), "a rule of paint has not one ground an atom");
        for (const auto ground : rule.ground)
            require(ground >= 0 && static_cast<std::size_t>(ground + 1) * static_cast<std::size_t>(paint.paints) <=
                                       paint.allowed.size(),
                    "a ground is out of range");
    }
}

void check(const Paint& paint, const BoardAtoms& board) {
    require(paint.of.empty() || paint.of.size() == static_cast<std::size_t>(board.count()),
            "paint has not one entry an atom");
    for (const auto p : paint.of) require(p >= -1 && p < paint.paints, "a paint is out of range");
}

// Two shapes that lie alike would be one option with two meanings.
void check_distinct(const std::vector<PlacedShape>& shapes) {
    const auto key = [](const PlacedShape* shape) { return std::tie(shape->item, shape->numbers); };
    std::vector<const PlacedShape*> sorted;
    for (const auto& shape : shapes) sorted.push_back(&shape);
    std::sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return key(a) < key(b); });
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end(),
                                          [&](const auto* a, const auto* b) { return key(a) == key(b); });
    require(twice == sorted.end(), "a shape repeats another of the same item");
}

}  // namespace

Placements::Placements(BoardAtoms board, std::vector<PlacedShape> shapes, std::vector<PinnedPlace> pins, Paint paint)
    : board_(std::move(board)), shapes_(std::move(shapes)), pins_(std::move(pins)), paint_(std::move(paint)) {
    check(board_);
    check(paint_, board_);
    check_distinct(shapes_);
    auto slots = slots_of(board_);
    std::vector<std::int64_t> reach(static_cast<std::size_t>(board_.width), 0);
    for (const auto& shape : shapes_) {
        check(shape, board_, paint_);
        const auto width = static_cast<std::size_t>(board_.width);
        for (std::size_t k = 0; k < shape.numbers.size(); ++k) {
            const std::int64_t away = std::int64_t{shape.numbers[k]} - shape.numbers[k % width];
            reach[k % width] = std::max(reach[k % width], away < 0 ? -away : away);
            if (k % width == static_cast<std::size_t>(board_.dimension)) {
                require(shape.numbers[k] >= 0 && shape.numbers[k] < most_slots, "a slot is out of range");
                slots = std::max(slots, std::int64_t{shape.numbers[k]} + 1);
            }
        }
    }
    weights_ = key_weights(board_, reach, slots);
    keys_ = keys_of(board_, weights_);
    pinned_.assign(keys_.size(), 0);
    for (const auto& pin : pins_)
        for (const auto atom : pin.atoms) {
            require(atom >= 0 && atom < board_.count() && pin.item >= board_.count(), "a pin is out of range");
            pinned_[static_cast<std::size_t>(atom)] = 1;
        }
    begin_shape();
}

void Placements::begin_shape() {
    if (shape_ == shapes_.size()) return;
    const auto& numbers = shapes_[shape_].numbers;
    const auto first = key_of(numbers.data(), weights_);
    step_.clear();
    for (std::size_t at = 0; at < numbers.size(); at += static_cast<std::size_t>(board_.width))
        step_.push_back(key_of(numbers.data() + at, weights_) - first);
    cursor_.assign(step_.size(), 0);
    anchor_ = 0;
}

bool Placements::run(std::int64_t steps) {
    for (; shape_ < shapes_.size(); ++shape_, begin_shape()) {
        const auto& shape = shapes_[shape_];
        const auto slot =
            board_.width > board_.dimension ? shape.numbers[static_cast<std::size_t>(board_.dimension)] : 0;
        for (; anchor_ < board_.count(); ++anchor_) {
            if (steps-- <= 0) return false;
            if (board_.slot(anchor_) == slot && lies_at(anchor_)) add(shape);
        }
    }
    if (!ended_) found_.start.push_back(entries_);
    return ended_ = true;
}

PlacementList Placements::take() { return std::exchange(found_, {}); }

bool Placements::lies_at(std::int32_t anchor) {
    covered_.assign(1, anchor);
    const auto first = keys_[static_cast<std::size_t>(anchor)];
    for (std::size_t k = 1; k < step_.size(); ++k) {
        if (!find_forward(keys_, first + step_[k], cursor_[k])) return false;
        covered_.push_back(cursor_[k]);
    }
    return true;
}

void Placements::add(const PlacedShape& shape) {
    const PaintRule* rule = nullptr;
    if (!shape.rules.empty() && !(rule = allowed_rule(shape))) return;
    if (shape.item >= 0) covered_.push_back(shape.item);
    if (!pins_.empty() && !add_pins(shape)) return;
    if (covered_.size() > step_.size() + (shape.item >= 0))
        found_.pinned.push_back(static_cast<std::int32_t>(positions_));
    found_.items.insert(found_.items.end(), covered_.begin(), covered_.end());
    found_.start.push_back(entries_);
    entries_ += static_cast<std::int64_t>(covered_.size());
    ++positions_;
    found_.label.push_back(rule ? rule->label : shape.label);
}

const PaintRule* Placements::allowed_rule(const PlacedShape& shape) const {
    for (const auto& rule : shape.rules) {
        bool good = true;
        for (std::size_t k = 0; good && k < covered_.size(); ++k) {
            const auto paint = paint_.of.empty() ? -1 : paint_.of[static_cast<std::size_t>(covered_[k])];
            good = paint < 0 || paint_.allowed[static_cast<std::size_t>(rule.ground[k] * paint_.paints + paint)];
        }
        if (good) return &rule;
    }
    return nullptr;
}

// Puts the items of the pins that the position at hand is behind its own; false where it overlaps one that it is not.
bool Placements::add_pins(const PlacedShape& shape) {
    const auto atoms = step_.size();
    const auto end = covered_.begin() + static_cast<std::ptrdiff_t>(atoms);
    if (std::none_of(covered_.begin(), end, [&](auto item) { return pinned_[static_cast<std::size_t>(item)]; }))
        return true;
    const auto before = covered_.size();
    for (const auto& pin : pins_)
        if (pin.owner == shape.owner && pin.atoms.size() == atoms &&
            std::equal(pin.atoms.begin(), pin.atoms.end(), covered_.begin()))
            covered_.push_back(pin.item);
    return covered_.size() > before;
}

std::vector<std::int64_t> board_extent(const BoardAtoms& board) {
    std::vector<std::int64_t> extent(static_cast<std::size_t>(board.dimension), 0);
    for (std::size_t axis = 0; axis < extent.size(); ++axis) {
        std::int64_t least = 0, most = -1;
        for (std::int32_t i = 0; i < board.count(); ++i) {
            const std::int64_t at = board.atom(i)[axis];
            least = i ? std::min(least, at) : at, most = i ? std::max(most, at) : at;
        }
        extent[axis] = most - least + 1;
    }
    return extent;
}

std::vector<std::int32_t> board_order(const BoardAtoms& board, const std::vector<std::int32_t>& axes) {
    check(board);
    for (const auto axis : axes) require(axis >= 0 && axis < board.dimension, "an axis is out of range");
    std::vector<std::int32_t> order(static_cast<std::size_t>(board.count()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        for (const auto axis : axes)
            if (board.atom(a)[axis] != board.atom(b)[axis]) return board.atom(a)[axis] < board.atom(b)[axis];
        return false;
    });
    return order;
}

Adjacency board_adjacency(const BoardAtoms& board, const std::vector<Neighbour>& neighbours) {
    check(board);
    auto slots = slots_of(board);
    std::vector<std::int64_t> reach(static_cast<std::size_t>(board.width), 0);
    for (const auto& near : neighbours) {
        require(near.vector.size() == static_cast<std::size_t>(board.dimension) && near.slot >= 0 &&
                    near.slot < most_slots && near.other >= 0 && near.other < most_slots,
                "a neighbour has one number a coordinate, and slots");
        for (std::size_t axis = 0; axis < near.vector.size(); ++axis)
            reach[axis] = std::max(reach[axis], std::abs(std::int64_t{near.vector[axis]}));
        slots = std::max({slots, std::int64_t{near.slot} + 1, std::int64_t{near.other} + 1});
    }
    const auto weights = key_weights(board, reach, slots);
    const auto keys = keys_of(board, weights);
    struct Walk {
        AtomKey step;
        std::int32_t cursor = 0;
    };
    std::vector<std::vector<Walk>> walks(static_cast<std::size_t>(slots));
    for (const auto& near : neighbours) {
        AtomKey step = near.other - near.slot;
        for (std::size_t axis = 0; axis < near.vector.size(); ++axis) step += near.vector[axis] * weights[axis];
        walks[static_cast<std::size_t>(near.slot)].push_back({step});
    }
    Adjacency found;
    for (std::int32_t item = 0; item < board.count(); ++item) {
        const auto begin = static_cast<std::ptrdiff_t>(found.items.size());
        for (auto& walk : walks[static_cast<std::size_t>(board.slot(item))])
            if (find_forward(keys, keys[static_cast<std::size_t>(item)] + walk.step, walk.cursor))
                found.items.push_back(walk.cursor);
        std::sort(found.items.begin() + begin, found.items.end());
        found.start.push_back(static_cast<std::int64_t>(found.items.size()));
    }
    return found;
}

}  // namespace tilewright
