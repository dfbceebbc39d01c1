"""The Shikaku search against the oracle, on known instances, and on what may not be posed."""

from __future__ import annotations

import importlib
import json
import pickle
import random
from array import array

import pytest

from tests.helpers.generate import random_shikaku
from tests.helpers.paths import DATA
from tilewright._kernel import ShikakuJob
from tilewright.api.count import count as count_api
from tilewright.api.solve import solve
from tilewright.errors import LimitError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import Outcome, ShikakuNote
from tilewright.exact_cover.progress import Progress
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku import search
from tilewright.kinds.shikaku import text as grid
from tilewright.kinds.shikaku.puzzle import cells_of, overlap
from tilewright.kinds.shikaku.search import Divisions, DivisionTilings, _cover_once, _divides, count, divide, is_unique
from tilewright.puzzle.check import faults
from tilewright.puzzle.puzzle import DirectFound
from tilewright.puzzle.tilings import placements_of_first, puzzle_of

KNOWN = [
    (source, instance)
    for source in ("shikaku_blog", "shikaku_urls")
    for instance in json.loads((DATA / f"{source}.json").read_text())["instances"]
]


@pytest.mark.parametrize("seeds", [range(start, start + 50) for start in range(0, 300, 50)], ids=str)
def test_agrees_with_the_oracle(seeds: range) -> None:
    for seed in seeds:
        puzzle = random_shikaku(seed)
        compiled = puzzle.compile()
        batches = list(engine("reference").solutions(compiled.cover))
        wanted = {_rects(compiled.tiling(solution)) for batch in batches for solution in batch}
        if any(not any(number == n for n, _ in compiled.meanings) for number in range(len(puzzle.clues))):
            wanted = set()  # the cover does not know a clue that nothing fits
        assert count(puzzle).solutions == len(wanted), (seed, puzzle)
        found = divide(puzzle, 1000)
        assert {frozenset(found.rectangles(i)) for i in range(len(found))} == wanted, (seed, puzzle)
        assert (len(found), found.outcome.ended) == (len(wanted), "exhausted")
        assert is_unique(puzzle) == (len(wanted) == 1)


def _rects(tiling: object) -> frozenset[tuple[int, int, int, int]]:
    from tilewright.kinds.shikaku.puzzle import rectangle

    return frozenset(rectangle(placement) for placement in tiling.placements)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("source", "instance"), KNOWN, ids=lambda value: value if isinstance(value, str) else "")
def test_known_instances_are_unique(source: str, instance: dict[str, object]) -> None:
    clues = tuple((row, column, value) for row, column, value in instance["clues"])  # type: ignore[attr-defined]
    puzzle = Shikaku(instance["rows"], instance["cols"], clues)  # type: ignore[arg-type]
    found = count(puzzle)
    assert (found.solutions, found.ended) == (instance.get("helper_n_solutions", 1), "exhausted")
    if "helper_n_feasible" in instance:
        assert found.note(ShikakuNote) == ShikakuNote(candidates=instance["helper_n_feasible"])  # type: ignore[arg-type]
    if "blog_solution" in instance:
        wanted = [(top, left, h, w) for _, top, left, h, w in instance["blog_solution"]]  # type: ignore[attr-defined]
        assert sorted(divide(puzzle, 1).rectangles()) == sorted(wanted)


def test_far_apart_ambiguities_multiply() -> None:
    # A 2 x 2 block with two clues of 2 on a diagonal has two divisions; walls of 1-clue columns keep blocks apart.
    blocks = 150
    clues: list[tuple[int, int, int | None]] = []
    for block in range(blocks):
        left = 3 * block
        clues += [(0, left, 2), (1, left + 1, 2), (0, left + 2, 1), (1, left + 2, 1)]
    puzzle = Shikaku(2, 3 * blocks, tuple(clues))
    assert count(puzzle).solutions == 2**blocks
    found = divide(puzzle, 5)
    assert len({frozenset(found.rectangles(i)) for i in range(5)}) == 5
    assert found.outcome.ended == "enough"


def test_first_divisions_are_the_same_every_time() -> None:
    puzzle = next(p for p in map(random_shikaku, range(1000)) if count(p).solutions > 3)
    assert divide(puzzle, 2).numbers.tolist() == divide(puzzle, 2).numbers.tolist()


