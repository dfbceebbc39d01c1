"""Hostile inputs: what is large, awkward or without end in every way that we know of, for each command that takes a limit.

`FILES` makes the files by name; a command names them in braces. A command gets its limit from whoever runs it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import tilewright as tw
from tilewright.runs.subproblem import Job
from tilewright.runs.work import start

FILES: dict[str, Callable[[], str | bytes]] = {}


Maker = TypeVar("Maker", bound=Callable[[], str | bytes])


def file(name: str) -> Callable[[Maker], Maker]:
    """Register what makes a file."""

    def register(make: Maker) -> Maker:
        FILES[name] = make
        return make

    return register


def rows(lines: Iterable[Iterable[object]], blank: str = " ") -> str:
    return "\n".join(blank.join(map(str, line)) for line in lines) + "\n"


def toml(**keys: object) -> str:
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())


# Boards of pieces


@file("square.txt")
def square_drawing() -> str:
    return ("#" * 1000 + "\n") * 1000


@file("sieve.txt")
def board_with_holes() -> str:
    return ("#" * 999 + "\n" + "#." * 499 + "#\n") * 450 + "#" * 999 + "\n"


@file("noise.txt")
def random_board() -> str:
    rng = random.Random(1)
    lines = (("#" if rng.random() < 0.8 else "." for _ in range(600)) for _ in range(600))
    return rows(lines, "")


@file("snake.txt")
def one_cell_wide() -> str:
    turns = ["#" * 900, "." * 899 + "#", "#" * 900, "#" + "." * 899] * 200
    return "\n".join(turns) + "\n"


@file("islands.txt")
def many_parts() -> str:
    return ("###." * 220 + "\n") * 3 + ("." * 880 + "\n" + ("###." * 220 + "\n") * 3) * 200


@file("cells.json")
def board_of_cells() -> str:
    return json.dumps({"pieces": "trominoes*", "board": {"cells": [[r, c] for r in range(500) for c in range(500)]}})


@file("matrix.json")
def board_of_rows() -> str:
    return json.dumps({"pieces": "tetrominoes*", "board": [[1] * 700] * 700})


@file("halves.toml")
def board_of_halves() -> str:
    return toml(lattice="halfsquare", pieces="tetraboloes*", outline="POLYGON ((0 0, 150 0, 150 150, 0 0))")


@file("optional.toml")
def optional_cells() -> str:
    board = "\n".join(["#" * 300] * 150 + ["." * 300] * 150)
    rest = "\n".join(["." * 300] * 150 + ["#" * 300] * 150)
    return f'pieces = "pentominoes*"\nboard = """\n{board}\n"""\noptional = """\n{rest}\n"""\n'


@file("octagon.toml")
def slow_octagon() -> str:
    return """lattice = "halfsquare"
