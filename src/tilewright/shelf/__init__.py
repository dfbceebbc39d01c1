"""The shelf: puzzles that people own, by name. Each box is a TOML file in `boxes/`, read by `box.py`.

Boxes have neutral names, and as aliases the names of the games that they fit. A name of the shelf may be used wherever
a puzzle may: `kanoodle` for the first board of the box, `kanoodle/pyramid` for another one.
"""

from __future__ import annotations

# Each box with its aliases, so that names can be told from files without opening any; a test compares them with the
# files.
NAMES: dict[str, tuple[str, ...]] = {
    "balls-55": ("kanoodle", "lonpos"),
    "beads-55": ("iq-puzzler", "iq-puzzler-pro"),
    "dice-square": ("genius-square",),
    "dice-star": ("genius-star",),
    "calendar": ("dragonfjord", "a-puzzle-a-day"),
    "calendar-t": ("jarringwords",),
    "calendar-tetromino": ("therammer",),
    "calendar-weekday": ("daily-calendar",),
    "rectangles-11": ("mondrian", "mondrian-blocks"),
    "balls-56": ("kanoodle-extreme",),
    "balls-35": ("kanoodle-genius",),
    "balls-25": ("kanoodle-jr",),
    "balls-32": ("kanoodle-duel", "kanoodle-head-to-head"),
    "regions-12": ("ubongo",),
    "regions-21": ("ubongo-duel",),
    "regions-28": ("ubongo-mini",),
    "regions-16": ("ubongo-3d",),
    "tangram": (),
    "katamino-12": ("katamino",),
    "cathedral-10": ("cathedral",),
    "polyominoes-21": ("blokus",),
    "cube-27": ("soma",),
    "cube-27-6": ("diabolical", "diabolical-cube"),
    "cube-64": ("bedlam",),
    "cube-64-12": ("tetris-cube",),
    "conway-125": ("conway",),
    "slothouber-27": ("slothouber-graatsma",),
    "solid-12": ("quintillions",),
}


_BOXES = {each: name for name, aliases in NAMES.items() for each in (*aliases, name)}


def shelf_names() -> list[str]:
    """Return every name and alias of a box on the shelf."""
    return list(_BOXES)


def is_shelf_name(text: str) -> bool:
    """Return whether a text is the name of a box, or starts with one and a slash.

    >>> is_shelf_name("Kanoodle/Pyramid"), is_shelf_name("FNPUV@5x5")
    (True, False)
    """
    return canonical_name(text.partition("/")[0]) is not None


def canonical_name(name: str) -> str | None:
    """Return the name of the box with this name or alias, or None.

    Case does not matter, and words may be separated by blanks or hyphens.

    >>> canonical_name("Genius Square")
    'dice-square'
    """
    return _BOXES.get("-".join(name.lower().split()))
