"""A puzzle in a notebook: played, solved and looked at with the studio's own page (extra `widget`).

In Jupyter, marimo, or whatever else shows anywidgets:

    from tilewright import PuzzleWidget
    w = PuzzleWidget("FNPUV@5x5")
    w

What the player does is a value in Python: `w.placements` is what lies on the board, `w.tiling` the tiling once it is
complete, and `w.observe(function, "tiling")` calls a function when it changes.
"""

from tilewright.widget.widget import PuzzleWidget

__all__ = ["PuzzleWidget"]