def test_a_limit_says_so_and_bounds_from_below() -> None:
    puzzle = Shikaku(9, 9, tuple((r, c, None) for r in range(0, 9, 2) for c in range(0, 9, 2)))
    whole, part = count(puzzle), count(puzzle, Deadline(Limit(nodes=20)))
    assert part.ended == "limit" and part.solutions <= whole.solutions


def test_the_check_finds_what_is_wrong() -> None:
    puzzle = Shikaku(2, 2, ((0, 0, 2), (1, 1, 2)))
    found = divide(puzzle, 2)
    assert len(found) == 2 and all(_divides(puzzle, found.rectangles(number)) for number in range(2))
    for change in ((0, 0, 1, 1), (0, 0, 2, 2), (1, 0, 1, 2), (0, 0, 0, 2), (0, 1, 1, 2)):
        numbers = array("i", found.numbers)
        numbers[8:12] = array("i", change)  # the first rectangle of the second division
        wrong = Divisions(puzzle, memoryview(numbers))
        assert _divides(puzzle, wrong.rectangles(0)) and not _divides(puzzle, wrong.rectangles(1))


def test_a_limit_that_ends_while_divisions_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was checked by then is returned, one at least, and nothing is called complete."""
    puzzle = next(p for p in map(random_shikaku, range(1000)) if count(p).solutions > 3)
    whole = divide(puzzle, 4).numbers.tolist()
    progress = Progress()

    def judge(*_: object) -> bool:
        progress.stop = True
        return True

    monkeypatch.setattr(search, "_divides", judge)
    found = divide(puzzle, 100, Deadline(progress=progress))
    assert (len(found), found.outcome.solutions, found.outcome.ended, found.complete) == (1, 1, "stopped", False)
    assert found.numbers.tolist() == whole[: len(found.numbers)]


def test_too_many_candidates_are_refused_with_the_number() -> None:
    puzzle = Shikaku(400, 400, tuple((r, c, None) for r in (0, 399) for c in (0, 399)))
    with pytest.raises(LimitError, match="candidate rectangles"):
        count(puzzle)


def test_candidates_are_those_of_the_plain_search() -> None:
    for seed in range(60):
        puzzle = random_shikaku(seed)
        plain = puzzle.candidates()
        assert count(puzzle).note(ShikakuNote) == ShikakuNote(candidates=len(plain))
        assert all(rect in puzzle.pinned or not any(overlap(rect, pin) for pin in puzzle.pinned) for _, rect in plain)


def several(blocks: int) -> Shikaku:
    """A row of 2 x 2 blocks with two divisions each."""
    return Shikaku(2, 2 * blocks, tuple((r, 2 * b + r, 2) for b in range(blocks) for r in (0, 1)))


def test_the_api_asks_this_search() -> None:
    found = solve(several(3), None)
    assert (found.engine, len(found.tilings), found.ended) == ("shikaku", count_api(several(3)).value, "exhausted")
    assert all(not faults(tiling.puzzle, tiling.placements) for tiling in found.tilings)
    assert {str(tiling) for tiling in found.tilings} == {
        str(t) for t in solve(several(3), None, engine="native").tilings
    }
    partial = found.tilings[0].placements[:2]
    extended = solve(several(3), None, partial=partial)
    assert all(set(partial) <= set(tiling.placements) for tiling in extended.tilings) and extended.tilings
    assert all(tiling.puzzle == several(3) for tiling in extended.tilings)


@pytest.mark.parametrize(("divisions", "most", "word"), [(2, 1, "solved"), (2, 5, "solved"), (0, 1, "impossible")])
def test_engines_have_the_rest_of_the_time(
    monkeypatch: pytest.MonkeyPatch, divisions: int, most: int, word: str
) -> None:
    """A grid that the search by clues leaves open in its half of the time may be easy for an engine, or known to have none."""

    cut = Outcome(ended="limit", nodes=7)

    puzzle = Shikaku(2, 2, ((0, 0, 2), (1, 1, 2))) if divisions else Shikaku(2, 2, ((0, 0, 3), (1, 1, 1)))
    monkeypatch.setattr(search.ShikakuSearch, "find", lambda *_: DirectFound((), cut))
    monkeypatch.setattr(search.ShikakuSearch, "count", lambda *_: cut)
    found = solve(puzzle, most, limit=60)
    assert (found.verdict, len(found.tilings)) == (word, min(divisions, most))
    counted = count_api(puzzle, limit=60)
    assert (counted.value, counted.bound) == (divisions, "exact") and "shikaku" not in counted.engine
    assert count_api(puzzle).value == divisions  # without a limit it was its own width that ended it
    assert count_api(puzzle, limit=Limit(nodes=9)).bound == "at least"
    assert count_api(puzzle, limit=60, engine="shikaku").bound == "at least"


@pytest.mark.parametrize(("bound", "best"), [(3, (5, "shikaku")), (8, (8, "sweep"))])
def test_the_best_bound_of_both_is_told(monkeypatch: pytest.MonkeyPatch, bound: int, best: tuple[int, str]) -> None:
    """Whichever of the two knows of more divisions when the time is over."""

    five = Outcome(ended="limit", engine="shikaku", solutions=5)
    so_many = Outcome(ended="limit", engine="sweep", solutions=bound)
    monkeypatch.setattr(search.ShikakuSearch, "count", lambda *_: five)
    monkeypatch.setattr(importlib.import_module("tilewright.api.count"), "_counted", lambda *_: so_many)
    counted = count_api(Shikaku(2, 2, ((0, 0, 2), (1, 1, 2))), limit=60)
    assert ((counted.value, counted.engine), counted.bound, counted.ended) == (best, "at least", "limit")


def test_the_api_streams_what_is_too_much_to_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("tilewright.kinds.shikaku.search"), "MOST_DIVISIONS", 3)
    puzzle = several(3)
    found = solve(puzzle, None)
    assert found.engine != "shikaku" and len(found.tilings) == count(puzzle).solutions > 3


def test_the_api_says_why_there_is_none() -> None:
    assert solve(Shikaku(2, 2, ((0, 0, 3),))).reason.kind == "area"  # type: ignore[union-attr]
    stuck = solve(Shikaku(2, 2, ((0, 0, 3), (1, 1, 1))))
    assert stuck.verdict == "impossible" and stuck.reason is not None
    assert count_api(Shikaku(2, 2, ((0, 0, 3), (1, 1, 1)))).value == 0


def test_counts_beyond_64_bits_are_exact() -> None:
    one = count(several(2)).solutions
    # Blocks kept apart by a column of ones do not touch, so the number is a power.
    clues = [(r, 5 * b + c, v) for b in range(200) for r, c, v in several(2).clues]
    clues += [(r, 5 * b + 4, 1) for b in range(200) for r in (0, 1)]
    assert count(Shikaku(2, 1000, tuple(clues))).solutions == one**200 > 2**128


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@pytest.mark.parametrize("blocks", [91, 92, 93, 94, 300])
def test_one_component_beyond_128_bits_is_a_bound_here_and_exact_elsewhere(blocks: int) -> None:
    """A row of blocks is one component; its divisions are every other Fibonacci number, which pass 2^128 at 93 blocks."""
    puzzle, right = several(blocks), fibonacci(2 * blocks + 1)
    run = search._JobRun(puzzle, -1, Deadline(Limit(nodes=50_000)))
    run.wait()
    job = run.job
    [(high, low, exact)] = job.counts
    fits = right < 2**128
    assert fits == (blocks <= 92) and job.finished and job.nodes < 50 * blocks
    assert (high << 64 | low, bool(exact)) == (right if fits else 2**128 - 1, fits)
    bound = count(puzzle, Deadline(Limit(nodes=50_000)))
    assert (bound.solutions, bound.ended) == (min(right, 2**128 - 1), "exhausted" if fits else "limit")
    if blocks < 100:
        found = count_api(puzzle)
        assert (found.value, found.bound) == (right, "exact")


@pytest.mark.full
@pytest.mark.parametrize("blocks", [8000, 8001, 8002])
def test_branches_nest_8000_deep(blocks: int) -> None:
    """The first division of a row of blocks is one branch inside the other, and the last block follows: 0.36 GB, 3 to 6 s."""
    run = search._JobRun(several(blocks), 1, Deadline())
    run.wait()
    job = run.job
    fits = blocks <= 8001
    assert (job.finished, job.impossible, job.components) == (fits, False, 1)
    assert len(job.divisions()) == (4 * 2 * blocks if fits else 0)
    if not fits:
        found = divide(several(blocks), 1)
        assert found.numbers.tolist() == [] and found.outcome.ended == "limit"


def test_all_divisions_of_more_clues_than_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the search of its own would hold too many rectangles, an engine lists them."""
    puzzle = Shikaku(4, 4, tuple((row, column + row % 2, 2) for row in range(4) for column in (0, 2)))
    whole = solve(puzzle, None)
    monkeypatch.setattr(search, "MOST_KEPT", len(puzzle.clues))
    other = solve(puzzle, None)
    assert len(whole.tilings) > 1 and whole.ended == other.ended == "exhausted"
    assert whole.engine != other.engine
    assert {tiling.placements for tiling in whole.tilings} == {tiling.placements for tiling in other.tilings}


