"""Is it possible, is it unique, and why should one believe it? And what would make an impossible puzzle possible: the
smallest changes, each tried by solving the changed puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path

from tilewright.api.certificate import (
    ProofState,
    check_writable_proof,
    checkable,
    reason_certificate,
    refutation_certificate,
)
from tilewright.api.optimise import largest_filling
from tilewright.api.solve import DrawnResult, TilingStream, VerdictWord, solve
from tilewright.cover.choice import check_arguments
from tilewright.cover.engine import engine as find_engine
from tilewright.cover.engine import lookup
from tilewright.cover.limits import (
    HOW_ENDED,
    Clock,
    Deadline,
    Ended,
    Limit,
    Report,
    SearchOutcome,
    UpTo,
    as_limit,
    interruptible,
)
from tilewright.cover.problem import Solution
from tilewright.errors import InternalError, check_puzzle
from tilewright.explain.reasons import NONE_FOUND, Prepared, invariant_reason, prepare
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import Reason
from tilewright.puzzle.compiled import Compiled, Tilings
from tilewright.puzzle.symmetry import images_of

# What "auto" does: the search first, then the solver that learns from its conflicts, if it is installed.
STAGES: tuple[tuple[str, float | None], ...] = (("auto", 5.0), ("sat", None))
# An orbit has at most as many tilings as the plane or space has isometries that keep a board; one more settles it.
# On a cylinder or torus there are the shifts besides, as many as it has cells around.
LARGEST_ORBIT = 48
GROUPS: tuple[UpTo, ...] = ("rotations", "symmetries")
WORDS: dict[VerdictWord, str] = {"unique": "unique: there is exactly one tiling", "solved": "solved: there is a tiling"}


@dataclass(frozen=True, repr=False)
class Verdict(DrawnResult):
    """impossible (with a reason), unique (its one tiling), several (two tilings that differ), or unknown.

    tilings:      a sequence, whose tilings are made when they are looked at.
    unique_up_to: "rotations" or "symmetries" when there are several tilings and all are images of one another.
    proof:        of a certificate that was asked for and written: "checked" by a program that is not the solver, or
                  "unchecked" (the limit came); None when none was written.
    outcome:      what the engine returns about its search, e.g. HiGHS's presolve.

    >>> from tilewright import load, verdict
    >>> found = verdict(load("dominoes*@8x8-r0c0,r7c7"))
    >>> found.verdict, found.reason.kind, bool(found)
    ('impossible', 'invariant', False)
    >>> print(verdict(load("FNPUV@5x5")))
    several: there is more than one tiling
    """

    puzzle: Puzzle
    verdict: VerdictWord
    tilings: Sequence[Tiling] = ()
    unique_up_to: UpTo | None = None
    reason: Reason | None = None
    proof: ProofState | None = None
    ended: Ended = "exhausted"
    engine: str = ""
    nodes: int = 0
    outcome: SearchOutcome = field(default_factory=SearchOutcome, compare=False)
    times: dict[str, float] = field(default_factory=dict, compare=False)

    @property
    def answer(self) -> bool | None:
        """Whether there is a tiling; None when the verdict is unknown."""
        return None if self.verdict == "unknown" else self.verdict != "impossible"

    def __bool__(self) -> bool:
        return self._truth()

    def __str__(self) -> str:
        if self.verdict == "impossible":
            return f"impossible: {self.reason.text}" if self.reason else "impossible"
        if self.verdict == "several":
            only = f", but only one up to {self.unique_up_to}" if self.unique_up_to else ""
            return f"several: there is more than one tiling{only}"
        return WORDS.get(self.verdict, f"unknown: {HOW_ENDED[self.ended]}")


def verdict(
    puzzle: Puzzle,
    *,
    proof: Path | None = None,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    report: Report | None = None,
) -> Verdict:
    """The verdict on a puzzle; `proof` is where to write the certificate of "impossible" or "unique".

    Raises EngineUnavailableError before the search when a proof needs one and the extra `sat` is not installed.

    >>> from tilewright import load
    >>> verdict(load("LPNUV@5x5")).verdict, verdict(load("FNPUV@5x5")).verdict
    ('impossible', 'several')
    """
    check_puzzle(puzzle)
    limit = as_limit(limit)
    check_arguments(engine, limit, threads)
    if proof is not None:
        check_writable_proof(proof)
    clock = Clock()
    report = report or Report()
    search = _Search(puzzle, threads, clock)
    with interruptible(limit, report) as deadline:
        search.prepare(deadline)
        if proof is not None and not checkable(puzzle, search.reason):
            puzzle.checkers.require_search_certificate()
            find_engine("sat")  # writes the proofs: better refused now than after a long search
        for name, part in _stages(engine, deadline):
            search.run(name, part, deadline)
            if report.ended != "limit" or limit.nodes is not None:
                break
    clock.lap("search")
    answer = search.verdict(report)
    if proof is not None and answer.verdict in ("impossible", "unique"):
        state = _write_certificate(search, answer, proof, limit, report)
        clock.lap("proof")
        answer = replace(answer, proof=state)
    return replace(answer, times=clock.times())


def _stages(engine: str, deadline: Deadline) -> Iterator[tuple[str, Limit]]:
    """Engines, each with its limit: a time on the report's clock."""
    if engine != "auto" or lookup("sat").unavailable():
        yield engine, deadline.limit
        return
    for name, seconds in STAGES:
        if seconds is None or deadline.left <= seconds:
            yield name, deadline.limit
            return
        yield name, replace(deadline.limit, seconds=deadline.report.seconds + seconds)


