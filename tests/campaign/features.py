"""Which features exclude each other, with the reason: all other pairs can meet."""

from __future__ import annotations

# Of features that begin alike a puzzle has one.
ONE_OF = ("lattice: ", "surface: ", "board: ", "border: ", "match: ", "field: ", "motion: ", "size: ")
# (kind, one, other): why they cannot meet. A feature that ends in `*` stands for all that begin so.
APART: dict[tuple[str, str, str], str] = {
    **{
        (
            "packing",
            f"lattice: {name}",
            f"surface: {surface}",
        ): "only flat lattices with a name of their own begin again"
        for name in ("cubic", "prism", "spheres", "plank")
        for surface in ("cylinder", "torus")
    },
    **{
        ("packing", f"lattice: {name}", "named pieces of sets"): "the sets that are drawn are of squares"
        for name in ("hexagonal", "triangular", "halfsquare", "cubic", "prism", "spheres", "plank")
    },
    **{
        ("packing", "flip in space", f"lattice: {name}"): "pieces of the plane flip anyway"
        for name in ("square", "hexagonal", "triangular", "halfsquare", "plank")
    },
    **{
        ("packing", "lattice: " + name, "turn only"): "in space that is usual" for name in ("cubic", "prism", "spheres")
    },
    **{
        ("packing", "flip in space", f"surface: {name}"): "no lattice in space begins again"
        for name in ("cylinder", "torus")
    },
    ("packing", "flip in space", "turn only"): "the one is a word for space, the other for the plane",
    ("packing", "lattice: plank", "named motions"): "its motions have names of the package's own",
    ("packing", "flip in space", "named pieces of sets"): "the sets that are drawn are of squares",
}


def cannot_meet(kind: str, one: str, other: str) -> str:
    """Why two features cannot meet, both in alphabetical order; nothing if they can."""
    if any(one.startswith(each) and other.startswith(each) for each in ONE_OF):
        return "a puzzle has one of them"
    return APART.get((kind, one, other), "")
