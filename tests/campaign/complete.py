"""What the campaign need not produce or ask, with the reason; and where the package says what there is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import isfunction

import msgspec

import tilewright
from tilewright.cli.main import COMMANDS, parser_of
from tilewright.exact_cover.engine import ENGINES
from tilewright.exact_cover.outcome import UP_TO
from tilewright.formats.model import export_names
from tilewright.kinds.edges import table as edges_table
from tilewright.kinds.packing import constraints, family, outline_table
from tilewright.kinds.packing import table as packing_table
from tilewright.kinds.polygons import shape as polygon_shapes
from tilewright.kinds.polygons import table as polygons_table
from tilewright.kinds.shikaku import text as shikaku_text
from tilewright.puzzle.table import CellsTable

# Commands that are not asked about a puzzle that could be drawn, each with the reason.
COMMANDS_APART = {
    "series": "counts families of boards of its own; tests/series compares them with published numbers",
    "design silhouettes": "makes shapes; tests/silhouettes has a checker of its own",
    "design challenges": "makes puzzles; tests/design solves each",
    "design shikaku": "makes puzzles; tests/design solves each",
    "design edges": "makes puzzles; tests/design solves each",
    "design blocks": "makes puzzles; tests/design solves each",
    "design cards": "makes puzzles for boxes of the shelf; tests/design solves each",
    "design levels": "makes puzzles; tests/design solves each",
    "design convex": "makes shapes; tests/design compares them with published numbers",
    "design interlocking": "makes puzzles; tests/design takes each apart",
    "design ladder": "makes puzzles; tests/design solves each",
    "fillable": "knows rectangles and tetrominoes alone; tests/fillable proves its rules",
    "disassemble": "moves solid pieces; tests/movement replays every answer",
    "sets": "lists what ships",
    "shelf": "lists what ships",
    "engines": "lists what ships",
    "serve": "a server; tests/web asks it",
    "publish booklet": "draws what was solved; tests/publish measures it",
    "publish cards": "draws a puzzle; tests/publish measures it",
    "publish sheet": "draws what was solved; tests/publish measures it",
    "publish pieces": "makes solids; tests/publish measures them",
    "publish laser": "makes sheets to cut; tests/publish measures them",
    "completion": "prints scripts for shells",
}
OPTIONS_APART = {
    "--roll": "of boxes of the shelf, whose members tests/shelf counts",
    "--help": "prints what there is",
    "-h": "prints what there is",
    "solve --up-to": "lists what `count --up-to` counts here; tests/movement/test_selection.py compares the two",
    "run start --pieces": "of runs for silhouettes, which tests/runs checks",
    "run start --symmetry": "of runs for silhouettes, which tests/runs checks",
    "run start --contact": "of runs for silhouettes, which tests/runs checks",
    "run start --within": "of runs for silhouettes, which tests/runs checks",
    "run start --dask": "a cluster; tests/runs starts one",
    "run resume --dask": "a cluster; tests/runs starts one",
    "design family --find": "looks for sets of pieces; tests/design solves each member with them",
    "design family --tries": "goes with --find",
    "design family --count": "goes with --find",
    "design family --seed": "goes with --find",
    "design family --limit": "ends a listing early",
    "design family --open": "draws one member, which `count --open` counts here",
    "design family --output": "writes what --json prints",
    "design family -o": "writes what --json prints",
    "design family --force": "goes with -o",
    "solve --laying": "asks about each tiling; tests/movement lays it piece by piece",
    "show --cell": "only draws the board, which `count --cell` counts here",
}
FUNCTIONS_APART = {
    "booklet": "draws what was solved; tests/publish",
    "card_set": "draws a puzzle; tests/publish",
    "cards_pdf": "draws a puzzle; tests/publish",
    "puzzle_challenge": "draws a puzzle; tests/publish",
    "print_files": "makes solids; tests/publish",
    "disassemble": "moves solid pieces; tests/movement replays every answer",
    "fill_rectangle": "knows rectangles and tetrominoes alone; tests/fillable",
    "find_challenges": "makes puzzles; tests/design",
    "find_silhouettes": "makes shapes; tests/silhouettes",
    "laying_order": "asks about a tiling; tests/movement lays it piece by piece",
    "make_interlocking": "makes puzzles; tests/design takes each apart",
    "make_level": "makes puzzles; tests/design",
    "make_levels": "makes puzzles; tests/design",
    "make_shikaku": "makes puzzles; tests/design",
    "piece_set": "a table",
    "polyforms": "a table; tests/counts compares it with published numbers",
    "select": "is what the short notation calls, which is written here",
    "select_tiles": "is what files of tiles call",
    "random_aztec": "has boards of its own; tests/series",
    "recurrence": "has boards of its own; tests/series",
    "terms": "has boards of its own; tests/series",
}
KEYS_APART = {"groups"}  # of pieces that may stay together, which change no tiling; tests/movement
FORMS_APART = {
    "octagon": "the least one has 28 triangles, too many for the slow program; tests/formats/test_outline_table.py",
    "diamond": "cuts squares; tests/formats/test_outline_table.py",
    "triangle": "cuts squares; tests/formats/test_outline_table.py",
}


def options_there_are() -> set[tuple[str, str]]:
    """Each command with each of its options, in the longest of its names."""
    found = set()
    for name in COMMANDS:
        if name in COMMANDS_APART:
            continue
        for option in parser_of(name).options():
            text = max(option.option_strings, key=len)
            if text not in OPTIONS_APART and f"{name} {text}" not in OPTIONS_APART:
                found.add((name, text))
    return found


def functions_there_are() -> set[str]:
    """The public functions."""
    there = (name for name in tilewright.__all__ if isfunction(getattr(tilewright, name)) or name == "cover")
    return {name for name in there if name not in FUNCTIONS_APART}


def words_there_are() -> set[tuple[str, str]]:
    """The words that some options take."""
    return {
        *(("--engine", name) for name in (*ENGINES, "auto")),
        *(("--up-to", word) for word in UP_TO[1:]),
        *(("--to", name) for name in export_names()),
    }


def _fields(struct: type[msgspec.Struct], head: str = "") -> Iterable[str]:
    return (f"{head}{name}" for name in struct.__struct_fields__)


def keys_there_are() -> set[str]:
    """The keys of files, with those of inner tables behind a point."""
    packing = {
        *_fields(packing_table.PackingTable),
        *_fields(packing_table.PieceTable, "piece."),
        *_fields(packing_table.AllowedPaintsTable, "piece.allowed_paints."),
        *_fields(packing_table.PackingPinTable, "pinned."),
        *_fields(packing_table.LatticeTable, "lattice."),
        *(f"board.{name}" for name in CellsTable.__struct_fields__),
        *family.KEYS,
    }
    shapes = {f"outline.{name}" for name in (*outline_table.SHAPES, *outline_table.CHANGES) if name not in FORMS_APART}
    polygons = {
        *_fields(polygons_table.PolygonTable),
        *_fields(polygons_table.PieceRow, "piece."),
        *_fields(polygons_table.PinRow, "pinned."),
        *(f"board.{name}" for name in (*polygon_shapes.FORMS, *polygon_shapes.CHANGES)),
        *_fields(polygons_table.PathRow, "board.svg."),
    }
    shikaku = {*_fields(shikaku_text.ShikakuTable), *_fields(shikaku_text.ShikakuPinTable, "pinned.")}
    edges = {*_fields(edges_table.EdgesTable), *_fields(edges_table.TilePinTable, "pinned.")}
    return (packing - KEYS_APART) | shapes | polygons | shikaku | edges


def sentence_forms() -> dict[str, re.Pattern[str]]:
    """Patterns that some sentence must match: the forms, each word that may stand in them, and the sentences of messages."""
    found = {
        name: getattr(constraints, name)
        for name in dir(constraints)
        if isinstance(getattr(constraints, name), re.Pattern)
    }
    for word in (*constraints.ALL, *constraints.KINDS):
        found[f"word {word!r}"] = re.compile(rf"(^|.* ){re.escape(word)}($| .*)")
    for word in constraints.WORDS:
        found[f"number {word!r}"] = re.compile(rf".* {word} .*")
    for pattern, _ in constraints.SAID_OTHERWISE:
        found[f"said {pattern!r}"] = re.compile(rf".*(?:{pattern}).*" if not pattern.startswith("^") else pattern)
    for text in constraints.GRAMMAR:
        found[f"sentence {text!r}"] = re.compile(skeleton(text))
    return found


def skeleton(sentence: str) -> str:
    """A pattern of sentences like one: any pieces, numbers and cells in the place of its own."""
    text = re.escape(sentence.strip())
    text = re.sub(r"l?\d*r\d+c\d+[a-z]?", "CELL", text)
    text = re.sub(r"\d+", "NUMBER", text)
    text = re.sub(r"\b[A-Z]\b(?:,\\ [A-Z]\b)*", "NAMES", text)
    text = re.sub(r"NAMES\\ and\\ NAMES", "NAMES", text)
    names = r"[\w ,]+?"
    return text.replace("CELL", r"(?:l\d+)?r\d+c\d+[a-z]?").replace("NUMBER", r"\w+").replace("NAMES", names)
