"""Decide whether a puzzle is possible and whether its tiling is unique, and give reasons that can be checked.

For an impossible puzzle this file also finds the smallest changes that make it possible, each tested by solving
the changed puzzle.
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
from tilewright.api.options import SearchOptions
from tilewright.api.solve import TilingStream, solve
from tilewright.api.solved import DrawnResult, VerdictWord
from tilewright.errors import InternalError, check_puzzle
from tilewright.exact_cover.choice import check_arguments
from tilewright.exact_cover.engine import engine as find_engine
from tilewright.exact_cover.engine import lookup
from tilewright.exact_cover.limits import Clock, Deadline, Limit, as_limit, in_time, interruptible
from tilewright.exact_cover.outcome import HOW_ENDED, Ended, Outcome, UpTo
from tilewright.exact_cover.problem import Solution
from tilewright.exact_cover.progress import Progress
from tilewright.explain.reasons import NONE_FOUND, Prepared, invariant_reason, prepare
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.orbits import images_of
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.rules import Reason
from tilewright.puzzle.tilings import Tilings

# The stages of the engine "auto": the native search first, then the clause-learning solver if it is installed.
STAGES: tuple[tuple[str, float | None], ...] = (("auto", 5.0), ("sat", None))
# An orbit has at most as many tilings as there are isometries of the plane or space that keep a board; one more
# tiling is decisive. A cylinder or torus also has shifts, as many as it has cells around.
LARGEST_ORBIT = 48
GROUPS: tuple[UpTo, ...] = ("rotations", "symmetries")
WORDS: dict[VerdictWord, str] = {"unique": "unique: there is exactly one tiling", "solved": "solved: there is a tiling"}


@dataclass(frozen=True, repr=False, kw_only=True)
class Verdict(DrawnResult):
    """The verdict on a puzzle: impossible (with a reason), unique, several (with two different tilings), or unknown.

    tilings:      A sequence whose tilings are built when they are accessed.
    unique_up_to: "rotations" or "symmetries" if there are several tilings and all are images of one another.
    proof:        For a certificate that was requested and written: "checked" by a program other than the
                  solver, or "unchecked" (the limit came first). None if none was written.
    outcome:      How the last search ended, with the notes of the engine, e.g. on HiGHS's presolve.

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
    outcome: Outcome = field(default=Outcome(ended="exhausted"), compare=False)
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
    progress: Progress | None = None,
) -> Verdict:
    """Return the verdict on a puzzle: impossible, unique, several or unknown.

    proof:    The path to which a certificate of "impossible" or "unique" is written; None for no certificate.
    engine:   The name of an engine, or "auto".
    limit:    Seconds, or a `Limit` of seconds, bytes of memory and nodes.
    threads:  The number of threads.
    progress: Shows how far the search is, and can stop it.

    Raises EngineUnavailableError before the search if the proof needs an engine and the extra `sat` is not
    installed.

    >>> from tilewright import load
    >>> verdict(load("LPNUV@5x5")).verdict, verdict(load("FNPUV@5x5")).verdict
    ('impossible', 'several')
    """
    check_puzzle(puzzle)
    options = SearchOptions(engine=engine, limit=as_limit(limit), threads=threads)
    if proof is not None:
        check_writable_proof(proof)
    clock, deadline = Clock(), Deadline(options.limit, progress)
    search = _Search(puzzle, clock)
    with interruptible() as block:
        search.prepare(deadline)
        if proof is not None and not checkable(puzzle, search.reason):
            puzzle.checkers.require_search_certificate()
            find_engine("sat")  # this engine writes the proofs; fail now rather than after a long search
        for name, part in _stages(engine, deadline):
            search.run(replace(options, engine=name, limit=part), deadline)
            if search.outcome.ended != "limit" or options.limit.nodes is not None:
                break
    clock.lap("search")
    answer = search.verdict(block.ended)
    if proof is not None and answer.verdict in ("impossible", "unique"):
        state = _write_certificate(search, answer, proof, deadline)
        clock.lap("proof")
        answer = replace(answer, proof=state)
    return replace(answer, times=clock.times())


