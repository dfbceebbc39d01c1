// Reading options. A name of up to eight bytes is a number, so that to look it up is one multiplication and mostly one
// comparison, and no text is ever copied: 100 MB take half a second. What is wrong with a line is for the caller to say.
#include "tilewright/option_text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "tilewright/wide.hpp"

namespace tilewright {
namespace {

constexpr std::size_t longest_name = 8;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The bytes of a name as a number; no two names share one, for none has a byte 0.
std::uint64_t number_of(std::string_view name) {
    std::uint64_t number = 0;
    std::memcpy(&number, name.data(), name.size());
    return number;
}

// Items by name: an open table, at most half full.
class Items {
  public:
    explicit Items(const std::vector<std::string>& names)
        : shift_(64 - static_cast<int>(std::bit_width(2 * names.size() + 1))), slots_(std::size_t{1} << (64 - shift_)) {
        for (std::size_t k = 0; k < names.size(); ++k) {
            const auto& name = names[k];
            if (name.empty() || name.size() > longest_name ||
                std::any_of(name.begin(), name.end(), [](unsigned char c) { return c <= ' '; }))
                throw std::invalid_argument("a name has 1 to 8 bytes, none of them a blank");
            auto& slot = find(number_of(name));
            if (slot.number) throw std::invalid_argument("two items have one name");
            slot = {number_of(name), static_cast<std::int32_t>(k)};
        }
    }
    // The item, or -1.
    std::int32_t operator[](std::string_view name) const {
        if (name.size() > longest_name) return -1;
        return const_cast<Items*>(this)->find(number_of(name)).item;
    }

  private:
    struct Slot {
        std::uint64_t number = 0;
        std::int32_t item = -1;
    };
    Slot& find(std::uint64_t number) {
        auto at = spread(number) >> shift_;
        while (slots_[at].number && slots_[at].number != number) at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }
    int shift_;
    std::vector<Slot> slots_;
};

// Appends the items of the line; false if it is no option. It is none either, and true, where the line has no words.
bool read_line(std::string_view line, const Items& items, const std::vector<char>& needed,
               std::vector<std::int32_t>& out) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    bool any_needed = false;
    for (std::size_t at = 0;;) {
        while (at < line.size() && is_blank(line[at])) ++at;
        if (at == line.size()) break;
        const auto begin = at;
        while (at < line.size() && !is_blank(line[at])) ++at;
        const auto item = items[line.substr(begin, at - begin)];
        if (item < 0) return false;
        any_needed |= needed[static_cast<std::size_t>(item)] != 0;
        out.push_back(item);
    }
    std::sort(out.begin() + first, out.end());
    if (std::adjacent_find(out.begin() + first, out.end()) != out.end()) return false;
    return any_needed || out.begin() + first == out.end();
}

}  // namespace

OptionText read_options(std::string_view text, const std::vector<std::string>& names, const std::vector<char>& needed,
                        std::int64_t most) {
    if (needed.size() != names.size()) throw std::invalid_argument("expected as many marks as names");
    const Items items(names);
    OptionText result;
    while (result.end < static_cast<std::int64_t>(text.size())) {
        const auto rest = text.substr(static_cast<std::size_t>(result.end));
        const auto line = rest.substr(0, rest.find('\n'));
        const auto before = result.items.size();
        if (!line.starts_with('|')) {
            const bool good = read_line(line, items, needed, result.items);
            const bool full = static_cast<std::int64_t>(result.start.size()) > most;
            if (!good || (full && result.items.size() > before)) {
                result.items.resize(before);
                break;
            }
        }
        if (result.items.size() > before) result.start.push_back(static_cast<std::int64_t>(result.items.size()));
        ++result.lines;
        result.end += static_cast<std::int64_t>(std::min(line.size() + 1, rest.size()));
    }
    return result;
}

}  // namespace tilewright
