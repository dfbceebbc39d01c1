"""The puzzle that the command line names."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tilewright import formats
from tilewright.puzzle import Placement, Puzzle


def read_puzzle(args: Namespace) -> Puzzle:
    """The puzzle of `PUZZLE`, or an outline of a catalogue; of a family's, the member that `--open` names."""
    if args.open_cells is None:
        return _outline(args.puzzle) or formats.load(args.puzzle)
    from tilewright.formats.family import load_family  # TOML and msgspec, which few puzzles need

    return load_family(args.puzzle).with_open_cells([name.strip() for name in args.open_cells.split(",")])


def _outline(source: str) -> Puzzle | None:
    """The puzzle of `CATALOGUE#NUMBER`."""
    if "#" not in source or "\n" in source:
        return None
    from tilewright.silhouettes.catalogues.named import outline_puzzle  # which few puzzles need

    return outline_puzzle(source)


def read_partial(path: Path | None, puzzle: Puzzle) -> Sequence[Placement]:
    """The placements of `--with`."""
    return formats.read_solution(path, puzzle) if path else ()
