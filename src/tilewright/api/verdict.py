"""Is it possible, is it unique, and why should one believe it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilewright.api.certificate import (
    ProofState,
    check_writable_proof,
    checkable,
    reason_certificate,
    refutation_certificate,
)
from tilewright.api.solve import Clock, Posed, TilingStream, VerdictWord, interruptible, pose
from tilewright.cover.problem import Solution
from tilewright.cover.search.arguments import check_arguments
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.engine import engines
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Ended, Report, UpTo
from tilewright.errors import TilewrightError
from tilewright.explain.invariant import invariant_reason
from tilewright.explain.reason import Reason
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.compiled import Compiled

# What "auto" does: the search first, then the solver that learns from its conflicts, if it is installed.
STAGES: tuple[tuple[str, float | None], ...] = (("auto", 5.0), ("sat", None))


@dataclass(frozen=True)
class Verdict:
    """impossible (with a reason), unique (its one tiling), several (two tilings that differ), or unknown.

    unique_up_to: "rotations" or "symmetries" when there are several tilings and all are images of one another.
    proof:        of a certificate that was asked for and written: "checked" by a program that is not the solver, or
                  "unchecked" (the limit came); None when none was written.
    notes:        what the engine says of itself, e.g. HiGHS's presolve.
    """

    puzzle: Puzzle
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
    puzzle: Puzzle,
    *,
    proof: Path | None = None,
    engine: str = "auto",
    limit: Limit = Limit(),
    threads: int = 1,
    report: Report | None = None,
) -> Verdict:
    """The verdict on a puzzle; `proof` is where to write the certificate of "impossible" or "unique"."""
    check_arguments(engine, limit, threads)
    if proof is not None:
        check_writable_proof(proof)
    clock = Clock()
    report = report or Report()
    found = _Tilings()
    with interruptible(limit, report) as deadline:
        found.pose(puzzle, deadline, clock)
        for name, part in _stages(engine, deadline):
            report.ended, report.nodes, report.solutions = None, 0, 0
            found.search(puzzle, name, part, threads, deadline)
            if report.ended != "limit" or limit.nodes is not None:
                break
    clock.lap("search")
    answer = found.verdict(puzzle, report)
    if proof is not None and answer.verdict in ("impossible", "unique"):
        state = _certified(found.compiled, found, answer, proof, limit, report)
        clock.lap("proof")
        answer = replace(answer, proof=state)
    return replace(answer, times=clock.done())


def _stages(engine: str, deadline: Deadline) -> Iterator[tuple[str, Limit]]:
    """Engines, each with its limit: a time on the report's clock."""
    if engine != "auto" or engines()["sat"].unavailable():
        yield engine, deadline.limit
        return
    for name, seconds in STAGES:
        if seconds is None or deadline.left <= seconds:
            yield name, deadline.limit
            return
        yield name, replace(deadline.limit, seconds=deadline.report.seconds + seconds)


class _Tilings:
    """The tilings a search meets, until two are no images of one another."""

    def __init__(self) -> None:
        self.posed: Posed | None = None
        self.orbits: dict[UpTo, set[Solution]] = {}
        self.seen: list[Solution] = []

    @property
    def compiled(self) -> Compiled:
        """What the tilings' options mean; there are none before it is posed."""
        assert self.posed is not None
        return self.posed.compiled

    def pose(self, puzzle: Puzzle, deadline: Deadline, clock: Clock) -> None:
        self.posed = pose(puzzle, False, deadline, clock)
        if self.posed.reason is None and (reason := invariant_reason(self.compiled, deadline)) is not None:
            self.posed, deadline.report.engine = replace(self.posed, reason=reason), "invariant"

    def search(self, puzzle: Puzzle, engine: str, limit: Limit, threads: int, deadline: Deadline) -> None:
        report = deadline.report
        # An orbit has at most as many tilings as the plane or space has isometries that keep a board; one more settles it.
        limit = replace(limit, solutions=49)
        stream = TilingStream(puzzle, engine=engine, limit=limit, threads=threads, report=report, posed=self.posed)
        self.seen, self.orbits = [], {}
        for batch in stream:
            for solution in batch:
                self.seen.append(solution)
                if len(self.seen) == 1:
                    self._see_orbits(solution, deadline)
                elif solution not in self.orbits["symmetries"]:
                    report.ended = "enough"
                    self.seen = [self.seen[0], solution]
                    return

    def _see_orbits(self, solution: Solution, deadline: Deadline) -> None:
        if self.posed and not self.compiled.isometries:
            self.posed = replace(self.posed, compiled=self.compiled.with_symmetries(deadline))
        self.orbits = {"rotations": {solution}, "symmetries": {solution}}
        for isometry, automorphism in zip(self.compiled.isometries, self.compiled.cover.automorphisms, strict=True):
            image = tuple(sorted(map(automorphism.options.__getitem__, solution)))
            self.orbits["symmetries"].add(image)
            if not isometry.motion.mirrored:
                self.orbits["rotations"].add(image)

    def verdict(self, puzzle: Puzzle, report: Report) -> Verdict:
        tilings = tuple(self.compiled.tiling(solution) for solution in self.seen[:2])
        ended = report.ended or "stopped"
        word: VerdictWord = "unknown"
        reason = self.posed.reason if self.posed else None
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
) -> ProofState | None:
    """Have the certificate checked, and write it."""
    if checkable(answer.puzzle, answer.reason):
        assert answer.reason is not None
        return reason_certificate(answer.puzzle, answer.reason).write(answer.puzzle, path, limit.seconds)
    proving = Report(stop=report.stop)
    made = refutation_certificate(compiled, found.seen[:1], limit, proving)
    if made is not None:
        return made.write(answer.puzzle, path, limit.seconds)
    if proving.solutions:
        raise TilewrightError("internal error: two engines disagree on the verdict")
    return None
