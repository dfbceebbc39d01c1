"""Tilings as lines of JSON, sent as they are found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilewright.api.stream import TilingStream, tilings
from tilewright.cover.problem import Solution
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import UpTo
from tilewright.formats import load
from tilewright.formats.answer import reason_row
from tilewright.formats.lines import LineWriter
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Tiling
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.orbits import Orbits
from tilewright.puzzle.tilings import Tilings
from tilewright.web.work.tell import Tell, watched

LOT = 50_000  # characters of a message with tilings


def list_tilings(job: dict[str, Any], tell: Tell) -> None:
    """Tilings as lines of JSON: the first at once, then in lots, until as many or as much as asked for are sent."""
    puzzle = load(job["puzzle"])
    partial = parse_solution(job["partial"], puzzle) if job.get("partial") else ()
    most = 1 if job["number"] == 1 else None  # more are counted to the end, however many are sent
    stream = tilings(puzzle, most, partial=partial, limit=Limit(seconds=job["seconds"]))
    lots = _Lots(tell, job["number"], job["bytes"])

    def body() -> dict[str, Any]:
        _send(stream, lots, job.get("up_to", "none"), tell)
        report, count = stream.report, stream.found
        reason = reason_row(puzzle, stream.reason) if stream.reason else None
        answer = {"ended": report.ended, "verdict": stream.verdict, "reason": reason, "engine": report.engine}
        sent = {"sent": lots.sent, "full": lots.full, "up_to": job.get("up_to", "none")} if count and not most else {}
        return {"count": count, **sent, "seconds": round(report.seconds, 3), **answer}

    watched(tell, stream.report, body)


def _send(stream: TilingStream, lots: _Lots, up_to: UpTo, tell: Tell) -> None:
    """The tilings that are new up to symmetry, the first as soon as it is found."""
    lines, orbits = LineWriter(), None
    for batch in stream.batches():
        if lots.full:
            continue
        if up_to != "none" and orbits is None:
            orbits = Orbits(stream.compiled, up_to)
        texts = lines(batch).splitlines(keepends=True)
        if orbits is not None:
            new = [orbits.add(solution) for solution in _solutions(stream.compiled, batch)]
            texts = [line for line, is_new in zip(texts, new, strict=True) if is_new]
        if not lots.sent:
            tell({"event": "solutions", "lines": texts[:1], "seconds": round(stream.report.seconds, 4)})
            lots.sent, texts = 1, texts[1:]
        lots.add(texts)
    if not lots.sent:
        tell({"event": "solutions", "lines": [], "seconds": round(stream.report.seconds, 4)})
    lots.send()


def _solutions(compiled: Compiled, batch: Sequence[Tiling]) -> Iterable[Solution]:
    """The options of tilings, also of those that a search without a cover found."""
    if isinstance(batch, Tilings):
        return batch.solutions
    options = {compiled.atoms_of(option): option for option in range(len(compiled.meanings))}
    return [tuple(sorted(options[placement.atoms] for placement in tiling.placements)) for tiling in batch]


class _Lots:
    """Lines on their way to the page: many small messages, so that nobody waits for a large one."""

    def __init__(self, tell: Tell, number: int, most_bytes: int) -> None:
        self.tell, self.number, self.bytes = tell, number, most_bytes
        self.sent, self.full = 0, False
        self.lot: list[str] = []
        self.size = 0

    def add(self, lines: Iterable[str]) -> None:
        """Take lines until it is enough."""
        for line in lines:
            if self.sent >= self.number or self.bytes <= 0:
                self.full = True
                return
            self.lot.append(line)
            self.sent += 1
            self.bytes -= len(line)
            self.size += len(line)
            if self.size > LOT:
                self.send()

    def send(self) -> None:
        """Send what is there."""
        if self.lot:
            self.tell({"event": "solutions", "lines": self.lot})
        self.lot, self.size = [], 0
