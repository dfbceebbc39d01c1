"""`tilewright show`: a puzzle's board, pieces, placements and size."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from math import comb, log10, prod
from typing import TYPE_CHECKING

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.output import as_picture, check_outputs, write_puzzle
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import read_catalogues, read_puzzle
from tilewright.errors import TITLE, NotationError, printable
from tilewright.files import write
from tilewright.formats import LEVELS, problem_titles
from tilewright.formats.answer import print_json, puzzle_row
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.compiled import Compiled, Owner

if TYPE_CHECKING:
    from tilewright.silhouettes.catalogues.reading import CatalogueFile

MAX_BITS = 333  # of a number that is printed in full: 100 digits
DETAILS = """Of a catalogue of silhouettes: their numbers, ids, classes and names.

Examples: `tilewright show examples/shikaku/blog-6x6 --stats`, `tilewright show fridgeiq-D4`, `tilewright show fridgeiq-D4#Dice`."""


def add_arguments(parser: Parser) -> None:
    """The puzzle and what to show of it."""
    options.add_puzzle(parser)
    parser.add_argument("--placements", action="store_true", help="List every placement with its id; -o draws them.")
    parser.add_argument("--piece", metavar="P", help="Only the placements of this piece.")
    parser.add_argument(
        "--stats", action="store_true", help="Cells, placements, size of the exact cover, naive choices (also C(n, k))."
    )
    parser.add_argument(
        "--states",
        action="store_true",
        help="Number the cells of every oriented piece, as the Tetris-filling report does; -o draws them and a filled board.",
    )
    options.add_open(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Draw or list."""
    if files := read_catalogues(args.puzzle):
        return _show_catalogue(files, args)
    if args.puzzle == LEVELS:
        from tilewright.cli.show.level_pack import show_levels  # drawing is slow to import

        show_levels(args)
        return DONE
    puzzle = read_puzzle(args)
    check_outputs(args.output, args.force)
    if args.states:
        from tilewright.cli.show.states import show_states  # drawing is slow to import

        return show_states(args, puzzle)
    listed = bool(args.placements or args.piece)
    if not (args.json or args.stats or listed):
        _write(args, puzzle)
        print(puzzle)
        _tell_problems(args.puzzle)
        return DONE
    compiled = puzzle.compile().with_hints()
    owners = _owners(compiled, args.piece)
    _write(args, puzzle, (compiled, owners) if listed else None)
    placements = _placements(compiled, owners) if listed else []
    if args.json:
        answer = {"tilewright": 1, "puzzle": puzzle_row(puzzle), "stats": statistics(compiled)}
        print_json(answer | ({"placements": [each.id for _, each in placements]} if listed else {}))
        return DONE
    if args.stats:
        for key, value in statistics(compiled).items():
            if value is not None or key != "naive sets":
                print(f"{_label(compiled, key)}: {'not looked for on so large a board' if value is None else value}")
    for number, each in placements:
        print(f"{number} {each.id}")
    return DONE


def _tell_problems(source: str) -> None:
    """The problems of a file that holds several, and how to name them."""
    for number, title in enumerate(problem_titles(source), start=1):
        shown = " (shown)" if number == 1 else ""
        print("\n" * (number == 1) + f"{source}#{number}: {printable(title, TITLE)}{shown}")


def _show_catalogue(files: list[CatalogueFile], args: Namespace) -> int:
    if args.placements or args.piece or args.stats or args.open_cells:
        raise NotationError("a catalogue has no placements: expected one of its silhouettes, e.g. fridgeiq-D4#1")
    from tilewright.cli.show.catalogue import show_catalogue  # drawing is slow to import

    show_catalogue(files, args)
    return DONE


def _write(args: Namespace, puzzle: Puzzle, listed: tuple[Compiled, frozenset[Owner]] | None = None) -> None:
    """The files of `-o`; where placements are listed, pictures are of those."""
    for path in args.output:
        if listed and path.suffix in (".svg", ".png"):
            from tilewright.render.sheet import candidates_svg  # drawing is slow to import

            write(path, as_picture(path.suffix, candidates_svg(*listed)), args.force)
        else:
            write_puzzle(path, puzzle, args.force)


def _owners(compiled: Compiled, piece: str | None) -> frozenset[Owner]:
    """Those whose placements may bear this name; all of them if there is none."""
    if piece is None:
        return frozenset(compiled.owners)
    found = frozenset(owner for owner in compiled.owners if piece in compiled.owner_names(owner))
    if not found:
        names = sorted({name for owner in compiled.owners for name in compiled.owner_names(owner)})
        raise NotationError(f"--piece {piece}: expected one of {', '.join(names)}")
    return found


def _placements(compiled: Compiled, owners: frozenset[Owner]) -> list[tuple[int, Placement]]:
    """(number, placement) of every option of these owners."""
    numbered = enumerate(compiled.meanings)
    return [(option + 1, compiled.placement(option)) for option, (owner, _) in numbered if owner in owners]


def _label(compiled: Compiled, key: str) -> str:
    """A key of the statistics, the naive number of sets with what it is of."""
    if key != "naive sets":
        return key
    return f"{key}, C({len(compiled.cover.options)}, {_placed(compiled)})"


def _number(value: int) -> int | str:
    """A number, or its size when it is too long to read."""
    return value if value.bit_length() <= MAX_BITS else f"about 10^{int(value.bit_length() * log10(2))}"


def _placed(compiled: Compiled) -> int | None:
    """How many placements a tiling has; None where that is open."""
    bounds = [compiled.owner_copies(owner) for owner in compiled.owners]
    return sum(lo for lo, _ in bounds) if all(lo == hi for lo, hi in bounds) else None


def statistics(compiled: Compiled) -> dict[str, object]:
    """Cells, pieces, placements, the cover's size, symmetries, and in how many ways one might place each piece once.

    "naive sets" is in how many ways as many placements as a tiling has can be chosen from all; None where that is open.
    """
    items, options, entries = compiled.cover.size
    choices = Counter(owner for owner, _ in compiled.meanings)
    placed, area = _placed(compiled), compiled.puzzle.board.area
    return {
        "cells": int(area) if area == int(area) else area,
        "pieces": len(compiled.puzzle.piece_names),
        "placements": options,
        "candidates": options,
        "items": items,
        "entries": entries,
        "symmetries": len(compiled.cover.automorphisms) or None,
        "naive choices": _number(prod(choices.values())),
        "naive sets": None if placed is None else _number(comb(options, placed)),
    }
