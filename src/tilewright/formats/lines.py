"""Tilings as lines of JSON, made for millions: what an option says is written out once, lines are put together from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import dumps
from typing import TYPE_CHECKING

from tilewright.formats.answer import answer_parts, dumps_line, line_of
from tilewright.puzzle import Tiling
from tilewright.puzzle.compiled import Compiled, Lazy
from tilewright.puzzle.tilings import Tilings

if TYPE_CHECKING:
    from tilewright.api.solve import Solved

OPEN, CLOSE = '{"placements":[', "]}\n"


class LineWriter:
    """Called with a batch of tilings it gives their lines as one text; placements stand by position."""

    def __init__(self) -> None:
        self._compiled: Compiled | None = None
        self._texts = Lazy(self._text)
        self._unnamed: Lazy[int, str] = Lazy(lambda option: self._text((option, "")))

    def __call__(self, batch: Sequence[Tiling]) -> str:
        """The lines of all tilings, in their order."""
        if not isinstance(batch, Tilings):
            return "".join(map(line_of, batch))
        if batch.compiled is not self._compiled:
            self._compiled = batch.compiled
            self._texts.clear()
            self._unnamed.clear()
        lines = self._with_names(batch) if batch.compiled.owners_of_many else self._without_names(batch)
        return "".join(lines)

    def _without_names(self, batch: Tilings) -> Iterator[str]:
        text, by_position = self._unnamed.__getitem__, batch.compiled.by_position
        return (OPEN + ",".join(map(text, by_position(solution))) + CLOSE for solution in batch.solutions)

    def _with_names(self, batch: Tilings) -> Iterator[str]:
        """The same where several pieces are alike: the copies of a tiling get the names in turn, by where they lie."""
        compiled, texts = batch.compiled, self._texts
        for solution in batch.solutions:
            options = compiled.by_position(solution)
            names = compiled.names_of(options)
            yield OPEN + ",".join([texts[option, names.get(option, "")] for option in options]) + CLOSE

    def _text(self, key: tuple[int, str]) -> str:
        """What an option says when its piece has this name (none: the first of its class)."""
        assert self._compiled is not None
        option, name = key
        placement = self._compiled.placement(option, name)
        return dumps_line(self._compiled.puzzle.placement_row(placement)).rstrip("\n")


class AnswerWriter:
    """Takes batches of tilings and gives the text of the answer that holds them. `bytes` is about what it takes so far."""

    def __init__(self) -> None:
        self._lines_of = LineWriter()
        self._lines: list[str] = []
        self.bytes = 0

    def take(self, batch: Sequence[Tiling]) -> None:
        """Add tilings."""
        self._lines.append(self._lines_of(batch))
        self.bytes += len(self._lines[-1])

    def text(self, found: Solved, indent: int | None = None) -> str:
        """One JSON object, ending in a newline: on one line, or with `indent` a line for each tiling."""
        head, tail = (dumps(part, ensure_ascii=False, indent=indent, default=str) for part in answer_parts(found))
        separator = ", " if indent is None else ",\n" + " " * indent
        rows = "".join(self._lines).rstrip("\n").replace("\n", separator)
        key = f"{separator}{dumps('solutions')}: ["
        return f"{head[:-1].rstrip()}{key}{rows}]{separator}{tail[1:].lstrip()}\n"