class _Search:
    """The tilings a search meets, until two are no images of one another."""

    def __init__(self, puzzle: Puzzle, threads: int, clock: Clock) -> None:
        self.puzzle, self.threads, self.clock = puzzle, threads, clock
        self.prepared: Prepared | None = None
        self.seen: list[Solution] = []
        self.images: dict[UpTo, set[Solution]] = {}  # of the first, when there is a second

    @property
    def compiled(self) -> Compiled:
        """What the tilings' options mean."""
        if self.prepared is None or self.prepared.compiled is None:
            return self.puzzle.compile()
        return self.prepared.compiled

    @property
    def reason(self) -> Reason | None:
        """Why there is no tiling, if that was found without a search."""
        return self.prepared.reason if self.prepared else None

    def prepare(self, deadline: Deadline) -> None:
        """Compile, and look for all reasons."""
        prepared = prepare(self.puzzle, False, deadline, self.clock)
        self.prepared = prepared
        if prepared.compiled is not None and prepared.reason is None:
            if (reason := invariant_reason(prepared.compiled, deadline)) is not None:
                self.prepared, deadline.report.engine = prepared._replace(reason=reason), "invariant"
            self.clock.lap("reasons")

    def run(self, engine: str, limit: Limit, deadline: Deadline) -> None:
        """Find tilings by an engine: few at first, for most puzzles soon have two that differ."""
        shifts = prod(period or 1 for period in self.puzzle.grid.periods)
        self._list(LARGEST_ORBIT + 1, engine, limit, deadline)
        is_one_orbit = len(self.seen) > 1 and set(self.seen) <= self.images["symmetries"]
        if shifts > 1 and deadline.report.ended == "enough" and is_one_orbit:
            self._list(LARGEST_ORBIT * shifts + 1, engine, limit, deadline)

    def _list(self, most: int, engine: str, limit: Limit, deadline: Deadline) -> None:
        report = deadline.report
        report.ended, report.nodes, report.solutions = None, 0, 0
        self.seen = []
        threads, prepared = self.threads, self.prepared
        stream = TilingStream(
            self.puzzle, most, engine=engine, limit=limit, threads=threads, report=report, prepared=prepared
        )
        for batch in stream.batches():
            assert isinstance(batch, Tilings)
            for solution in batch.solutions:
                if not self._takes(solution, deadline):
                    report.ended = "enough"
                    return

    def _takes(self, solution: Solution, deadline: Deadline) -> bool:
        """Keep a tiling; False when it is no image of the first, so that no more are needed."""
        self.seen.append(solution)
        if len(self.seen) == 1:
            return True
        if len(self.seen) == 2:
            self.images = images_of(self.compiled, self.seen[0], deadline)
        if solution in self.images["symmetries"]:
            return True
        self.seen[1:] = [solution]
        return False

    def verdict(self, report: Report) -> Verdict:
        """What the tilings say."""
        tilings = Tilings(self.puzzle, self.compiled, self.seen[:2]) if self.seen else ()
        ended = report.ended or "stopped"
        word: VerdictWord = "unknown"
        reason, up_to = self.reason, None
        if len(tilings) == 2:
            word = "several"
            if ended == "exhausted":
                up_to = next((group for group in GROUPS if set(self.seen) <= self.images[group]), None)
        elif ended == "exhausted":
            word = "unique" if tilings else "impossible"
            if not tilings and reason is None:
                reason = NONE_FOUND
        engine, outcome = report.engine, replace(report.outcome)
        return Verdict(self.puzzle, word, tilings, up_to, reason, None, ended, engine, report.nodes, outcome)


