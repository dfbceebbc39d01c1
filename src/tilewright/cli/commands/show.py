"""`tilewright show`: print a puzzle's board, pieces, placements and size, a board alone, the levels, or a catalogue."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import comb, lgamma, log, log10, prod
from typing import Any

from tilewright.api.answer import print_json, puzzle_row
from tilewright.api.solve import solve
from tilewright.cli import options
from tilewright.cli.options import Argument, Command, read_started_puzzle
from tilewright.cli.output import (
    PICTURES,
    PUZZLE_SUFFIXES,
    cell_table,
    check_outputs,
    tell_rows,
    write_pictures,
    write_puzzle,
)
from tilewright.errors import TITLE, NotationError, printable
from tilewright.exit_codes import DONE
from tilewright.formats.drawing import pack_levels
from tilewright.formats.model import cell_model
from tilewright.loader import LEVELS, load_several, problem_titles, read_catalogues
from tilewright.publish.booklet import catalogue_challenges
from tilewright.puzzle import Board, Puzzle
from tilewright.puzzle.picture import candidates_svg
from tilewright.puzzle.puzzle import Compiled, Owner
from tilewright.render import draw
from tilewright.render.svg import sheet_svg
from tilewright.silhouettes.catalogue import Catalogue, CatalogueFile, class_of, published_names
from tilewright.silhouettes.comparison import Entry, merged
from tilewright.silhouettes.silhouette import Silhouette

SILHOUETTE_CELL = 16.0
SILHOUETTE_COLUMNS = 8


def show_catalogue(files: list[CatalogueFile], args: Namespace) -> None:
    """Print the number, id, class, size and name of each silhouette; write the pictures of `-o`."""
    if args.placements or args.piece or args.stats or args.open_cells:
        raise NotationError("a catalogue has no placements: expected one of its silhouettes, e.g. fridgeiq-D4#1")
    check_outputs(args.output, args.force, PICTURES)
    entries = merged(files)
    silhouettes = [entry.silhouette() for entry in entries]
    write_pictures(args, lambda: _sheet(files[0], silhouettes))
    pairs = zip(entries, silhouettes, strict=True)
    rows = [_silhouette_row(number, *pair) for number, pair in enumerate(pairs, start=1)]
    sizes = ["x".join(f"{side:g}" for side in row["size"]) for row in rows]
    form = "{number:>4} {id}  {class:24} {0:>7}  {name}"
    lines = (form.format(size, **row).rstrip() for size, row in zip(sizes, rows, strict=True))
    tell_rows(args.json, {"silhouettes": rows}, lines)


def _silhouette_row(number: int, entry: Entry, silhouette: Silhouette) -> dict[str, Any]:
    return {
        "number": number,
        "id": silhouette.id,
        "name": entry.name,
        "group": silhouette.group,
        "class": class_of(silhouette, entry.file.query.symmetry),
        "size": list(silhouette.extent),
    }


def _sheet(file: CatalogueFile, silhouettes: list[Silhouette]) -> str:
    names = published_names()
    listed = Catalogue(file.query, file.pieces, tuple(silhouettes), file.ended)
    captions = [f"{number} {names.get(one.id, '')}".strip() for number, one in enumerate(silhouettes, start=1)]
    pictures = [each.picture for each in catalogue_challenges(listed)]
    return sheet_svg(pictures, captions, SILHOUETTE_COLUMNS, cell=SILHOUETTE_CELL)


LEVEL_CELL = 12.0  # pixels
LEVEL_COLUMNS = 6


def show_levels(args: Namespace) -> None:
    """Print the number, name, difficulty, blocks, cells and source of each level; write the pictures of `-o`."""
    if args.placements or args.piece or args.stats or args.states or args.open_cells:
        raise NotationError("the pack of levels has no placements: expected one of its levels, e.g. levels#heart")
    check_outputs(args.output, args.force, PICTURES)
    levels = pack_levels()
    pictures = [partial(draw.board, board=level.puzzle.board) for level in levels]
    captions = [f"{level.number} {level.name}, {level.difficulty}" for level in levels]
    write_pictures(args, lambda: sheet_svg(pictures, captions, LEVEL_COLUMNS, cell=LEVEL_CELL))
    rows = []
    for level in levels:
        row = {name: getattr(level, name) for name in ("number", "name", "source", "difficulty")}
        rows.append({**row, "blocks": len(level.puzzle.pieces), "cells": len(level.puzzle.board.atoms)})
    form = "{number:>2} {name:<12} {difficulty:<8} {blocks:>2} blocks {cells:>3} cells  {source}"
    tell_rows(args.json, {"levels": rows}, (form.format(**row) for row in rows))


def show_states(args: Namespace, puzzle: Puzzle) -> int:
    """Print the number of each cell of each oriented piece, or draw them and a filled board; return the exit code."""
    model = cell_model(puzzle)
    orientations = model.numbered_orientations()
    write_pictures(args, lambda: model.svg(next(iter(solve(puzzle).tilings), None)))
    rows = [
        {"piece": piece, "motion": motion, "states": [[*atom, state] for atom, state in cells.items()]}
        for (piece, motion), cells in orientations.items()
    ]
    drawings = (f"{piece} {motion}\n{cell_table(cells)}" for (piece, motion), cells in orientations.items())
    tell_rows(args.json, {"puzzle": puzzle_row(puzzle), "states": rows}, ["\n\n".join(drawings)])
    return DONE


MOST_DIGITS = 100  # digits of a number that is printed in full
SHOW = """A catalogue of silhouettes is listed with numbers, ids, classes and names.

