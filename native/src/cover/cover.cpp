// Whether a cover is what it says: all that the searches rely on is checked once, before any of them begins.
#include "tilewright/cover.hpp"

#include <algorithm>
#include <utility>

namespace tilewright {
namespace {

std::string number(std::int64_t n) { return std::to_string(n); }

std::string validate_options(const Cover& cover) {
    const auto items = cover.item_count();
    if (cover.option_start.empty() || cover.option_start.front() != 0 ||
        cover.option_start.back() != static_cast<std::int64_t>(cover.option_items.size()))
        return "option_start must run from 0 to the number of option items";
    if (!std::ranges::all_of(cover.option_start, [&](auto at) { return at <= cover.option_start.back(); }))
        return "option_start goes beyond the option items";
    for (std::int64_t o = 0; o < cover.option_count(); ++o) {
        if (cover.option_start[o] >= cover.option_start[o + 1]) return "option " + number(o) + " covers nothing";
        for (auto p = cover.begin(o); p != cover.end(o); ++p) {
            if (*p < 0 || *p >= items)
                return "option " + number(o) + " names item " + number(*p) + ", which is not there";
            if (p == cover.begin(o)) continue;
            if (p[-1] > *p) return "the items of option " + number(o) + " are not ascending";
            if (p[-1] == *p && cover.hi[*p] < 2) return "option " + number(o) + " covers item " + number(*p) + " twice";
        }
    }
    return {};
}

std::string validate_colors(const Cover& cover) {
    if (cover.colors.empty()) return {};
    if (cover.colors.size() != cover.option_items.size()) return "there is not one color for each entry";
    for (std::size_t e = 0; e < cover.colors.size(); ++e) {
        const auto item = cover.option_items[e];
        if (cover.colors[e] < 0) return "item " + number(item) + " has a color below 0";
        if (cover.colors[e] && (cover.lo[item] != 0 || cover.hi[item] != 1))
            return "item " + number(item) + " has colors, but its bounds are not 0 to 1";
    }
    return {};
}

bool is_permutation(const std::vector<std::int32_t>& p, std::int64_t n) {
    if (static_cast<std::int64_t>(p.size()) != n) return false;
    std::vector<char> seen(n, 0);
    for (auto v : p) {
        if (v < 0 || v >= n || seen[v]) return false;
        seen[v] = 1;
    }
    return true;
}

// Whether the colors of each item become those of its image, different ones different ones, none none.
bool maps_colors(const Cover& cover, const Automorphism& a) {
    using Color = std::pair<std::int32_t, std::int32_t>;  // item, color
    std::vector<std::pair<Color, Color>> images;
    for (std::int64_t o = 0; o < (cover.colors.empty() ? 0 : cover.option_count()); ++o)
        for (auto p = cover.begin(o); p != cover.end(o); ++p) {
            const auto to = a.items[*p];
            const auto q = std::lower_bound(cover.begin(a.options[o]), cover.end(a.options[o]), to);
            images.push_back({{*p, cover.color(p)}, {to, cover.color(q)}});
        }
    std::sort(images.begin(), images.end());
    images.erase(std::unique(images.begin(), images.end()), images.end());
    std::vector<Color> met;
    for (std::size_t k = 0; k < images.size(); ++k) {
        if (k && images[k - 1].first == images[k].first) return false;
        if (!images[k].first.second != !images[k].second.second) return false;
        met.push_back(images[k].second);
    }
    std::sort(met.begin(), met.end());
    return std::adjacent_find(met.begin(), met.end()) == met.end();
}

std::string validate_automorphism(const Cover& cover, const Automorphism& a, std::size_t index) {
    const std::string name = "automorphism " + number(static_cast<std::int64_t>(index));
    if (!is_permutation(a.items, cover.item_count()) || !is_permutation(a.options, cover.option_count()))
        return name + " is no permutation";
    for (std::int32_t i = 0; i < cover.item_count(); ++i)
        if (cover.lo[i] != cover.lo[a.items[i]] || cover.hi[i] != cover.hi[a.items[i]])
            return name + " maps item " + number(i) + " to one of other bounds";
    std::vector<std::int32_t> image;
    for (std::int64_t o = 0; o < cover.option_count(); ++o) {
        image.clear();
        for (auto p = cover.begin(o); p != cover.end(o); ++p) image.push_back(a.items[*p]);
        std::sort(image.begin(), image.end());
        const auto to = a.options[o];
        if (!std::equal(image.begin(), image.end(), cover.begin(to), cover.end(to)))
            return name + " does not map option " + number(o) + " to option " + number(to);
    }
    return maps_colors(cover, a) ? "" : name + " takes one color to two, or two to one";
}

std::string validate_hints(const Cover& cover) {
    const auto items = cover.item_count();
    std::vector<char> seen(items, 0);
    for (auto i : cover.order) {
        if (i < 0 || i >= items || seen[i]) return "order names an item twice or one that is not there";
        seen[i] = 1;
    }
    if (!cover.adjacent_start.empty()) {
        if (static_cast<std::int32_t>(cover.adjacent_start.size()) != items + 1 || cover.adjacent_start.front() != 0 ||
            cover.adjacent_start.back() != static_cast<std::int64_t>(cover.adjacent_items.size()) ||
            !std::is_sorted(cover.adjacent_start.begin(), cover.adjacent_start.end()))
            return "adjacent does not have one row for each item";
        for (auto i : cover.adjacent_items)
            if (i < 0 || i >= items) return "adjacent names an item that is not there";
    }
    for (std::size_t k = 0; k < cover.automorphisms.size(); ++k)
        if (auto wrong = validate_automorphism(cover, cover.automorphisms[k], k); !wrong.empty()) return wrong;
    return {};
}

}  // namespace

std::string size_fault(std::int64_t items, std::int64_t options, std::int64_t entries) {
    const std::pair<const char*, std::int64_t> sizes[] = {{"items", items}, {"options", options}, {"entries", entries}};
    for (const auto& [what, size] : sizes)
        if (size > most_entries)
            return "the cover has " + number(size) + " " + what + ": expected at most " + number(most_entries);
    return {};
}

std::string validate(const Cover& cover) {
    const auto length = [](const auto& row) { return static_cast<std::int64_t>(row.size()); };
    if (auto wrong = size_fault(length(cover.lo), length(cover.option_start) - 1, length(cover.option_items));
        !wrong.empty())
        return wrong;
    if (cover.lo.size() != cover.hi.size()) return "lo and hi differ in length";
    for (std::int32_t i = 0; i < cover.item_count(); ++i)
        if (cover.lo[i] < 0 || cover.hi[i] < cover.lo[i]) return "item " + number(i) + " has bounds that cannot be met";
    // An early partial row would make later reads run past the end, so the rows are checked first.
    if (!std::is_sorted(cover.option_start.begin(), cover.option_start.end())) return "option_start is not ascending";
    if (auto wrong = validate_options(cover); !wrong.empty()) return wrong;
    if (auto wrong = validate_colors(cover); !wrong.empty()) return wrong;
    return validate_hints(cover);
}

}  // namespace tilewright
