"""Count tilings, also up to symmetry, and the solutions of exact covers without a board."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from tilewright.api.selection import Selection
from tilewright.errors import (
    InternalError,
    LimitError,
    argument_error,
    check_flag,
    check_puzzle,
    check_threads,
    check_word,
)
from tilewright.exact_cover.choice import check_arguments, choose
from tilewright.exact_cover.engine import Search
from tilewright.exact_cover.limits import Clock, Deadline, Limit, as_limit, interruptible, log
from tilewright.exact_cover.outcome import UP_TO, Count, Outcome, StatesNote, Stream, UpTo, cut_short
from tilewright.exact_cover.problem import BatchChecker, ExactCover, Solution, quotient_cover
from tilewright.exact_cover.progress import Progress
from tilewright.explain.reasons import prepare
from tilewright.movement.disassembly import check_movable
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import Compiled, DirectSearch
from tilewright.system import digits


def cover_batches(
    cover: ExactCover, engine: str, limit: Limit, threads: int, progress: Progress
) -> Stream[Sequence[Solution]]:
    """Return a stream of the solutions of an exact cover, checked, in batches as they are found.

    >>> from tilewright.exact_cover.problem import ExactCover
    >>> stream = cover_batches(ExactCover.of([(0,), (1,), (0, 1)], primary=2), "native", Limit(), 1, Progress())
    >>> [sorted(batch) for batch in stream], stream.outcome.ended
    ([[(0, 1), (2,)]], 'exhausted')
    """
    return Stream(_checked(cover, engine, Deadline(limit, progress), threads), progress)


def _checked(cover: ExactCover, engine: str, deadline: Deadline, threads: int) -> Search:
    chosen = choose(cover, engine, deadline)
    check = BatchChecker(cover)
    found = chosen.solutions(cover, deadline.limit, deadline.progress, threads)
    with interruptible():
        for batch in found:
            check.require(batch)
            yield batch
    return found.outcome


def count_cover(cover: ExactCover, engine: str, limit: Limit, threads: int, progress: Progress) -> Outcome:
    """Return the number of solutions of an exact cover and how the search ended; Ctrl-C ends it, too."""
    before = progress.latest
    with interruptible() as block:
        return choose(cover, engine, Deadline(limit, progress)).count(cover, limit, progress, threads)
    return cut_short(block.ended or "stopped", None if progress.latest is before else progress.latest)


def count(
    puzzle: Puzzle,
    *,
    up_to: UpTo = "none",
    labelled: bool = False,
    disassemble: bool = False,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Count:
    """Count the tilings of a puzzle, optionally up to its own symmetries.

    The number is exact, or a lower bound when the limit came first.

    up_to:    Which images of a tiling count as the same: "none", those by "rotations", by all "symmetries" of
              the puzzle, or by symmetries together with exchanges of "labels".
    labelled: Whether equal pieces count as different.
    disassemble: Whether to count only tilings whose pieces come apart by straight moves. Each is found and taken
              apart; raises NotationError for lattices on which pieces cannot be moved.
    engine:   The name of an engine, or "auto".
    limit:    Seconds, or a `Limit` of seconds, bytes of memory and nodes.
    threads:  The number of threads.
    progress: Shows how far the search is, and can stop it.

    With `limit.scratch`, a folder, the engine is `frontier`: states that do not fit in `limit.memory` go to
    disk, and the same count continues from there after a limit, Ctrl-C or a crash. Raises ScratchError when the
    folder fails, e.g. when the disk is full; what was saved is kept.

    >>> from tilewright import load
    >>> count(load("FNPUV@5x5")).value, count(load("FNPUV@5x5"), up_to="symmetries").value
    (16, 2)
    """
    check_word("up_to", up_to, UP_TO)
    check_flag("disassemble", disassemble)
    check_puzzle(puzzle)
    limit = as_limit(limit)
    if disassemble:
        check_movable(puzzle)
    if limit.scratch is not None:
        if engine not in ("auto", "frontier"):
            raise argument_error("engine", engine, "'auto' or 'frontier', which alone counts in a scratch folder")
        engine = "frontier"
    clock, deadline = Clock(), Deadline(limit, progress)
    asked = Asked(puzzle, up_to, labelled, disassemble)
    direct = puzzle.direct_search(labelled) if up_to == "none" and not disassemble else None
    direct = direct if direct and engine in ("auto", direct.name) else None
    if direct is None:
        check_arguments(engine, limit, threads, labelled)
    else:
        check_threads(threads)  # a direct search uses no engine
        check_flag("labelled", labelled)
    found = None if direct is None else direct.count(share_of_direct(direct, engine, deadline))
    clock.lap("search")
    if found is None:
        found = _counted(asked, engine, threads, deadline, clock)
    elif direct is not None and leaves_time(direct, engine, deadline, found):
        with suppress(LimitError):
            again = _counted(asked, engine, threads, deadline, clock)
            is_better = again.bound == "exact" or again.solutions > found.solutions
            found = replace(again if is_better else found, nodes=found.nodes + again.nodes, ended=again.ended)
    clock.lap("search")
    name, seconds = puzzle.name or puzzle.title, deadline.progress.seconds
    log("counted %s: %s tilings, %s after %.3f s", name, digits(found.solutions), found.ended, seconds)
    noun = "tiling able to come apart" if disassemble else "tiling"
    return counted(found, limit, clock, up_to=up_to, labelled=labelled, noun=noun)


def counted(
    found: Outcome, limit: Limit, clock: Clock, *, up_to: UpTo = "none", labelled: bool = False, noun: str = "tiling"
) -> Count:
    """Return the result of a search that counted."""
    reached, states = found.reached(limit), found.note(StatesNote)
    return Count(
        value=found.solutions,
        bound=found.bound,
        up_to=up_to,
        labelled=labelled,
        ended=found.ended,
        engine=found.engine,
        nodes=found.nodes,
        times=clock.times(),
        limit=reached,
        memory_wanted=states.memory_wanted if states and reached else 0,
        noun=noun,
        notes=found.notes,
    )


def share_of_direct(direct: DirectSearch, engine: str, deadline: Deadline) -> Deadline:
    """Return the deadline of a puzzle's direct search: half of the remaining time if an engine can continue after it."""
    seconds = deadline.limit.seconds
    if seconds is None or not _may_go_on(direct, engine, deadline.limit):
        return deadline
    return deadline.of_turn(max(0.0, deadline.left) / 2)