pieces = "fridgeiq:ARELOMTSQDJBNYIU"
outline = {union = [{shape = "cross", minus = "window"}, {octagon = [511, 2], minus = {square = 1}}]}
[shapes]
cross = {union = [{rectangle = [7, 5]}, {rectangle = [5, 7]}]}
window = {union = [{rectangle = [5, 3]}, {rectangle = [3, 5]}]}
"""


@file("combs.json")
def crossed_combs() -> str:
    comb = [[0, 0], [200, 0]]
    for x in range(200, 0, -1):
        comb += [[x, 100 if x % 2 else 1], [x - 1, 100 if x % 2 else 1]]
    return json.dumps({"pieces": "dominoes*", "outline": {"polygon": comb}})


@file("corners.toml")
def outline_of_many_corners() -> str:
    ring = [f"{x} {y}" for x in range(400) for y in ((x, x + 1) if x % 2 else (x,))]
    ring += ["400 400", "400 -1", "0 -1", "0 0"]
    stairs = ", ".join(f"{x} {x}, {x + 1} {x}" for x in range(400))
    return toml(pieces="trominoes*", outline=f"POLYGON ((0 0, {stairs}, 400 400, 0 400, 0 0))")


@file("far.toml")
def outline_far_away() -> str:
    far = 10**9 - 1000
    ring = [(far, far), (far + 300, far), (far + 300, far + 300), (far, far + 300), (far, far)]
    return toml(pieces="trominoes*", outline=f"POLYGON (({', '.join(f'{x} {y}' for x, y in ring)}))")


@file("paint.json")
def painted_board() -> str:
    side = 250
    paint = {"a": [[r, c] for r in range(side) for c in range(side) if (r + c) % 2]}
    paint["b"] = [[r, c] for r in range(side) for c in range(side) if not (r + c) % 2]
    piece = {"name": "X", "shape": "##", "copies": "any", "allowed_paints": [{"cells": [[0, 0]], "paints": ["a"]}]}
    return json.dumps({"board": f"{side}x{side}", "paint": paint, "piece": [piece]})


@file("pins.json")
def many_pins() -> str:
    pins = [{"piece": "1", "cells": [[r, c], [r, c + 1]]} for r in range(0, 200, 2) for c in range(0, 198, 4)]
    return json.dumps({"board": "200x200", "pieces": "dominoes*", "pinned": pins})


@file("torus.toml")
def wrapped_board() -> str:
    return toml(pieces="tetrominoes*", board="40x40~~")


# Pieces


@file("huge-piece.toml")
def huge_piece() -> str:
    drawing = "\n".join(["#" * 300] * 300)
    return f'board = "300x301"\n[[piece]]\nname = "A"\nshape = """\n{drawing}\n"""\n[[piece]]\nname = "I"\nshape = "##"\ncopies = "any"\n'


@file("huge-pieces.toml")
def several_huge_pieces() -> str:
    rng = random.Random(2)
    text = 'board = "400x400"\n'
    for name in "ABCDEFGH":
        starts = [rng.randrange(40) for _ in range(70)]
        cells = [[r, c] for r, start in enumerate(starts) for c in range(start, start + 60)]
        text += f'[[piece]]\nname = "{name}"\ncells = {cells}\ncopies = "any"\n'
    return text


@file("wide-piece.json")
def wide_piece() -> str:
    cells = [[0, c] for c in range(900)] + [[r, 0] for r in range(1, 900)]
    return json.dumps({"board": "1000x1000", "piece": [{"name": "A", "cells": cells, "copies": "any"}]})


@file("many-pieces.json")
def many_pieces() -> str:
    rng = random.Random(3)
    pieces = []
    for number in range(3000):
        cells = [[0, 0]]
        while len(cells) < 8:
            r, c = rng.choice(cells)
            new = rng.choice(([r + 1, c], [r, c + 1]))
            if new not in cells:
                cells.append(new)
        pieces.append({"name": f"p{number}", "cells": cells, "copies": [0, 1]})
    return json.dumps({"board": "24x24", "piece": pieces})


@file("many-copies.json")
def many_copies() -> str:
    pieces = [
        {"name": "A", "cells": [[0, 0], [0, 1]], "copies": [1, 1_000_000]},
        {"name": "B", "cells": [[0, 0], [1, 0], [1, 1]], "copies": [1000, 100_000]},
        {"name": "C", "cells": [[0, 0]], "copies": "any"},
    ]
    return json.dumps({"board": "300x300", "piece": pieces})


@file("same-pieces.json")
def many_equal_pieces() -> str:
    pieces = [{"name": f"d{number}", "cells": [[0, 0], [0, 1]]} for number in range(200)]
    return json.dumps({"board": "20x20", "piece": pieces})


@file("parity.json")
def odd_pieces() -> str:
    pieces = [{"name": f"t{number}", "cells": [[0, 0], [0, 1], [0, 2], [1, 1]]} for number in range(50)]
    return json.dumps({"board": "10x20", "piece": pieces})


# Constraints


@file("where.json")
def many_constraints() -> str:
    where = [f"{a} and {b} are not adjacent" for a in "FILNPTUVWXYZ" for b in "FILNPTUVWXYZ" if a < b]
    return json.dumps({"pieces": "pentominoes*", "board": "20x30", "where": where})


@file("where-cells.json")
def constraints_of_cells() -> str:
    where = [f"F does not cover r{r}c{c}" for r in range(60) for c in range(60)][::40]
    return json.dumps({"pieces": "pentominoes*", "board": "60x60", "where": where})


# Shikaku


@file("ones.txt")
def shikaku_of_ones() -> str:
    return "# Shikaku\n" + rows([1] * 1000 for _ in range(1000))


@file("one-clue.txt")
def shikaku_of_one() -> str:
    lines = [["."] * 1000 for _ in range(1000)]
    lines[500][500] = "1000000"
    return "# Shikaku\n" + rows(lines)


@file("factors.txt")
def shikaku_of_many_factors() -> str:
    """Numbers with as many divisors as any, in a grid that has room for each rectangle."""
    lines = [["."] * 180 for _ in range(180)]
    for r in range(30, 180, 60):
        for c in range(30, 180, 60):
            lines[r][c] = "3600"
    return "# Shikaku\n" + rows(lines)


@file("factors-dense.txt")
def shikaku_of_many_rectangles() -> str:
    lines = [["."] * 300 for _ in range(300)]
    for r in range(0, 300, 6):
        for c in range(0, 300, 10):
            lines[r][c] = "60"
    return "# Shikaku\n" + rows(lines)


@file("unknown.txt")
def shikaku_of_unknown_sizes() -> str:
    lines = [["?" if (7 * r + 11 * c) % 23 == 0 else "." for c in range(150)] for r in range(150)]
    return "# Shikaku\n" + rows(lines)


@file("unknown-large.txt")
def large_shikaku_of_unknown_sizes() -> str:
    lines = [["?" if (7 * r + 11 * c) % 31 == 0 else "." for c in range(300)] for r in range(300)]
    return "# Shikaku\n" + rows(lines)


@file("strip.txt")
def shikaku_of_a_row() -> str:
    return "# Shikaku\n" + rows([["." if c % 4 else 4 for c in range(9000)]])


@file("twos.txt")
def shikaku_of_twos() -> str:
    return "# Shikaku\n" + rows(["2" if (r + c) % 2 else "." for c in range(500)] for r in range(500))


@file("random-shikaku.txt")
def random_shikaku() -> str:
    rng = random.Random(4)
    side, lines = 200, [["."] * 200 for _ in range(200)]
    for r in range(0, side, 4):
        for c in range(0, side, 5):
            for left, width in ((0, 2), (2, 3)):
                lines[r + rng.randrange(4)][c + left + rng.randrange(width)] = str(4 * width)
    return "# Shikaku\n" + rows(lines)


@file("shikaku.url")
def long_link() -> str:
    return "https://puzz.link/p?shikaku/1000/1000/" + "4k" * 90_000


# Edge matching


@file("many-tiles.edges")
def many_tiles() -> str:
    rng = random.Random(5)
    tiles = ["".join(rng.choice("abcdefgh") for _ in range(4)) for _ in range(2500)]
    return "edges 50x50\n" + "\n".join(tiles) + "\n"


@file("framed-tiles.edges")
def framed_tiles() -> str:
    rng = random.Random(6)
    side, tiles = 40, []
    across = [[rng.choice("bcdef") for _ in range(side)] for _ in range(side)]
    down = [[rng.choice("bcdef") for _ in range(side)] for _ in range(side)]
    for r in range(side):
        for c in range(side):
            top = down[r - 1][c] if r else "a"
            left = across[r][c - 1] if c else "a"
            word = top + (across[r][c] if c < side - 1 else "a") + (down[r][c] if r < side - 1 else "a") + left
            turn = rng.randrange(4)
            tiles.append(word[turn:] + word[:turn])
    rng.shuffle(tiles)
    return f"edges {side}x{side} border=a\n" + "\n".join(tiles) + "\n"


@file("one-label.edges")
def tiles_of_one_label() -> str:
    return "edges 60x60\n" + "aaaa\n" * 3600


@file("wang.toml")
def wang_tiles() -> str:
    return toml(tiles="jeandel-rao*", board="80x80")


@file("hexagons.toml")
def hexagon_tiles() -> str:
    return toml(tiles="hexagons4*", board="30x30")


# Polygons


def polygons(name: str, board: str, pieces: list[str], **keys: object) -> str:
    entries = [{"name": f"P{number}", "corners": piece} for number, piece in enumerate(pieces)]
    return json.dumps({"kind": "polygons", "name": name, "board": board, "piece": entries, **keys})


@file("strips.json")
def polygon_strips() -> str:
    strips = [["0 0", f"{width} 0", f"{width} 1", "0 1"] for width in range(1, 51)]
    area = sum(range(1, 51))
    pieces = [", ".join(strip) for strip in strips]
    return polygons("strips", f"0 0, {area // 15} 0, {area // 15} 15, 0 15", pieces)


@file("roots.json")
def polygon_surds() -> str:
    pieces = []
    for k in range(1, 25):
        root = f"sqrt({2 + k % 3})"
        pieces.append(f"0 0, {k}/7+{root} 0, {k}/7+{root} 1, 0 1")
    side = "100/7+8/3*sqrt(2)+8/3*sqrt(3)+16/3"
    return polygons("roots", f"0 0, {side} 0, {side} 3, 0 3", pieces)


@file("equal-triangles.json")
def polygon_triangles() -> str:
    side = 8
    return polygons(
        "triangles",
        f"0 0, {side} 0, {side} {side}, 0 {side}",
        ["0 0, 2 0, 0 2"],
    ).replace('"name": "P0"', '"name": "P0", "copies": 32')


@file("stomachion.json")
def polygon_stomachion() -> str:
    return json.dumps({"kind": "polygons", "pieces": "stomachion", "board": "0 0, 12 0, 12 12, 0 12"})


@file("hexagon.json")
def polygon_hexagon() -> str:
    board = "2 0, 1 sqrt(3), -1 sqrt(3), -2 0, -1 -sqrt(3), 1 -sqrt(3)"
    return json.dumps({"kind": "polygons", "board": board, "pieces": "hexagon"})


@file("saw.json")
def polygon_of_many_corners() -> str:
    saw = "0 0, 200 0, 200 10, " + ", ".join(f"{x} {9 + x % 2}" for x in range(199, 0, -1)) + ", 0 10"
    other = "0 0, " + ", ".join(f"{x} {x % 2}" for x in range(1, 200)) + ", 200 0, 200 10, 0 10"
    return polygons("saw", "0 0, 200 0, 200 20, 0 20", [saw, other])


@file("layers.json")
def polygon_layers() -> str:
    """Forty different strips between saws."""

    def saw(height: int) -> list[str]:
        return [f"{x}*sqrt(2) {height}+{x % 2}/3" for x in range(1, 60)]

    pieces, low = [], 0
    for height in range(2, 42):
        bottom, top = (saw(at) if at not in (0, 820) else [] for at in (low, low + height - 1))
        ends = f"0 {low}", f"60*sqrt(2) {low}", f"60*sqrt(2) {low + height - 1}", f"0 {low + height - 1}"
        pieces.append(", ".join([ends[0], *bottom, ends[1], ends[2], *reversed(top), ends[3]]))
        low += height - 1
    return polygons("layers", f"0 0, 60*sqrt(2) 0, 60*sqrt(2) {low}, 0 {low}", pieces)


@file("long-numbers.json")
def polygon_of_long_numbers() -> str:
    big = 10**50 + 7
    widths = [f"{part}/{big + k}" for k in range(1, 15) for part in (big // 3, big + k - big // 3)]
    return polygons("numbers", "0 0, 14 0, 14 1, 0 1", [f"0 0, {width} 0, {width} 1, 0 1" for width in widths])


# Families


def family(pieces: str, drawing: list[str], named: dict[str, list[list[int]]], groups: list[list[str]]) -> str:
    first = [group[0] for group in groups]
    board = "\n".join(drawing)
    rest = "".join(f"{name} = {cells}\n" for name, cells in named.items())
    return f'{toml(pieces=pieces, open=first, groups=groups)}board = """\n{board}\n"""\n[named]\n{rest}'


@file("family.toml")
def family_of_many_members() -> str:
    cells = [[r, c] for r in range(10) for c in range(10)]
    named = {f"n{k}": [cell] for k, cell in enumerate(cells)}
    groups = [[f"n{k}" for k in range(part, 100, 4)] for part in range(4)]
    drawing = ["#" * 10] * 10
    return family("trominoes*", drawing, named, groups)


@file("family-fixed.toml")
def family_of_fixed_pieces() -> str:
    cells = [[r, c] for r in range(8) for c in range(8)]
    named = {f"n{k}": [cell] for k, cell in enumerate(cells)}
    groups = [[f"n{k}" for k in range(part, 64, 4)] for part in range(4)]
    return family("pentominoes", ["#" * 8] * 8, named, groups)


# Exact covers


@file("wide.dlx")
def wide_cover() -> str:
    names = [f"i{number}" for number in range(20_000)]
    rng = random.Random(7)
    options = (" ".join(rng.sample(names, 10)) for _ in range(100_000))
    return " ".join(names) + "\n" + "\n".join(options) + "\n"


@file("long.dlx")
def long_cover() -> str:
    names = [f"i{number}" for number in range(3000)]
    return " ".join(names) + "\n" + "\n".join(f"{name}" for name in names for _ in range(500)) + "\n"


@file("pairs.dlx")
def cover_of_pairs() -> str:
    """All perfect matchings of 60 points."""
    names = [f"p{number}" for number in range(60)]
    return " ".join(names) + "\n" + "\n".join(f"{a} {b}" for a in names for b in names if a < b) + "\n"


@file("impossible.dlx")
def impossible_pairs() -> str:
    names = [f"p{number}" for number in range(101)]
    return " ".join(names) + "\n" + "\n".join(f"{a} {b}" for a in names for b in names if a < b) + "\n"


@file("multiplicities.dlx")
def cover_of_multiplicities() -> str:
    names = [f"1000000:2000000|m{number}" for number in range(40)]
    options = [f"m{a} m{b}" for a in range(40) for b in range(a + 1, 40)]
    return " ".join(names) + "\n" + "\n".join(options) + "\n"


@file("colors.dlx")
def cover_of_colors() -> str:
    names = [f"i{number}" for number in range(100)]
    second = [f"s{number}" for number in range(100)]
    options = [
        f"i{a} s{b}:{c} s{(b + 7) % 100}:{d}" for a in range(100) for b in range(100) for c in "ABC" for d in "AB"
    ]
    return " ".join([*names, "|", *second]) + "\n" + "\n".join(options) + "\n"


@file("queens.dlx")
def queens() -> str:
    n = 150
    head = [f"r{k}" for k in range(n)] + [f"c{k}" for k in range(n)]
    tail = [f"a{k}" for k in range(2 * n)] + [f"b{k}" for k in range(2 * n)]
    options = [f"r{r} c{c} a{r + c} b{r - c + n}" for r in range(n) for c in range(n)]
    return " ".join([*head, "|", *tail]) + "\n" + "\n".join(options) + "\n"


@file("secondary.dlx")
def secondary_items() -> str:
    """Anything goes: each of 2**5000 subsets is a solution."""
    return " ".join(f"0:1|x{number}" for number in range(5000)) + "\n" + "\n".join(f"x{k}" for k in range(5000)) + "\n"


# Lattices of one's own


@file("own-lattice.json")
def own_lattice() -> str:
    corners = {
        letter: [[k, 0], [k + 1, 0], [k + 1, 1], [k, 1]] for k, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
    }
    lattice = {"name": "brickwall", "basis": [[0, 1], [26, 0]], "corners": corners}
    piece = {"name": "A", "cells": [[0, 0, "abcd"]], "copies": "any"}
    return json.dumps({"lattice": lattice, "board": "150x10", "piece": [piece]})


# Certificates and answers


@file("long.cert")
def long_certificate() -> str:
    head = '{"tilewright": 1, "certificate": "states", "puzzle": "b7e3437342fb2134", "version": 2, "count": "16", "order": [0, 1]}'
    return head + "\n" + "@17 2 3 4 7 8\n0 1\n" * 1_000_000


@file("weights.cert")
def long_list_of_weights() -> str:
    weights = [[[r, c], (r + c) % 2] for r in range(301) for c in range(301)]
    reason = {"kind": "invariant", "atoms": [], "modulus": 2, "weights": weights, "pieces": []}
    head = {"tilewright": 1, "certificate": "reason", "puzzle": tw.load("dominoes*@301x301").digest}
    return json.dumps({**head, "reason": reason})


@cache
def refutation() -> tuple[str, str]:
    """A formula, and a proof whose steps are repeated until nobody checks them in a second."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "proof")
        tw.verdict(tw.load("LPNUV@5x5"), proof=path)
        formula, proof = path.read_text(), Path(f"{path}.drat").read_text()
    first, _, rest = proof.partition("\n")
    return formula, f"{first}\n" * 200_000 + rest


