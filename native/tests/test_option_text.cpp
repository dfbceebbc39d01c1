// Reading options from text: against a plain reader with streams and maps, on random texts.
#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

#include "tilewright/option_text.hpp"

using namespace tilewright;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

OptionText plainly(const std::string& text, const std::vector<std::string>& names, const std::vector<char>& needed,
                   std::int64_t most) {
    OptionText result;
    std::map<std::string, std::int32_t> place;
    for (std::size_t k = 0; k < names.size(); ++k) place[names[k]] = static_cast<std::int32_t>(k);
    std::istringstream lines(text);
    for (std::string line, word; std::getline(lines, line);) {
        const auto length = static_cast<std::int64_t>(line.size());
        std::vector<std::int32_t> option;
        bool good = true, any = false;
        std::istringstream words(line[0] == '|' ? "" : line);
        while (words >> word) {
            const auto found = place.find(word);
            good &= found != place.end() && std::find(option.begin(), option.end(), found->second) == option.end();
            if (!good) break;
            option.push_back(found->second), any |= needed[found->second] != 0;
        }
        if (!good || (!option.empty() && (!any || static_cast<std::int64_t>(result.start.size()) > most)))
            return result;
        std::sort(option.begin(), option.end());
        result.items.insert(result.items.end(), option.begin(), option.end());
        if (!option.empty()) result.start.push_back(static_cast<std::int64_t>(result.items.size()));
        ++result.lines;
        result.end = std::min(result.end + length + 1, static_cast<std::int64_t>(text.size()));
    }
    return result;
}

std::string random_text(std::mt19937& random, const std::vector<std::string>& names) {
    std::string text;
    for (int line = 0; line < 30; ++line) {
        if (random() % 9 == 0) text += "|";
        for (auto words = random() % 5; words--;)
            text += std::string(random() % 3, random() % 2 ? ' ' : '\t') + names[random() % names.size()] + " ";
        if (random() % 60 == 0) text += "longername";
        if (random() % 60 == 0) text += "?";
        if (random() % 30) text += "\n";
    }
    return text;
}

}  // namespace

int main() {
    std::mt19937 random(1);
    std::vector<std::string> names{"a", "b", "aa", "ab", "abcdefgh", "abcdefg", "1", "Z9"};
    while (names.size() < 300) names.push_back("x" + std::to_string(names.size()));
    for (int round = 0; round < 2000; ++round) {
        std::vector<char> needed(names.size());
        for (auto& mark : needed) mark = random() % 3 != 0;
        const auto text = random_text(random, names);
        const std::int64_t most = round % 3 ? 100 : 5;
        const auto mine = read_options(text, names, needed, most), other = plainly(text, names, needed, most);
        expect(mine.start == other.start && mine.items == other.items, "the options");
        expect(mine.lines == other.lines && mine.end == other.end, "where it stops");
    }
    for (const std::vector<std::string>& bad : {std::vector<std::string>{""}, {"a b"}, {"ninechars"}, {"a", "a"}}) {
        bool refused = false;
        try {
            read_options("a\n", bad, std::vector<char>(bad.size(), 1), 9);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        expect(refused, "names that are none");
    }
    return failures > 0;
}