def _may_go_on(direct: DirectSearch, engine: str, limit: Limit) -> bool:
    return limit.nodes is None and engine == "auto" and direct.has_rivals


def leaves_time(direct: DirectSearch, engine: str, deadline: Deadline, found: Outcome) -> bool:
    """Return whether a direct search ended at its share of the time, or at 128 bits, so that an engine can continue."""
    return _may_go_on(direct, engine, deadline.limit) and found.ended == "limit" and deadline.left > 0


class Asked(NamedTuple):
    """The puzzle to count, and which of its tilings count as one."""

    puzzle: Puzzle
    up_to: UpTo
    labelled: bool
    disassemble: bool = False


def _counted(asked: Asked, engine: str, threads: int, deadline: Deadline, clock: Clock) -> Outcome:
    """Count the tilings with an engine, up to symmetry if requested."""
    with interruptible() as block:
        prepared = prepare(asked.puzzle, asked.labelled, deadline, clock)
        if prepared.reason is not None or prepared.compiled is None:
            return Outcome(ended="exhausted")
        compiled = prepared.compiled
        if asked.disassemble:
            return _count_coming_apart(compiled, asked.up_to, engine, threads, deadline)
        if asked.up_to != "none":
            compiled = compiled.with_symmetries(deadline)
            clock.lap("prepare")
            return _count_orbits(compiled, asked.up_to, engine, threads, deadline)
        compiled = compiled.with_hints(deadline)
        clock.lap("prepare")
        return count_cover(compiled.cover, engine, deadline.limit, threads, deadline.progress)
    return Outcome(ended=block.ended or "limit")


def _count_coming_apart(compiled: Compiled, up_to: UpTo, engine: str, threads: int, deadline: Deadline) -> Outcome:
    """Return the number of tilings that come apart: all tilings are found, and one of each class is taken apart."""
    selection = Selection(compiled, up_to, True, deadline, threads)
    batches = cover_batches(compiled.cover, engine, deadline.limit, threads, deadline.progress)
    number = 0
    with interruptible() as block:
        for batch in batches:
            number += len(selection.keep(batch))
    return replace(batches.outcome, ended=block.ended or batches.outcome.ended, solutions=number)


def _count_orbits(compiled: Compiled, up_to: UpTo, engine: str, threads: int, deadline: Deadline) -> Outcome:
    """Count orbits of tilings by Burnside's lemma: the mean number of tilings that each symmetry preserves.

    When the limit comes first, the terms counted so far still give a lower bound. With a scratch folder the
    largest term, that of the identity, is counted last: an interrupted count continues there.
    """
    from tilewright.puzzle.orbits import symmetry_group

    group = symmetry_group(compiled, up_to, deadline)
    parts: list[Outcome] = []
    with interruptible() as block:
        for automorphism in group if deadline.limit.scratch is None else reversed(group):
            identity = automorphism is group[0]
            cover = compiled.cover if identity else quotient_cover(compiled.cover, automorphism, deadline)
            parts.append(count_cover(cover, engine, deadline.limit, threads, deadline.progress))
            if parts[-1].ended != "exhausted":
                break
    kept = sum(part.solutions for part in parts)
    engines = dict.fromkeys(part.engine for part in parts if part.engine)  # in order of first use
    last = parts[-1] if parts else Outcome(ended=block.ended or "limit")
    if block.ended or last.ended != "exhausted":
        solutions = -(-kept // len(group))
    elif kept % len(group):
        raise InternalError("the symmetries of the puzzle are no group")
    else:
        solutions = kept // len(group)
    return replace(
        last,
        ended=block.ended or last.ended,
        engine="+".join(engines),
        solutions=solutions,
        nodes=sum(part.nodes for part in parts),
    )
