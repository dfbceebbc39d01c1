// Covers, and what can be said of one without a search.
#include "bind.hpp"

#include <memory>
#include <optional>
#include <stdexcept>

#include "tilewright/cover.hpp"
#include "tilewright/invariant.hpp"
#include "tilewright/option_table.hpp"
#include "tilewright/option_text.hpp"

namespace tilewright::bind {
namespace {

std::shared_ptr<Cover> make_cover(Array<std::int32_t> lo, Array<std::int32_t> hi, Array<std::int64_t> option_start,
                                  Array<std::int32_t> option_items, Array<std::int32_t> order,
                                  Array<std::int64_t> adjacent_start, Array<std::int32_t> adjacent_items,
                                  const std::vector<std::pair<Array<std::int32_t>, Array<std::int32_t>>>& automorphisms,
                                  Array<std::int32_t> colors) {
    auto cover = std::make_shared<Cover>();
    cover->lo = vector_of(lo), cover->hi = vector_of(hi);
    cover->option_start = vector_of(option_start), cover->option_items = vector_of(option_items);
    cover->order = vector_of(order);
    cover->adjacent_start = vector_of(adjacent_start), cover->adjacent_items = vector_of(adjacent_items);
    cover->colors = vector_of(colors);
    for (const auto& [items, options] : automorphisms)
        cover->automorphisms.push_back({vector_of(items), vector_of(options)});
    Unlocked unlocked;
    if (auto wrong = validate(*cover); !wrong.empty()) throw std::invalid_argument(wrong);
    return cover;
}

// Keeps the caller's arrays: nothing is copied.
struct KeptTable {
    Array<std::int64_t> start;
    Array<std::int32_t> items;
    OptionTable table{{start.data(), start.size()}, {items.data(), items.size()}};

    bool enter(std::int64_t options) {
        Unlocked unlocked;
        return table.enter(options);
    }

    View<std::int32_t> images(Array<std::int32_t> image_of_item, std::int64_t first, std::int64_t last) {
        std::vector<std::int32_t> found;
        {
            Unlocked unlocked;
            found = table.images({image_of_item.data(), image_of_item.size()}, first, last);
        }
        return view_of(std::move(found));
    }
};

}  // namespace

void bind_cover(nb::module_& m) {
    nb::class_<Cover>(m, "Cover", "An exact cover, checked; ValueError says in one line what is wrong with it.")
        .def(nb::new_(&make_cover), "lo"_a, "hi"_a, "option_start"_a, "option_items"_a, "order"_a, "adjacent_start"_a,
             "adjacent_items"_a, "automorphisms"_a, "colors"_a)
        .def_prop_ro("items", &Cover::item_count)
        .def_prop_ro("options", &Cover::option_count);
    m.def(
        "find_invariant",
        [](const Cover& cover,
           std::int64_t work) -> std::optional<std::tuple<std::int32_t, std::vector<std::int32_t>>> {
            Unlocked unlocked;
            auto found = find_invariant(cover, work);
            if (!found) return std::nullopt;
            return std::tuple(found->modulus, std::move(found->weights));
        },
        "cover"_a, "work"_a = std::int64_t{2'000'000'000},
        "(modulus, weights of the items) under which every option sums to zero and the demand does not; None when "
        "there\n"
        "is none, or when it would take more than about so many multiplications to tell.");
    m.def(
        "read_options",
        [](const nb::bytes& text, const std::vector<std::string>& names, const std::vector<bool>& needed,
           std::int64_t most) {
            const std::vector<char> marks(needed.begin(), needed.end());
            OptionText read;
            {
                Unlocked unlocked;
                read = read_options({text.c_str(), text.size()}, names, marks, most);
            }
            return std::tuple(view_of(std::move(read.start)), view_of(std::move(read.items)), read.lines, read.end);
        },
        "text"_a, "names"_a, "needed"_a, "most"_a,
        "(starts, items, lines, end) of the options before the text's end, or before the first line that is none.");
    nb::class_<KeptTable>(m, "OptionTable", "The options of a cover, found by what they cover.")
        .def(nb::new_([](Array<std::int64_t> start, Array<std::int32_t> items) { return new KeptTable{start, items}; }),
             "starts"_a, "items"_a)
        .def("enter", &KeptTable::enter, "options"_a, "Enters up to so many more of the options; true when all are.")
        .def("images", &KeptTable::images, "image_of_item"_a, "first"_a, "last"_a,
             "The options that these become when each item becomes its image, up to the first that becomes none.");
    m.attr("UNLIMITED") = unlimited;
    m.attr("MOST_ENTRIES") = most_entries;
}

}  // namespace tilewright::bind
