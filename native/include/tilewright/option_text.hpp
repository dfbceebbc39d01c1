// Options of an exact cover read from text: a line each, the names of its items with blanks between.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright {

struct OptionText {
    std::vector<std::int64_t> start{0};  // option k is items[start[k] .. start[k + 1]), ascending
    std::vector<std::int32_t> items;
    std::int64_t lines = 0;  // read, those without an option too
    std::int64_t end = 0;    // where reading stopped: at the text's end, or at the line that is no option
};

// Reads until a line is no option: an unknown name, an item twice, none of the `needed` items, or more options than
// `most`. Empty lines and those that begin with `|` are left out. Names have 1 to 8 bytes above 0x20, no two alike;
// throws std::invalid_argument for others.
OptionText read_options(std::string_view text, const std::vector<std::string>& names, const std::vector<char>& needed,
                        std::int64_t most);

}  // namespace tilewright
