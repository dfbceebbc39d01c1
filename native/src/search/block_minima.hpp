// The first of the least among many numbers that change a few at a time, without looking at all of them.
//
// The minima of blocks are kept, and taken anew for blocks in which something was changed. With a million items, each of
// 500,000 nodes looks at 2,000 minima and a few blocks: a plain scan took 0.5 ms a node, which made finding quadratic.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace tilewright::general {

template <class Number>
class BlockMinima {
  public:
    // `count`: the numbers looked at; `all`: those that `touch` may be told of.
    BlockMinima(std::int32_t count, std::int32_t all)
        : count_(count), least_((count + size - 1) / size), changed_(all / size + 1, 0) {
        for (std::int32_t block = 0; block < static_cast<std::int32_t>(least_.size()); ++block) touch(block * size);
    }
    // A number has changed.
    void touch(std::int32_t place) {
        const auto block = place / size;
        if (changed_[block]) return;
        changed_[block] = 1;
        pending_.push_back(block);
    }
    // The place of the first of the least numbers; -1 if there are none.
    std::int32_t first(const Number* numbers) {
        for (auto block : pending_) {
            changed_[block] = 0;
            if (block < static_cast<std::int32_t>(least_.size()))
                least_[block] = least_of(numbers + block * size, numbers + end_of(block));
        }
        pending_.clear();
        if (least_.empty()) return -1;
        const auto least = least_of(least_.data(), least_.data() + least_.size());
        const auto block = static_cast<std::int32_t>(std::find(least_.begin(), least_.end(), least) - least_.begin());
        return static_cast<std::int32_t>(std::find(numbers + block * size, numbers + end_of(block), least) - numbers);
    }

  private:
    static constexpr std::int32_t size = 512;
    static Number least_of(const Number* from,
                           const Number* to) {  // compilers take eight at once; not so `min_element`
        auto least = *from;
        for (; from != to; ++from) least = std::min(least, *from);
        return least;
    }
    std::int32_t end_of(std::int32_t block) const { return std::min(count_, (block + 1) * size); }

    std::int32_t count_;
    std::vector<Number> least_;
    std::vector<char> changed_;
    std::vector<std::int32_t> pending_;  // the blocks that changed
};

}  // namespace tilewright::general