def _stages(engine: str, deadline: Deadline) -> Iterator[tuple[str, Limit]]:
    """Yield the engines to run, each with its limit: a time on the clock of the deadline."""
    if engine != "auto" or lookup("sat").unavailable():
        yield engine, deadline.limit
        return
    for name, seconds in STAGES:
        if seconds is None or deadline.left <= seconds:
            yield name, deadline.limit
            return
        yield name, replace(deadline.limit, seconds=deadline.progress.seconds + seconds)


class _Search:
    """Collects the tilings of a search until two are not images of one another."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self.puzzle, self.clock = puzzle, clock
        self.outcome = Outcome(ended="exhausted")  # outcome of the last search; a reason needs no search
        self.prepared: Prepared | None = None
        self.seen: list[Solution] = []
        self.images: dict[UpTo, set[Solution]] = {}  # images of the first tiling, computed when a second is found

    @property
    def compiled(self) -> Compiled:
        """The compiled puzzle to which the options of the tilings refer."""
        if self.prepared is None or self.prepared.compiled is None:
            return self.puzzle.compile()
        return self.prepared.compiled

    @property
    def reason(self) -> Reason | None:
        """Why there is no tiling, if that was found without a search."""
        return self.prepared.reason if self.prepared else None

    def prepare(self, deadline: Deadline) -> None:
        """Compile the puzzle and look for all reasons that need no search."""
        prepared = prepare(self.puzzle, False, deadline, self.clock)
        self.prepared = prepared
        if prepared.compiled is not None and prepared.reason is None:
            if (reason := invariant_reason(prepared.compiled, deadline)) is not None:
                self.prepared = prepared._replace(reason=reason)
                self.outcome = Outcome(ended="exhausted", engine="invariant")
            self.clock.lap("reasons")

    def run(self, options: SearchOptions, deadline: Deadline) -> None:
        """Find tilings with an engine: only a few at first, because most puzzles soon have two that differ."""
        if self.reason is not None:
            if options.engine != "auto":
                find_engine(options.engine)  # raises the error that says why the engine cannot run
            return
        shifts = prod(period or 1 for period in self.puzzle.grid.periods)
        self._list(LARGEST_ORBIT + 1, options, deadline)
        is_one_orbit = len(self.seen) > 1 and set(self.seen) <= self.images["symmetries"]
        if shifts > 1 and self.outcome.ended == "enough" and is_one_orbit:
            self._list(LARGEST_ORBIT * shifts + 1, options, deadline)

    def _list(self, most: int, options: SearchOptions, deadline: Deadline) -> None:
        self.seen = []
        stream = TilingStream(self.puzzle, most, options, deadline.progress, self.prepared)
        for batch in stream.batches():
            assert isinstance(batch, Tilings)
            for solution in batch.solutions:
                if not self._takes(solution, deadline):
                    self.outcome = replace(stream.outcome, ended="enough")
                    return
        self.outcome = stream.outcome

    def _takes(self, solution: Solution, deadline: Deadline) -> bool:
        """Keep a tiling; return False if it is not an image of the first, so that no more are needed."""
        self.seen.append(solution)
        if len(self.seen) == 1:
            return True
        if len(self.seen) == 2:
            self.images = images_of(self.compiled, self.seen[0], deadline)
        if solution in self.images["symmetries"]:
            return True
        self.seen[1:] = [solution]
        return False

    def verdict(self, cut: Ended | None) -> Verdict:
        """Return the verdict that follows from the tilings; `cut` says how the work was ended from outside, if it was."""
        tilings = Tilings(self.puzzle, self.compiled, self.seen[:2]) if self.seen else ()
        ended = cut or self.outcome.ended
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
        return Verdict(
            puzzle=self.puzzle,
            verdict=word,
            tilings=tilings,
            unique_up_to=up_to,
            reason=reason,
            ended=ended,
            engine=self.outcome.engine,
            nodes=self.outcome.nodes,
            outcome=self.outcome,
        )


def _write_certificate(search: _Search, answer: Verdict, path: Path, deadline: Deadline) -> ProofState | None:
    """Find the certificate, check it and write it in the remaining time; return None if the time is too short."""
    if checkable(answer.puzzle, answer.reason):
        assert answer.reason is not None
        return reason_certificate(answer.puzzle, answer.reason).write(answer.puzzle, path, _left(deadline))
    with in_time():
        made = refutation_certificate(search.compiled, search.seen[:1], deadline)
        if made is None:
            raise InternalError("two engines disagree on the verdict")
        return made.write(answer.puzzle, path, _left(deadline))
    return None


def _left(deadline: Deadline) -> float | None:
    return None if deadline.limit.seconds is None else max(0.0, deadline.left)


SECONDS = 5.0  # default time for each change


@dataclass(frozen=True)
class Relaxation:
    """A change that makes the puzzle solvable, with a tiling as proof.

    kind:   unpin | flip | more | fewer | exchange; for a Shikaku unpin | number | drop | move | numbers; for
            both also cells.
    text:   The change as a sentence.
    puzzle: The changed puzzle.
    tiling: A tiling of the changed puzzle. For "cells" it is partial, and leaves as few cells empty as possible
            if `proven`.

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