@file("formula.cert")
def long_formula() -> str:
    return refutation()[0]


@file("formula.cert.drat")
def long_proof() -> str:
    return refutation()[1]


@file("answer.txt")
def large_answer() -> str:
    return rows(("A" if (c // 2) % 2 else "B" for c in range(600)) for _ in range(600))


@file("half-answer.txt")
def answer_in_letters() -> str:
    """The trominoes on 500 x 500 cells, all in one letter: what lies where is to be found out."""
    return rows((("I" if r % 2 else "L") for _ in range(500)) for r in range(500)).replace(" ", "")


@file("walled.txt")
def shikaku_answer() -> str:
    """The rectangles of 500 x 500 cells with the clues 2, drawn."""
    edge = "+" + "-------+" * 250
    return "\n".join([*(f"{edge}\n|" + "       |" * 250 for _ in range(500)), edge]) + "\n"


@file("one-region.txt")
def one_region() -> str:
    return ("1" * 600 + "\n") * 600


@file("answer.json")
def large_json_answer() -> str:
    placements = [{"piece": "1", "cells": [[r, c], [r, c + 1]]} for r in range(400) for c in range(0, 400, 2)]
    return json.dumps({"tilewright": 1, "solutions": [{"placements": placements}]})


@file("begun.db")
def begun_run() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "run")
        start(path, Job(tw.dumps(tw.load("tetrominoes*@20x20")))).close()
        return path.read_bytes()


# Sources of many puzzles


@file("large-shape.txt")
def drawing_to_fill() -> str:
    return ("#" * 60 + "\n") * 60


@file("series.toml")
def pattern_file() -> str:
    return 'pieces = "tetrominoes*"\nboard = "{n}x{n}"\n'


SHIKAKU = [
    "ones.txt",
    "one-clue.txt",
    "factors.txt",
    "factors-dense.txt",
    "unknown.txt",
    "unknown-large.txt",
    "strip.txt",
    "twos.txt",
    "random-shikaku.txt",
]
EDGES = ["many-tiles.edges", "framed-tiles.edges", "one-label.edges", "wang.toml", "hexagons.toml"]
POLYGONS = [
    "strips.json",
    "roots.json",
    "equal-triangles.json",
    "stomachion.json",
    "hexagon.json",
    "saw.json",
    "layers.json",
    "long-numbers.json",
]
BOARDS = [
    "cells.json",
    "matrix.json",
    "halves.toml",
    "optional.toml",
    "octagon.toml",
    "combs.json",
    "corners.toml",
    "far.toml",
    "paint.json",
    "pins.json",
    "torus.toml",
    "huge-piece.toml",
    "huge-pieces.toml",
    "wide-piece.json",
    "many-pieces.json",
    "many-copies.json",
    "same-pieces.json",
    "parity.json",
    "where.json",
    "where-cells.json",
    "own-lattice.json",
]
COVERS = [
    "wide.dlx",
    "long.dlx",
    "pairs.dlx",
    "impossible.dlx",
    "multiplicities.dlx",
    "colors.dlx",
    "queens.dlx",
    "secondary.dlx",
]

COMMANDS = [
    # Every file by the three questions
    *(f"solve {{{name}}}" for name in (*BOARDS, *SHIKAKU, *EDGES, *POLYGONS)),
    *(f"count {{{name}}}" for name in (*BOARDS, *SHIKAKU, *EDGES, *POLYGONS)),
    *(f"verdict {{{name}}}" for name in (*BOARDS, *SHIKAKU, *EDGES, *POLYGONS)),
    *(f"hint {{{name}}}" for name in (*BOARDS, *SHIKAKU, *EDGES, *POLYGONS)),
    # Boards as drawings
    "solve {square.txt} --pieces dominoes*",
    "solve pentominoes@6x10 --all --up-to symmetries",
    "design interlocking --shape 6x6x6 --pieces 6 --level 60",
    "design interlocking --shape 10x10x10 --pieces 10",
    "disassemble soma@3x3x3 --all",
    "disassemble soma@3x3x3 --all --up-to symmetries --sort level",
    "disassemble tetrominoes*@100x100",
    "disassemble tetracubes*@4x4x4 --all --sort moves",
    "count {square.txt} --pieces trominoes*",
    "verdict {square.txt} --pieces dominoes*",
    "solve {sieve.txt} --pieces trominoes*",
    "count {sieve.txt} --pieces dominoes*",
    "verdict {sieve.txt} --pieces dominoes*",
    "solve {noise.txt} --pieces tetrominoes*",
    "count {noise.txt} --pieces dominoes*",
    "verdict {noise.txt} --pieces tetrominoes*",
    "count {snake.txt} --pieces dominoes*",
    "verdict {snake.txt} --pieces trominoes*",
    "count {islands.txt} --pieces trominoes*",
    "solve {islands.txt} --pieces trominoes*",
    "solve {shikaku.url}",
    # Notations
    "solve trominoes*@1000x1000",
    "count dominoes*@1000x1000",
    "verdict trominoes*@1000x1000",
    "solve tetrominoes*@800x800",
    "count tetrominoes*@800x800",
    "verdict tetrominoes*@800x800",
    "hint tetrominoes*@800x800",
    "solve octominoes*@60x60",
    "count octominoes*@60x60",
    "verdict heptominoes@30x30",
    "count hexiamonds*@h60",
    "solve tetrahexes*@h60",
    "count tetracubes*@40x40x40",
    "solve pentacubes*@25x25x25",
    "verdict pentaspheres*@12x12x12",
    "count heptaboloes*@12x12",
    "solve heptominoes@27x28",
    "count octominoes@54x55",
    "verdict octominoes+heptominoes@61x61",
    "hint pentominoes+heptominoes@27x30",
    # Ways of one question
    "solve tetrominoes*@200x200 --all -o {out}.txt",
    "solve tetrominoes*@200x200 --all -o {out}.jsonl",
    "solve dominoes*@300x300 -n 100 -o {out}.svg",
    "solve dominoes*@300x300 -n 20 -o {out}.png",
    "solve dominoes*@300x300 -n 20 -o {out}.pdf",
    "solve dominoes*@700x700 -o {out}.svg",
    "solve dominoes*@700x700 -o {out}.png",
    "solve dominoes*@300x300 -o {out}.pdf",
    "solve dominoes*@300x300 -n 300 -o {out}.json",
    "solve dominoes*@300x300 -n 300 --json",
    "solve dominoes*@300x300 -n 300 -o {out}.wkt",
    "solve dominoes*@300x300 -n 300 -o {out}.geojson",
    "solve dominoes*@300x300 -n 300 --walls",
    "solve tetrahexes*@h40 -n 50 -o {out}.svg",
    "solve tetracubes*@16x16x16 -n 20 -o {out}.svg",
    "solve {ones.txt} -o {out}.svg",
    "solve {twos.txt} --walls",
    "solve {random-shikaku.txt} --numbers",
    "solve tetrominoes*@20x100 --random 1 -n 100000",
    "solve pentominoes*@8x60 --random 1",
    "solve trominoes*@400x400 --random 1 -n 3",
    "solve tetrominoes*@60x60 --random 1 -n 3",
    "solve {wang.toml} --random 1",
    "solve tetrominoes*@60x60 --fewest O",
    "solve tetrominoes*@200x200 --most I",
    "solve tetrominoes:T*@60x61 --filling",
    "solve octominoes*@25x25 --filling",
    "solve tetrominoes+@100x100",
    *(
        f"solve pentominoes*@{side}x{side} --engine {engine}"
        for engine, side in {
            "native": 150,
            "sweep": 150,
            "race": 150,
            "frontier": 60,
            "sat": 120,
            "sat-cells": 60,
            "mip": 100,
            "cp": 100,
            "z3": 60,
            "reference": 100,
            "glpk": 60,
            "glpk-minisat": 60,
        }.items()
    ),
    *(
        f"count tetrominoes*@{side}x{side} --engine {engine}"
        for engine, side in {
            "native": 150,
            "sweep": 150,
            "race": 150,
            "frontier": 100,
            "sat": 60,
            "sat-cells": 30,
            "mip": 40,
            "cp": 40,
            "z3": 40,
            "reference": 100,
        }.items()
    ),
    "count tetrominoes*@40x40~~ --up-to symmetries",
    "count dominoes*@60x60~~ --up-to symmetries",
    "count dominoes*@100x1000~ --up-to rotations",
    "count tetrominoes*@150x150 --up-to symmetries",
    "count tetracubes*@12x12x12 --up-to symmetries",
    "count {hexagons.toml} --up-to labels",
    "count {many-tiles.edges} --up-to symmetries",
    "count {same-pieces.json} --labelled",
    "count {same-pieces.json} --labelled --up-to symmetries",
    "count heptominoes@27x28 --labelled",
    "count tetrominoes*@30x30 --by piece",
    "count tetrominoes*@200x200 --by cell",
    "count dominoes*@12x100 --by piece -o {out}.svg",
    "count tetrominoes*@9x30 --proof {out}.cert",
    "count tetrominoes*@60x60 --proof {out}.cert",
    "count pentominoes@6x10 --proof {out}.cert",
    "count tetrominoes*@30x30 --memory 50M",
    "count tetrominoes*@40x40 --scratch {folder}",
    "verdict tetrominoes@4x7 --proof {out}.cert",
    "verdict {parity.json} --proof {out}.cert",
    "verdict dominoes*@101x101 --proof {out}.cert",
    "verdict tetrominoes:T*@30x30 --proof {out}.cert",
    "verdict heptominoes@27x28 --relax",
    "verdict {parity.json} --relax",
    "verdict {unknown.txt} --relax",
    "verdict tetrominoes*@300x300 -o {out}.svg",
    "hint {unknown.txt} -o {out}.svg",
    "hint pentominoes@3x20",
    "hint {framed-tiles.edges} -o {out}.png",
    # Constraints
    "count pentominoes*@60x60 --where 'no two of one kind meet'",
    "solve tetrominoes*@150x150 --where 'no two of one kind are adjacent'",
    "count tetrominoes*@60x60 --where 'at most 2 of a kind'",
    "verdict pentominoes*@40x40 --where 'every piece touches the border'",
    "solve pentominoes*@40x60 --where 'exactly 37 of F, N' --where 'no two of I meet' --where 'X touches the border'",
    "count tetrominoes*@18x18 --where 'no two of one kind meet'",
    "hint pentominoes*@40x40 --where 'no two of one kind meet'",
    "count octominoes*@30x30 --where 'no two pieces meet'",
    # Checks
    "check {cells.json} {half-answer.txt}",
    "check dominoes*@400x400 {answer.json}",
    "check FNPUV@5x5 --proof {long.cert}",
    "check dominoes*@301x301 --proof {weights.cert}",
    "check LPNUV@5x5 --proof {formula.cert}",
    "check dominoes*@600x600 --with {answer.txt}",
    "check {ones.txt} {answer.txt}",
    "check {twos.txt} {walled.txt}",
    "check dominoes*@600x600 {one-region.txt}",
    "check dominoes*@600x600 --with {one-region.txt}",
    "solve dominoes*@600x600 --with {one-region.txt}",
    # Exact covers
    *(f"cover {{{name}}}" for name in COVERS),
    *(f"cover {{{name}}} --count" for name in COVERS),
    "cover {pairs.dlx} --all",
    "cover {wide.dlx} --all --json",
    "cover {secondary.dlx} --all",
    "cover {impossible.dlx} --proof {out}.cert",
    "cover {wide.dlx} --engine sat",
    "cover {queens.dlx} --engine mip",
    "cover {queens.dlx} --engine cp",
    "cover {queens.dlx} --engine z3",
    "cover {long.dlx} --engine reference",
    # Series
    "series tetrominoes*@{n}x{n} --n 30",
    "series tetrominoes*@{n}x{n} --n 400",
    "series dominoes*@{n}x{n} --n 700 --up-to symmetries",
    "series pentominoes*@{n}x{k} --n 12 --k 12",
    "series {series.toml} --n 100",
    "series pentominoes*@5x{n} --recurrence",
    "series heptominoes*@9x{n} --recurrence",
    "series tetrominoes*@10x{n} --entropy",
    "series octominoes*@8x{n} --entropy",
    "series dominoes*@{n}x{k} --n 30..31 --entropy",
    "series hexiamonds*@h{n} --n 20",
    "series A004003 --n 60",
    # Makers
    "design silhouettes --pieces fridgeiq",
    "design silhouettes --pieces pentominoes --symmetry D1",
    "design silhouettes --pieces hexominoes --symmetry D2",
    "design silhouettes --pieces octominoes --symmetry C2",
    "design silhouettes --pieces fridgeiq!free --contact all -o {out}.json",
    "design silhouettes --pieces pentacubes",
    "design silhouettes --pieces heptiamonds --symmetry C2 --contact corner",
    "design challenges --pieces pentominoes --shapes rectangles",
    "design challenges --pieces hexominoes --shapes rectangles --pieces-used 1..10",
    "design challenges --pieces fridgeiq --shapes convex",
    "design challenges --pieces octominoes --shapes rectangles",
    "design challenges --pieces pentominoes --shapes 60x60",
    "design shikaku 500x500",
    "design shikaku 100x100 --difficulty extreme",
    "design shikaku 30x30 --symmetry D4 --difficulty hard",
    "design shikaku 60x60 --sizes 900",
    "design shikaku 12x12 --difficulty extreme -n 500",
    "design shikaku 200x200 -n 100 --json",
    "design shikaku 2x9999 --difficulty easy",
    "design edges 16x16",
    "design edges 16x16 --unproved -n 1000",
    "design edges 10x10 --labels 2",
    "design edges 5x5 --difficulty extreme -n 100",
    "design edges 3x3 --labels 1",
    "design edges h5 --lattice triangular --difficulty hard",
    "design edges 8x8 --border free --match partner -n 20",
    "design blocks 20x20 --blocks 40",
    "design blocks 40x40 --blocks 100 --difficulty extreme",
    "design blocks {large-shape.txt}",
    "design blocks 12x12 --blocks 30 --difficulty easy",
    "design blocks random --blocks 60",
    "design blocks 300x300 --blocks 9 --any",
    "design levels --pieces pentominoes -n 200 --difficulty easy..extreme",
    "design levels --pieces pentominoes -n 50 --difficulty extreme --board 12x12 --pieces-used 12 -o {out}.json",
    "design levels --pieces octominoes -n 20 --board 30x30 --pieces-used 30..40",
    "design levels --pieces hexominoes -n 5 --board 20x20 --pieces-used 20 --any",
    "design convex tangram",
    "design convex stomachion",
    "design convex sei-shonagon --corners 5",
    "design convex {strips.json}",
    "design family genius-square",
    "design family genius-star --list",
    "design family mondrian",
    "design family {family.toml}",
    "design family {family-fixed.toml} --list",
    "design family calendar --find pentominoes+hexominoes",
    "design family calendar --find hexominoes --tries 100000",
    "design family daily-calendar -o {out}.json",
    # Paper and pictures
    "publish booklet pentominoes@20x60 -o {out}.pdf",
    "publish booklet {hexagon.json} -o {out}.pdf",
    "publish booklet {random-shikaku.txt} -o {out}.pdf",
    "publish booklet {framed-tiles.edges} -o {out}.pdf",
    "publish booklet {many-copies.json} -o {out}.pdf",
    "publish booklet tetrominoes*@140x140 -o {out}.pdf",
    "publish sheet tetrominoes*@140x140 -o {out}.svg",
    "publish sheet {ones.txt} -o {out}.png",
    "publish sheet tetrominoes*@300x300 -o {out}.png --solutions",
    "publish sheet {unknown.txt} -o {out}.svg --solutions",
    # Runs
    "run start tetrominoes*@100x100 --store {out}.db",
    "run start pentominoes@6x10 --goal all --store {out}.db",
    "run start tetrominoes*@400x400 --store {out}.db",
    "run start {many-pieces.json} --store {out}.db",
    "run resume {begun.db}",
    "run start --goal silhouettes --pieces fridgeiq --store {out}.db",
    "run start --goal silhouettes --pieces pentominoes --symmetry C2 --store {out}.db",
    "run start {random-shikaku.txt} --store {out}.db",
    "run start {framed-tiles.edges} --store {out}.db",
]


# Calls, by the public name: what is made before, and what is timed. `late` turns an error into its name.
def on(puzzle: str) -> str:
    """A puzzle by its notation, or by its file."""
    return f'tw.load(file("{puzzle}"))' if puzzle in FILES else f"tw.load({puzzle!r})"


BIG, MANY = on("tetrominoes*@200x200"), on("tetrominoes*@40x40")
COVER = 'tw.cover([line.split() for line in file("wide.dlx").read_text().splitlines()[1:]])'
RECIPE = "tw.LevelRecipe(tw.select({pieces!r}), {least}, {most}, {used}, 'easy', 'extreme')"
SMALL_LEVELS = RECIPE.format(pieces="pentominoes", least=(6, 6), most=(8, 8), used=(5, 8))
LARGE_LEVELS = RECIPE.format(pieces="octominoes", least=(20, 20), most=(30, 30), used=(30, 40))

CALLS: dict[str, list[tuple[str, str]]] = {
    "solve": [
        (BIG, "tw.solve(given, limit={limit})"),
        (MANY, "tw.solve(given, None, limit={limit})"),
        (MANY, "tw.solve(given, random=1, n=1000, limit={limit})"),
        (on("many-tiles.edges"), "tw.solve(given, limit={limit})"),
        (on("strips.json"), "tw.solve(given, limit={limit})"),
        (on("unknown.txt"), "tw.solve(given, None, limit={limit})"),
    ],
    "count": [
        (BIG, "tw.count(given, limit={limit})"),
        (MANY, "tw.count(given, up_to='symmetries', limit={limit})"),
        (on("many-copies.json"), "tw.count(given, labelled=True, limit={limit})"),
        (on("dominoes*@60x60~~"), "tw.count(given, up_to='rotations', limit={limit})"),
    ],
    "verdict": [
        (BIG, "tw.verdict(given, limit={limit})"),
        (on("dominoes*@201x201"), "tw.verdict(given, proof=Path('proof'), limit={limit})"),
        (on("where.json"), "tw.verdict(given, limit={limit})"),
    ],
    "hint": [(each, "tw.hint(given, limit={limit})") for each in (BIG, on("unknown.txt"), on("pentominoes@3x20"))],
    "hint_walk": [(each, "tw.hint_walk(given, limit={limit})") for each in (MANY, on("pentominoes@6x10"))],
    "rate": [
        (each, "late(lambda: tw.rate(given, limit={limit}))")
        for each in (BIG, on("unknown.txt"), on("framed-tiles.edges"), on("strips.json"))
    ],
    "coverage": [(each, "tw.coverage(given, limit={limit})") for each in (BIG, MANY, on("octominoes*@40x40"))],
    "most": [(BIG, "tw.most(given, 'I', limit={limit})")],
    "fewest": [(MANY, "tw.fewest(given, 'O', limit={limit})")],
    "largest_filling": [(on("tetrominoes:T*@40x41"), "tw.largest_filling(given, limit={limit})")],
    "tilings": [(MANY, "list(tw.tilings(given, limit={limit}))")],
    "disassemble": [
        (f"tw.solve({on(box)})[0]", "tw.disassemble(given, limit={limit})")
        for box in ("tetracubes*@6x6x6", "pentominoes*@15x20", "tetrahexes*@8x8")
    ],
    "relaxations": [
        (each, "list(tw.relaxations(given, limit={limit}))") for each in (BIG, on("parity.json"), on("unknown.txt"))
    ],
    "check_proof": [
        (on("FNPUV@5x5"), 'tw.check_proof(given, file("long.cert"), limit={limit})'),
        (on("LPNUV@5x5"), 'tw.check_proof(given, file("formula.cert"), limit={limit})'),
    ],
    "count_family": [
        (f"tw.load_family({box!r})", "late(lambda: tw.count_family(given, limit={limit}))")
        for box in ("genius-square", "daily-calendar")
    ],
    "find_challenges": [
        ("'pentominoes'", "tw.find_challenges(tw.ChallengeQuery.of(given, ['rectangles']), limit={limit})"),
        ("'fridgeiq'", "tw.find_challenges(tw.ChallengeQuery.of(given, ['convex']), limit={limit})"),
        ("'hexominoes'", "late(lambda: tw.find_challenges(tw.ChallengeQuery.of(given, ['convex']), limit={limit}))"),
    ],
    "find_silhouettes": [
        ("'fridgeiq'", "tw.find_silhouettes(given, limit={limit})"),
        ("'octominoes'", "late(lambda: tw.find_silhouettes(given, 'D1', limit={limit}))"),
    ],
    "make_interlocking": [
        (f"tw.InterlockingRecipe({recipe})", "late(lambda: tw.make_interlocking(given, limit={limit}))")
        for recipe in ("(6, 6, 6), 6, 60", "(10, 10, 10), 10")
    ],
    "make_level": [
        ("tw.Board.of_size('20x20')", "late(lambda: tw.make_level(given, 50, limit={limit}))"),
        ("None", "late(lambda: tw.make_level(given, 60, difficulty='extreme', limit={limit}))"),
    ],
    "make_levels": [(each, "tw.make_levels(given, 1000, 0, {limit})") for each in (SMALL_LEVELS, LARGE_LEVELS)],
    "make_shikaku": [
        (f"tw.ShikakuRecipe({recipe})", "late(lambda: tw.make_shikaku(given, limit={limit}))")
        for recipe in ("500, 500", "120, 120, 'extreme'", "40, 40, 'hard', 'D4'")
    ],
    "puzzle_challenge": [
        (each, "tw.puzzle_challenge(given, {limit})") for each in (on("tetrominoes*@140x140"), on("framed-tiles.edges"))
    ],
    "solve_many": [("['pentominoes*@101x101']", "next(tw.solve_many(given, None, limit={limit}))")],
    "Cover.solve": [(COVER, f"given.solve({number}, limit={{limit}})") for number in (1, None)],
    "Cover.count": [(COVER, "given.count(limit={limit})")],
    "Cover.verdict": [(COVER, "given.verdict(limit={limit})")],
    "Cover.solutions": [(COVER, "list(given.solutions(limit={limit}))")],
    "TermQuery": [
        ("tw.Pattern('tetrominoes*@{n}x{n}')", f"list(tw.terms(tw.TermQuery(given, {how}, limit={{limit}}), [({n},)]))")
        for how, n in (("'none'", 300), ("'symmetries'", 60))
    ],
}
