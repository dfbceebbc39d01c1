// The positions that a breadth-first search has reached: offsets of all pieces from the first one, each stored once.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

namespace tilewright {

class PositionStore {
  public:
    // `width`: numbers in a position.
    explicit PositionStore(std::size_t width) : width_(width), slots_(64, empty) {}

    static constexpr std::uint32_t none = UINT32_MAX;

    // Adds the position unless it is there already; whether it was added.
    bool add(const std::int16_t* position, std::uint32_t parent) {
        if (2 * (size() + 1) > slots_.size()) grow();
        auto slot = find(position);
        if (slots_[slot] != empty) return false;
        slots_[slot] = static_cast<std::uint32_t>(size());
        numbers_.insert(numbers_.end(), position, position + width_);
        parents_.push_back(parent);
        return true;
    }

    const std::int16_t* operator[](std::size_t index) const { return numbers_.data() + index * width_; }
    std::uint32_t parent(std::size_t index) const { return parents_[index]; }
    std::size_t size() const { return parents_.size(); }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(numbers_.capacity() * sizeof(std::int16_t) +
                                         (parents_.capacity() + slots_.capacity()) * sizeof(std::uint32_t));
    }

  private:
    static constexpr std::uint32_t empty = UINT32_MAX;

    std::size_t find(const std::int16_t* position) const {
        auto slot = hash(position) & (slots_.size() - 1);
        while (slots_[slot] != empty &&
               std::memcmp((*this)[slots_[slot]], position, width_ * sizeof(std::int16_t)) != 0)
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }

    std::size_t hash(const std::int16_t* position) const {
        std::uint64_t mixed = 0x9E3779B97F4A7C15u;
        for (std::size_t k = 0; k < width_; ++k)
            mixed = (mixed ^ static_cast<std::uint16_t>(position[k])) * 0xD6E8FEB86659FD93u, mixed ^= mixed >> 32;
        return static_cast<std::size_t>(mixed);
    }

    void grow() {
        slots_.assign(2 * slots_.size(), empty);
        for (std::size_t index = 0; index < size(); ++index)
            slots_[find((*this)[index])] = static_cast<std::uint32_t>(index);
    }

    std::size_t width_;
    std::vector<std::int16_t> numbers_;
    std::vector<std::uint32_t> parents_, slots_;
};

}  // namespace tilewright
