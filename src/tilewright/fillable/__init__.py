"""Which rectangles can be filled with any numbers of given tetrominoes that turn: a rule for each set of kinds.

The rules, their base tilings and the reasons of what is impossible are data (`data/tetromino-boards.json`), written by
`tools/make_tetromino_boards.py` and checked by `tools/check_tetromino_boards.py`, which shares no code with this
package. The argument is in docs/theory/tetromino-boards.md.
"""

from tilewright.fillable.rules import Rule, fill, rules

__all__ = ["Rule", "fill", "rules"]
