"""Is it possible, is it unique, and why should one believe it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilewright.certificate import ProofState, check_proof, checkable, write_reason, write_refutation
from tilewright.cover.arguments import check_arguments
from tilewright.cover.engine import engines
from tilewright.cover.limit import Limit
from tilewright.cover.problem import Solution
from tilewright.cover.result import Ended, Report, UpTo
from tilewright.errors import TilewrightError
from tilewright.explain.invariant import coloring
from tilewright.explain.reason import Reason
from tilewright.puzzle import Tiling
from tilewright.puzzle.compile import Compiled
from tilewright.solve import AnyPuzzle, Clock, TilingStream, VerdictWord

# What "auto" does: the search first, then the solver that learns from its conflicts, if it is installed.
STAGES: tuple[tuple[str, float | None], ...] = (("auto", 5.0), ("sat", None))


@dataclass(frozen=True)
class Verdict:
    """impossible (with a reason), unique (its one tiling), several (two tilings that differ), or unknown.

    unique_up_to: "rotations" or "symmetries" when there are several tilings and all are images of one another.
    proof:        of a certificate that was asked for: "checked" by a program that is not the solver, or "unchecked"
                  (the limit came); None when there is none.
    notes:        what the engine says of itself, e.g. HiGHS's presolve.
    """

    puzzle: AnyPuzzle
    verdict: VerdictWord
    tilings: tuple[Tiling, ...] = ()
    unique_up_to: UpTo | None = None
    reason: Reason | None = None
    proof: ProofState | None = None
    ended: Ended = "exhausted"
    engine: str = ""
    nodes: int = 0
    notes: dict[str, object] = field(default_factory=dict, compare=False)
    times: dict[str, float] = field(default_factory=dict, compare=False)


def verdict(
    puzzle: AnyPuzzle,
    *,
    proof: Path | None = None,
    engine: str = "auto",
    limit: Limit = Limit(),
    threads: int = 1,
    report: Report | None = None,
) -> Verdict:
    """The verdict on a puzzle; `proof` is where to write the certificate of "impossible" or "unique"."""
    check_arguments(engine, limit, threads)
    clock = Clock()
    report = report or Report()
    found = _Tilings()
    for name, seconds in _stages(engine, limit):
        part = limit if seconds is None else replace(limit, seconds=min(seconds, limit.seconds or seconds))
        report.ended = None
        found.search(puzzle, name, part, threads, report)
        if report.ended != "limit" or limit.nodes is not None:
            break
    clock.lap("search")
    answer = found.verdict(puzzle, report)
    if proof is not None and answer.verdict in ("impossible", "unique"):
        state = _certified(found.compiled, found, answer, proof, limit, report)
        clock.lap("proof")
        answer = replace(answer, proof=state)
    return replace(answer, times=clock.done())


def _stages(engine: str, limit: Limit) -> Iterator[tuple[str, float | None]]:
    if engine != "auto" or engines()["sat"].unavailable():
        yield engine, None
    else:
        for name, seconds in STAGES:
            yield name, seconds
            if seconds is not None and limit.seconds is not None and limit.seconds <= seconds:
                return


class _Tilings:
    """The tilings a search meets, until two are no images of one another."""

    compiled: Compiled

    def __init__(self) -> None:
        self.first: Solution | None = None
        self.orbits: dict[UpTo, set[Solution]] = {}
        self.seen: list[Solution] = []
        self.reason: Reason | None = None

    def search(self, puzzle: AnyPuzzle, engine: str, limit: Limit, threads: int, report: Report) -> None:
        # An orbit has at most as many tilings as the plane or space has isometries that keep a board; one more settles it.
        stream = TilingStream(puzzle, engine=engine, limit=replace(limit, solutions=49), threads=threads, report=report)
        self.compiled, self.reason, self.seen, self.orbits = stream.compiled, stream.reason, [], {}
        if self.reason is None and (reason := coloring(stream.compiled)) is not None:
            self.reason, report.ended, report.engine = reason, "exhausted", "invariant"
            return
        for batch in stream:
            for solution in batch:
                self.seen.append(solution)
                if len(self.seen) == 1:
                    self._see_orbits(solution)
                elif solution not in self.orbits["symmetries"]:
                    report.ended = "enough"
                    self.seen = [self.seen[0], solution]
                    return

    def _see_orbits(self, solution: Solution) -> None:
        if not self.compiled.isometries:
            self.compiled = self.compiled.with_symmetries()
        self.orbits = {"rotations": {solution}, "symmetries": {solution}}
        for isometry, automorphism in zip(self.compiled.isometries, self.compiled.cover.automorphisms, strict=True):
            image = tuple(sorted(map(automorphism.options.__getitem__, solution)))
            self.orbits["symmetries"].add(image)
            if not isometry.motion.mirrored:
                self.orbits["rotations"].add(image)

    def verdict(self, puzzle: AnyPuzzle, report: Report) -> Verdict:
        tilings = tuple(self.compiled.tiling(solution) for solution in self.seen[:2])
        ended = report.ended or "stopped"
        word: VerdictWord = "unknown"
        reason = self.reason
        up_to: UpTo | None = None
        if len(tilings) == 2:
            word = "several"
            if ended == "exhausted":
                groups: tuple[UpTo, ...] = ("rotations", "symmetries")
                up_to = next((group for group in groups if set(self.seen) <= self.orbits[group]), None)
        elif ended == "exhausted":
            word = "unique" if tilings else "impossible"
            if not tilings and reason is None:
                reason = Reason("search", "the search through all positions of the pieces found no tiling")
        return Verdict(
            puzzle,
            word,
            tilings,
            up_to,
            reason,
            None,
            ended,
            report.engine,
            report.nodes,
            dict(report.notes),
        )


def _certified(
    compiled: Compiled, found: _Tilings, answer: Verdict, path: Path, limit: Limit, report: Report
) -> ProofState:
    """Write the certificate and have it checked."""
    if checkable(answer.puzzle, answer.reason):
        assert answer.reason is not None
        write_reason(answer.puzzle, answer.reason, path)
    else:
        proving = Report(stop=report.stop)
        if not write_refutation(compiled, found.seen[:1], path, limit, proving):
            if proving.solutions:
                raise TilewrightError("internal error: two engines disagree on the verdict")
            return "unchecked"
    checked = check_proof(answer.puzzle, path, limit.seconds)
    if checked.good is False:
        raise TilewrightError(f"internal error: the certificate is refused: {checked.text}")
    return "checked" if checked.good else "unchecked"