def _write_certificate(search: _Search, answer: Verdict, path: Path, limit: Limit, report: Report) -> ProofState | None:
    """Find the certificate, have it checked and write it, in the time that is left; None when that is too little."""
    if checkable(answer.puzzle, answer.reason):
        assert answer.reason is not None
        return reason_certificate(answer.puzzle, answer.reason).write(answer.puzzle, path, _left(limit, report))
    proving = Report(stop=report.stop, started=report.started)
    made = refutation_certificate(search.compiled, search.seen[:1], limit, proving)
    if made is not None:
        return made.write(answer.puzzle, path, _left(limit, report))
    if proving.solutions:
        raise InternalError("two engines disagree on the verdict")
    return None


def _left(limit: Limit, report: Report) -> float | None:
    return None if limit.seconds is None else max(0.0, limit.seconds - report.seconds)


SECONDS = 5.0  # for each change by default


@dataclass(frozen=True)
class Relaxation:
    """A change that helps; `tiling` shows that it does.

    kind: unpin | flip | more | fewer | exchange, for a Shikaku unpin | number | drop | move | numbers, for both cells.
    text: the change as a sentence; puzzle: what it makes of the puzzle.
    For "cells" the tiling is partial and leaves as few cells empty as any can, if `proven`.

    >>> from tilewright import load, relaxations
    >>> change = next(relaxations(load("tetrominoes:OS@2x4")))
    >>> change.kind, change.text, [placement.piece for placement in change.tiling.placements]
    ('exchange', 'another piece O instead of one piece S', ['O', 'O'])
    """

    kind: str
    text: str
    puzzle: Puzzle
    tiling: Tiling
    proven: bool = True


def relaxations(puzzle: Puzzle, limit: Limit | float | None = SECONDS) -> Iterator[Relaxation]:
    """The changes that make the puzzle solvable, one by one, and the fewest cells left empty.

    Pieces: a pin dropped, a piece flipped, a copy more or fewer, all pieces flipped; one piece exchanged for another if
    nothing smaller helps. A Shikaku: a pin dropped, a clue with another number, without it, or moved by one cell; two
    clues with other numbers if nothing smaller helps. `limit` is for each change; what it cuts short is not reported.

    >>> from tilewright import load, relaxations
    >>> [change.text for change in relaxations(load("tetrominoes:OS@2x4"))]
    ['another piece O instead of one piece S', '4 of 8 cells stay empty']
    """
    check_puzzle(puzzle)
    limit = as_limit(limit)
    check_arguments("auto", limit, 1)
    yield from _helpful_changes(puzzle, limit)
    if puzzle.board.atoms and not lookup("cp").unavailable():
        best = largest_filling(puzzle, limit=limit)
        if best.tiling is not None:
            left = f"{puzzle.board.area - best.value:.12g} of {puzzle.board.area:.12g} cells stay empty"
            if best.value < puzzle.board.area:
                yield Relaxation("cells", left, puzzle, best.tiling, best.ended == "exhausted")


def _helpful_changes(puzzle: Puzzle, limit: Limit) -> Iterator[Relaxation]:
    helped = {False: 0, True: 0}  # changes of the first resort, of the last
    for change in puzzle.reasons.changes():
        if change.last_resort and (helped[False] or helped[True] == change.last_resort):
            break
        found = solve(change.puzzle, 1, limit=limit)
        if found.tilings:
            helped[bool(change.last_resort)] += 1
            tiling, text, changed = found.tilings[0], change.text, change.puzzle
            if change.finish is not None:
                text, changed = change.finish(tiling)
                tiling = replace(tiling, puzzle=changed)
            yield Relaxation(change.kind, text, changed, tiling)
