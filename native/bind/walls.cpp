// Drawings of tilings with walls.
#include "bind.hpp"

#include <span>
#include <string>

#include "tilewright/walls.hpp"

namespace tilewright::bind {
namespace {

// Labels are given end to end, a byte a character (Latin-1), as the text is that comes back.
std::vector<std::string> labels_of(const nb::bytes& text, std::size_t width) {
    std::vector<std::string> labels;
    const std::string all(text.c_str(), text.size());
    for (std::size_t k = 0; width && k + width <= all.size(); k += width) labels.push_back(all.substr(k, width));
    return labels;
}

// Keeps the caller's arrays: nothing is copied.
struct Drawing {
    Array<std::int32_t> cells;
    Array<std::int64_t> start;
    Array<std::int32_t> items, owners;
    WallDrawing drawing;
};

Drawing* make_drawing(std::int32_t rows, std::int32_t columns, Array<std::int32_t> cells, bool seam,
                      Array<std::int64_t> start, Array<std::int32_t> items, Array<std::int32_t> owners,
                      const nb::bytes& labels, std::size_t width) {
    WallDrawing drawing({rows, columns, span_of(cells), seam, span_of(start), span_of(items), span_of(owners),
                         labels_of(labels, width)});
    return new Drawing{cells, start, items, owners, std::move(drawing)};
}

}  // namespace

void bind_walls(nb::module_& m) {
    nb::class_<Drawing>(m, "WallDrawing", "Tilings of squares as text with walls around every placement.")
        .def(
            nb::new_(&make_drawing), "rows"_a, "columns"_a, "cells"_a, "seam"_a, "option_start"_a, "option_items"_a,
            "owners"_a, "labels"_a, "width"_a,
            "cells: the item of each cell or -1, row by row, with a margin of one all around. owners: of each option. "
            "labels:\nthose of the owners end to end in Latin-1, `width` characters each. ValueError where they do not "
            "fit together.")
        .def(
            "touches",
            [](Drawing& self, const std::vector<std::int32_t>& options) { return self.drawing.touches(options); },
            "options"_a, "Whether two placements of one owner, of several cells each, share an edge.")
        .def(
            "draw",
            [](Drawing& self, const std::vector<std::int32_t>& options) { return latin_1(self.drawing.draw(options)); },
            nb::sig("def draw(self, options: Sequence[int]) -> str"), "options"_a, "The drawing of a solution.");
}

}  // namespace tilewright::bind
