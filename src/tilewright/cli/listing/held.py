"""What is written when a search is over: the one object of an answer as JSON, and pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.api.solve import Solved
from tilewright.cli.listing.sink import Sink, how_many
from tilewright.cli.output import as_picture
from tilewright.files import write
from tilewright.formats.answer import dumps_json
from tilewright.formats.lines import AnswerWriter
from tilewright.lazy import lazy
from tilewright.puzzle import Tiling
from tilewright.puzzle.tilings import placements_of_first

if TYPE_CHECKING:
    from tilewright.render import pdf
else:  # drawing takes as long to import as all the rest
    pdf = lazy("tilewright.render.pdf")

A_PLACEMENT = 16  # bytes that one of a tiling that is kept takes


class AnswerText(Sink):
    """The answer as JSON, in a file or on standard output. Until the end it holds the text of the tilings."""

    def __init__(self, path: Path | None = None, force: bool = False) -> None:
        self._path, self._force = path, force
        self._writer = AnswerWriter()

    @property
    def bytes(self) -> int:  # type: ignore[override]
        """Of the text so far."""
        return self._writer.bytes

    def take(self, batch: Sequence[Tiling]) -> None:
        """Write the tilings out, into memory."""
        self._writer.take(batch)

    def finish(self, found: Solved, is_late: Callable[[], bool]) -> None:
        """Write or print the answer, whatever it is."""
        if self._path is None:
            sys.stdout.write(self._writer.text(found))
        else:
            write(self._path, self._writer.text(found, indent=1), self._force)


class Pictures(Sink):
    """Pictures of tilings, numbered where there are several; as PDF one a page."""

    def __init__(self, path: Path, force: bool) -> None:
        self._path, self._force = path, force
        self._batches: list[Sequence[Tiling]] = []
        self._number = self._written = 0

    def take(self, batch: Sequence[Tiling]) -> None:
        """Keep the tilings: how many there are decides what the pictures are called."""
        self._batches.append(batch)
        self._number += len(batch)
        self.bytes += A_PLACEMENT * len(batch) * placements_of_first(batch)

    def finish(self, found: Solved, is_late: Callable[[], bool]) -> None:
        """Draw as many as there is time for; the first in any case."""
        tilings = self._in_time(is_late)
        if self._path.suffix == ".pdf" and self._number:
            return write(self._path, pdf.tilings_pdf(tilings), self._force)
        digits = max(3, len(str(self._number)))
        for tiling in tilings:
            name = self._path.with_stem(f"{self._path.stem}-{self._written:0{digits}}")
            write(self._path if self._number == 1 else name, _content(self._path.suffix, tiling), self._force)
        return None

    def notes(self, found: int) -> list[str]:
        """How many there was time for, where that is not all."""
        return [how_many(self._written, found, self._path)] if self._written < found else []

    def _in_time(self, is_late: Callable[[], bool]) -> Iterator[Tiling]:
        for tiling in chain.from_iterable(self._batches):
            if self._written and is_late():
                return
            self._written += 1
            yield tiling


def _content(suffix: str, tiling: Tiling) -> str | bytes:
    if suffix == ".geojson":
        return dumps_json(tiling.geojson)
    return as_picture(suffix, tiling._repr_svg_())
