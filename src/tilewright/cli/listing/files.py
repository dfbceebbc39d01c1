"""Which sink writes a file: its suffix decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.api.solve import Solved
from tilewright.cli.listing.listing import Listing
from tilewright.cli.listing.sink import Sink, TextFile
from tilewright.cover.search.deadline import NEVER
from tilewright.lazy import lazy
from tilewright.puzzle import Tiling
from tilewright.puzzle.tilings import puzzle_of

if TYPE_CHECKING:
    from tilewright.cli.listing import held
    from tilewright.formats import lines
else:  # JSON and pictures, which drawings in a text file do not need
    held, lines = lazy("tilewright.cli.listing.held"), lazy("tilewright.formats.lines")

LISTS = (".txt", ".jsonl")  # which take the place of the drawings that are printed


def file_sink(path: Path, force: bool = False) -> Sink:
    """What writes tilings into a file with one of the suffixes."""
    if path.suffix == ".txt":
        return TextFile(path, force, _drawings, between="\n")
    if path.suffix == ".jsonl":
        return TextFile(path, force, lines.LineWriter())
    if path.suffix == ".wkt":
        return TextFile(path, force, _wkt)
    return held.AnswerText(path, force) if path.suffix == ".json" else held.Pictures(path, force)


def write_tilings(paths: Iterable[Path], found: Solved, force: bool = False) -> None:
    """Write the tilings of an answer into files."""
    listing = Listing([file_sink(path, force) for path in paths], NEVER)
    if found.tilings:
        listing.take(found.tilings)
    listing.finish(found)


def _drawings(batch: Sequence[Tiling]) -> str:
    return "\n\n".join(puzzle_of(batch).drawings(batch)) + "\n"


def _wkt(batch: Sequence[Tiling]) -> str:
    return "".join(f"{tiling.wkt}\n" for tiling in batch)