def test_tilings_are_made_when_they_are_looked_at() -> None:
    puzzle = grid.parse_grid("2 . .\n. ? .\n2 . ?")
    found = solve(puzzle, None).tilings
    assert isinstance(found, DivisionTilings)
    whole = tuple(found.divisions.tiling(place) for place in range(len(found)))
    assert found == whole == found[:] and hash(found) == hash(whole) and repr(found) == repr(whole)
    assert found[-1] == whole[-1] and found[1:] == whole[1:] and pickle.loads(pickle.dumps(found)) == whole
    with pytest.raises(IndexError):
        found[len(whole)]
    assert list(puzzle.text.drawings(found)) == [str(tiling) for tiling in whole] == list(puzzle.text.drawings(whole))


@pytest.mark.parametrize("seed", range(30))
def test_a_check_of_what_covers_once(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    rects = [
        (rng.randint(-1, rows), rng.randint(-1, columns), rng.randint(1, rows), rng.randint(1, columns))
        for _ in range(rng.randint(1, 3))
    ]
    cells = [cell for rect in rects for cell in cells_of(rect)]
    every = sorted((row, column) for row in range(rows) for column in range(columns))
    assert _cover_once(rows, columns, rects) == (sorted(cells) == every)
    rows_alone = [(row, 0, 1, columns) for row in range(rows)]
    assert _cover_once(rows, columns, rows_alone) and not _cover_once(rows, columns, rows_alone[1:])


def test_parts_of_many_divisions_are_divisions_that_nobody_made() -> None:
    puzzle = grid.parse_grid("2 . .\n. ? .\n2 . ?")
    found = solve(puzzle, None).tilings
    assert isinstance(found, DivisionTilings) and len(found) > 2
    part = found[1:3]
    assert isinstance(part, DivisionTilings) and tuple(part) == tuple(found)[1:3] and tuple(found[2:1]) == ()
    assert puzzle_of(part) == puzzle and placements_of_first(part) == len(part[0].placements) == 4


def test_divisions_are_drawn_from_their_rectangles_as_from_their_cells() -> None:
    """Walls by the rectangles alone, clues with several digits and of unknown size too."""
    drawn = 0
    grids = [random_shikaku(seed) for seed in range(40)]
    grids += [Shikaku(1, 12, ((0, 3, 12),)), Shikaku(12, 1, ((2, 0, None), (9, 0, 5))), Shikaku(1, 1, ((0, 0, 1),))]
    for given in grids:
        found = DivisionTilings(divide(given, 20))
        for tiling, text in zip(found, given.text.drawings(found), strict=True):
            assert text == given.draw(tiling)
            drawn += 1
    assert drawn > 40


def test_divisions_are_handed_over_once() -> None:
    """They may take a gigabyte, whose copy took half a second after the limit."""
    job = ShikakuJob(2, 2, [(0, 0, 2), (1, 1, 2)], [], 10, 0, 1000)
    assert job.wait(60.0) and job.finished
    first = memoryview(job.divisions())
    assert len(first) == 2 * 2 * 4 and first.tolist()[:4] in ([0, 0, 1, 2], [0, 0, 2, 1])
    assert memoryview(job.divisions()).nbytes == 0 and first.tolist()[-4:] in ([1, 0, 1, 2], [0, 1, 2, 1])