Examples: `tilewright show examples/shikaku/blog-6x6 --stats`, `tilewright show fridgeiq-D4`, `tilewright show
fridgeiq-D4#Dice`."""


def _run(args: Namespace) -> int:
    if files := read_catalogues(args.puzzle):
        show_catalogue(files, args)
        return DONE
    if args.puzzle == LEVELS:
        show_levels(args)
        return DONE
    if args.pieces is None and (board := _board_alone(args)) is not None:
        return _show_board(board, args)
    several = load_several(args.puzzle) if args.pieces is None and os.path.isfile(args.puzzle) else None  # noqa: PTH113
    if several is not None:
        rows = [{"name": f"{args.puzzle}#{n}", "title": title} for n, title in enumerate(several.titles, start=1)]
        tell_rows(args.json, {"puzzles": rows}, (f"{row['name']}  {row['title']}" for row in rows))
        return DONE
    puzzle = read_started_puzzle(args)
    check_outputs(args.output, args.force, PICTURES if args.states else PUZZLE_SUFFIXES)
    if args.states:
        return show_states(args, puzzle)
    listed = bool(args.placements or args.piece)
    if not (args.json or args.stats or listed):
        for path in args.output:
            write_puzzle(path, puzzle, args.force)
        print(puzzle)
        for number, title in enumerate(problem_titles(args.puzzle) if args.pieces is None else (), start=1):
            before, after = ("\n", " (shown)") if number == 1 else ("", "")
            print(f"{before}{args.puzzle}#{number}: {printable(title, TITLE)}{after}")
        return DONE
    compiled = puzzle.compile().with_hints()
    owners = _owners(compiled, args.piece)
    for path in args.output:
        write_puzzle(path, puzzle, args.force, partial(candidates_svg, compiled, owners) if listed else None)
    options = [k for k, (owner, _) in enumerate(compiled.meanings) if owner in owners] if listed else []
    placements = [(option + 1, compiled.placement(option)) for option in options]
    if args.json:
        answer = {"tilewright": 1, "puzzle": puzzle_row(puzzle), "stats": statistics(compiled)}
        print_json(answer | ({"placements": [each.id for _, each in placements]} if listed else {}))
        return DONE
    if args.stats:
        for key, value in statistics(compiled).items():
            if key != "naive sets":
                print(f"{key}: {'not looked for on so large a board' if value is None else value}")
            elif value is not None:
                print(f"{key}, C({len(compiled.cover.options)}, {_placed(compiled)}): {value}")
    for number, each in placements:
        print(f"{number} {each.id}")
    return DONE


def _board_alone(args: Namespace) -> Board | None:
    """Return the board of a drawing without pieces; None for a puzzle."""
    if not os.path.isfile(args.puzzle):  # noqa: PTH113  pathlib is slow to import
        return None
    from tilewright.loader import board_alone

    return board_alone(args.puzzle, args.cell_pixels)


def _show_board(board: Board, args: Namespace) -> int:
    if args.placements or args.piece or args.states or args.open_cells or args.partial:
        raise NotationError(f"{args.puzzle} is a board without pieces: expected some, e.g. --pieces 'tetrominoes*'")
    check_outputs(args.output, args.force, (".svg", ".png", ".txt"))
    write_pictures(args, board._repr_svg_, txt=lambda _: f"{board}\n")
    rows, columns = board.extent
    row = {"rows": rows, "columns": columns, "cells": len(board.atoms), "drawing": str(board).split("\n")}
    if args.json:
        print_json({"tilewright": 1, "board": row})
        return DONE
    print(board)
    print(f"{row['cells']} cells in {rows} rows and {columns} columns", file=None if args.stats else sys.stderr)
    return DONE


def _owners(compiled: Compiled, piece: str | None) -> frozenset[Owner]:
    """Return the owners whose placements may have this name; all of them for None."""
    if piece is None:
        return frozenset(compiled.owners)
    found = frozenset(owner for owner in compiled.owners if piece in compiled.owner_names(owner))
    if not found:
        names = sorted({name for owner in compiled.owners for name in compiled.owner_names(owner)})
        raise NotationError(f"--piece {piece}: expected one of {', '.join(names)}")
    return found


def _number(size: float, exact: Callable[[], int]) -> int | str:
    """Return the number whose decimal logarithm is `size`, or the power of ten as text if it is too long to read."""
    return exact() if size <= MOST_DIGITS else f"about 10^{int(size)}"


def _log_choices(options: int, placed: int) -> float:
    """Return the decimal logarithm of the number of ways to choose `placed` of the options."""
    if not 0 <= placed <= options:
        return 0.0
    return (lgamma(options + 1) - lgamma(placed + 1) - lgamma(options - placed + 1)) / log(10)


def _placed(compiled: Compiled) -> int | None:
    """Return the number of placements in a tiling; None if it varies."""
    bounds = [compiled.owner_copies(owner) for owner in compiled.owners]
    return sum(lo for lo, _ in bounds) if all(lo == hi for lo, hi in bounds) else None


def statistics(compiled: Compiled) -> dict[str, object]:
    """Return the numbers of cells, pieces, placements and symmetries, the size of the cover, and naive search sizes.

    "naive sets" is the number of ways to choose, from all placements, as many as a tiling has; None if that
    number varies.
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
        "naive choices": _number(sum(map(log10, choices.values())), lambda: prod(choices.values())),
        "naive sets": None if placed is None else _number(_log_choices(options, placed), lambda: comb(options, placed)),
    }


COMMANDS = {
    "show": Command(
        SHOW,
        _run,
        [
            *options.PUZZLE,
            options.WITH,
            Argument("--placements", action="store_true", help="List every placement with its id; -o draws them."),
            Argument("--piece", metavar="P", help="Only the placements of this piece."),
            Argument(
                "--stats",
                action="store_true",
                help="Cells, placements, size of the exact cover, naive choices (also C(n, k)).",
            ),
            Argument(
                "--states",
                action="store_true",
                help="Number the cells of every oriented piece, as `export --model cells` does, from 0; -o draws them and "
                "a filled board.",
            ),
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
    ),
}