def relaxations(puzzle: Puzzle, limit: Limit | float | None = None) -> Iterator[Relaxation]:
    """Yield the changes that make the puzzle solvable, one by one, and the smallest number of cells left empty.

    For pieces these changes are tried: drop a pin, flip a piece, add or remove a copy, allow all pieces to be
    flipped; if no smaller change helps, exchange one piece for another. For a Shikaku: drop a pin, change the
    number of a clue, remove the clue, or move it by one cell; if no smaller change helps, change the numbers of
    two clues.

    The limit covers all changes, and each gets at most five seconds. A change whose search is cut short is not
    reported.

    >>> from tilewright import load, relaxations
    >>> [change.text for change in relaxations(load("tetrominoes:OS@2x4"))]
    ['another piece O instead of one piece S', '4 of 8 cells stay empty']
    """
    check_puzzle(puzzle)
    limit = as_limit(limit)
    check_arguments("auto", limit, 1)
    deadline = Deadline(limit)
    yield from _helpful_changes(puzzle, deadline)
    if deadline.left <= 0:
        return
    if puzzle.board.atoms and not lookup("cp").unavailable():
        best = largest_filling(puzzle, limit=_of_change(deadline))
        if best.tiling is not None:
            left = f"{puzzle.board.area - best.value:.12g} of {puzzle.board.area:.12g} cells stay empty"
            if best.value < puzzle.board.area:
                yield Relaxation("cells", left, puzzle, best.tiling, best.ended == "exhausted")


def _of_change(deadline: Deadline) -> Limit:
    """Return the limit for one change."""
    return deadline.limit.of_turn(seconds=max(0.0, min(SECONDS, deadline.left)))


def _helpful_changes(puzzle: Puzzle, deadline: Deadline) -> Iterator[Relaxation]:
    helped = {False: 0, True: 0}  # numbers of helpful changes: ordinary ones, and those of last resort
    for change in puzzle.reasons.changes():
        if change.last_resort and (helped[False] or helped[True] == change.last_resort):
            break
        if deadline.left <= 0:
            return
        found = solve(change.puzzle, 1, limit=_of_change(deadline))
        if found.tilings:
            helped[bool(change.last_resort)] += 1
            tiling, text, changed = found.tilings[0], change.text, change.puzzle
            if change.finish is not None:
                text, changed = change.finish(tiling)
                tiling = replace(tiling, puzzle=changed)
            yield Relaxation(change.kind, text, changed, tiling)
