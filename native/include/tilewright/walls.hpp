// Tilings of squares as text with walls around every placement, straight from the options of a solution.
//
// +-------+---+
// |I I I I|O O|
// +---+---+   |
// |O O|O O|O O|
//
// Laying placements in Python takes microseconds a cell: 5 s for a board of a million. Here each cell of the board gets the
// number of the placement on it, and walls stand where numbers differ; the form of the text is that of kinds/packing/text.py.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilewright {

// The board, and what its options are; the spans belong to the caller.
struct WallBoard {
    std::int32_t rows = 0, columns = 0;
    // For each cell of the board, with a margin of one on every side, row by row, its item; -1 where there is none. Where the
    // board begins again at its end, the margin has the items beyond.
    std::span<const std::int32_t> cells;
    bool seam = false;                     // whether the first row follows the last: their walls end in corners
    std::span<const std::int64_t> start;   // option k covers items[start[k]] up to before items[start[k + 1]]
    std::span<const std::int32_t> items;   // items behind those of the cells are no part of the drawing
    std::span<const std::int32_t> owners;  // of each option
    std::vector<std::string> labels;       // of each owner, all of one length
};

class WallDrawing {
  public:
    // Throws std::invalid_argument where the parts do not fit together.
    explicit WallDrawing(WallBoard board);

    // Whether two placements of one owner, of several cells each, share an edge: their letters would run together.
    // Both throw std::invalid_argument for a number that is no option.
    bool touches(std::span<const std::int32_t> options);

    // The drawing; no option may cover what another does.
    std::string draw(std::span<const std::int32_t> options);

  private:
    void lay(std::span<const std::int32_t> options);
    std::span<const std::int32_t> items_of(std::int32_t option) const;
    bool same_label(std::int32_t one, std::int32_t other) const;
    void append_wall(std::string& text, std::int32_t row) const;
    void append_cells(std::string& text, std::int32_t row) const;

    WallBoard board_;
    std::size_t width_ = 0;  // of a label
    std::vector<std::int32_t> placement_of_item_, placement_of_cell_;
    std::vector<std::int32_t> owner_of_placement_, size_of_placement_;
};

}  // namespace tilewright
