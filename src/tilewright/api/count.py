"""The number of tilings, also up to symmetry, and of the solutions of exact covers without a board."""

from __future__ import annotations

from contextlib import nullcontext, suppress

from tilewright.cover.choice import check_arguments, choose, listing_goal
from tilewright.cover.limits import (
    UP_TO,
    Bound,
    Clock,
    Count,
    Deadline,
    Limit,
    LimitKind,
    Report,
    UpTo,
    as_limit,
    interruptible,
    log,
)
from tilewright.cover.problem import BatchChecker, ExactCover, Solutions, quotient_cover
from tilewright.errors import (
    InternalError,
    LimitError,
    argument_error,
    check_flag,
    check_puzzle,
    check_threads,
    check_word,
)
from tilewright.explain.reasons import Prepared, prepare
from tilewright.puzzle import Puzzle
from tilewright.puzzle.compiled import Compiled, DirectSearch


def cover_batches(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> Solutions:
    """Yield the solutions of an exact cover in batches as they are found, checked; `report` then says how the search ended.

    >>> from tilewright.cover.problem import ExactCover
    >>> cover = ExactCover.of([(0,), (1,), (0, 1)], primary=2)
    >>> report = Report()
    >>> [sorted(batch) for batch in cover_batches(cover, "native", Limit(), 1, report)], report.ended
    ([[(0, 1), (2,)]], 'exhausted')
    """
    with interruptible(limit, report) as deadline:
        chosen = choose(cover, listing_goal(limit), engine, deadline)
        yield from BatchChecker(cover).checked(chosen.solutions(cover, limit, report, threads))


def count_cover(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> int:
    """The number of solutions of an exact cover; `report` says how the search ended."""
    with interruptible(limit, report) as deadline:
        return choose(cover, "count", engine, deadline).count(cover, limit, report, threads)
    return report.solutions


def count(
    puzzle: Puzzle,
    *,
    up_to: UpTo = "none",
    labelled: bool = False,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    report: Report | None = None,
) -> Count:
    """The number of tilings, exact or, when the limit came first, at least; up to the puzzle's own symmetries if asked.

    With `limit.scratch`, a folder, the engine is `frontier`: states that do not fit in `limit.memory` go to disk, and the same
    count goes on from there after a limit, Ctrl-C or a crash. Raises ScratchError when the folder fails, e.g. when the disk
    is full; what was saved stays.

    >>> from tilewright import load
    >>> count(load("FNPUV@5x5")).value, count(load("FNPUV@5x5"), up_to="symmetries").value
    (16, 2)
    """
    check_word("up_to", up_to, UP_TO)
    check_puzzle(puzzle)
    limit = as_limit(limit)
    if limit.scratch is not None:
        if engine not in ("auto", "frontier"):
            raise argument_error("engine", engine, "'auto' or 'frontier', which alone counts in a scratch folder")
        engine = "frontier"
    clock, report = Clock(), report or Report()
    direct = puzzle.direct_search(labelled) if up_to == "none" else None
    direct = direct if direct and engine in ("auto", direct.name) else None
    if direct is None:
        check_arguments(engine, limit, threads, labelled)
    else:
        check_threads(threads)  # its own search knows no engines
        check_flag("labelled", labelled)
    value, exact = 0, False
    if direct is not None:
        value = direct.count(share_of_direct(direct, engine, limit, report), report)
        exact = report.ended == "exhausted"
        clock.lap("search")
    if direct is None or leaves_time(direct, engine, limit, report):
        first, nodes = value, report.nodes
        with suppress(LimitError) if direct else nullcontext(), interruptible(limit, report) as deadline:
            prepared = prepare(puzzle, labelled, deadline, clock)
            value, exact = _counted(prepared, up_to, engine, threads, deadline, clock)
        report.nodes += nodes
        if direct is not None and not exact and value <= first:
            value, report.engine, report.solutions = first, direct.name, first
            report.ended = report.ended or "limit"
    clock.lap("search")
    log("counted %s: %d tilings, %s after %.3f s", puzzle.name or puzzle.title, value, report.ended, report.seconds)
    bound: Bound = "exact" if exact else "at least"
    ended, nodes, times = report.ended or "stopped", report.nodes, clock.times()
    reached = limit_reached(limit, report)
    wanted = report.outcome.memory_wanted if reached else 0
    return Count(value, bound, up_to, labelled, ended, report.engine, nodes, times, reached, wanted)


def share_of_direct(direct: DirectSearch, engine: str, limit: Limit, report: Report) -> Limit:
    """The limit of a puzzle's own search: half of the time that is left where engines may be done and it is not."""
    if limit.seconds is None or not _may_go_on(direct, engine, limit):
        return limit
    return limit.of_turn(seconds=(min(report.seconds, limit.seconds) + limit.seconds) / 2)


def _may_go_on(direct: DirectSearch, engine: str, limit: Limit) -> bool:
    return limit.nodes is None and engine == "auto" and direct.has_rivals


def leaves_time(direct: DirectSearch, engine: str, limit: Limit, report: Report) -> bool:
    """Whether a puzzle's own search ended at its share of the time, or at 128 bits; the report is then ready for an engine."""
    if not _may_go_on(direct, engine, limit) or report.ended != "limit" or Deadline(limit, report).left <= 0:
        return False
    report.ended, report.engine, report.nodes, report.solutions, report.fraction = None, "", 0, 0, None
    return True


def limit_reached(limit: Limit, report: Report) -> LimitKind | None:
    """Which limit ended the search of this report; None where none did.

    >>> limit_reached(Limit(nodes=5), Report(nodes=5, ended="limit"))
    'nodes'
    """
    if report.ended != "limit":
        return None
    if report.outcome.limit == "memory":
        return "memory"
    return "nodes" if limit.nodes is not None and report.nodes >= limit.nodes else "time"


def _counted(
    prepared: Prepared, up_to: UpTo, engine: str, threads: int, deadline: Deadline, clock: Clock
) -> tuple[int, bool]:
    """The number, and whether it is exact."""
    report = deadline.report
    if prepared.reason is not None or prepared.compiled is None:
        report.ended = "exhausted"
        return 0, True
    compiled = prepared.compiled
    compiled = compiled.with_hints(deadline) if up_to == "none" else compiled.with_symmetries(deadline)
    clock.lap("prepare")
    if up_to != "none":
        return _count_orbits(compiled, up_to, engine, threads, deadline)
    value = count_cover(compiled.cover, engine, deadline.limit, threads, report)
    return value, report.ended == "exhausted"


def _count_orbits(compiled: Compiled, up_to: UpTo, engine: str, threads: int, deadline: Deadline) -> tuple[int, bool]:
    """Orbits of tilings by Burnside's lemma: the mean, over the group, of the tilings that each element keeps.

    When the limit comes first, what was counted of that sum still bounds the number from below. On disk the large count, that
    of the identity, is the last: what was ended goes on there.
    """
    report = deadline.report
    from tilewright.puzzle.symmetry import symmetry_group  # which finding a tiling does not need

    group = symmetry_group(compiled, up_to, deadline)
    kept = nodes = 0
    engines: dict[str, None] = {}  # in order of first use
    with interruptible(deadline.limit, report):
        for automorphism in group if deadline.limit.scratch is None else reversed(group):
            identity = automorphism is group[0]
            cover = compiled.cover if identity else quotient_cover(compiled.cover, automorphism, deadline)
            report.engine, report.nodes, report.solutions, report.fraction, report.ended = "", 0, 0, None, None
            kept += count_cover(cover, engine, deadline.limit, threads, report)
            nodes += report.nodes
            engines[report.engine] = None
            if report.ended != "exhausted":
                break
    report.engine, report.nodes, report.solutions = "+".join(filter(None, engines)), nodes, kept
    if report.ended != "exhausted":
        return -(-kept // len(group)), False
    if kept % len(group):
        raise InternalError("the symmetries of the puzzle are no group")
    return kept // len(group), True
