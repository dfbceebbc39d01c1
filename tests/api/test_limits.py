"""A limit covers everything after parsing: it strikes after steps of the work, so no test here looks at a clock."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.listing import listed
from tests.helpers.looks import Polls, after, stopped
from tilewright import Limit, Packing, count, solve
from tilewright.api.optimise import largest_filling, most
from tilewright.api.solve import solved, tilings
from tilewright.api.verdict import verdict
from tilewright.errors import EngineUnavailableError, LimitError, OutOfTimeError
from tilewright.exact_cover import choice
from tilewright.exact_cover.engine import engine, engines
from tilewright.exact_cover.engines import cp
from tilewright.exact_cover.kernel import SLICE_SOLUTIONS, kernel_cover, preparation_seconds
from tilewright.exact_cover.limits import Deadline, in_time
from tilewright.exact_cover.problem import quotient_cover
from tilewright.exact_cover.progress import Progress
from tilewright.explain.reasons import find_invariant, why_impossible
from tilewright.kinds import Shikaku
from tilewright.kinds.packing import compile as packing_compile
from tilewright.lattice import lattice
from tilewright.puzzle.board import Board, atoms_of_size
from tilewright.puzzle.tilings import SolutionArray, Tilings


def test_time_that_is_too_little_to_begin_is_named() -> None:
    """Work that cannot be interrupted is not begun where it would take longer: the time is not over then."""
    limit = Limit(seconds=1000.0)
    assert Deadline(limit).reason(0, "states") == "the time limit of 1000 s"
    both = Deadline(Limit(seconds=1000.0, nodes=5))
    assert (both.reason(4), both.reason(5)) == ("the time limit of 1000 s", "the limit of 5 nodes")


def first_outlived(attempt: Callable[[Limit, Polls], bool]) -> int:
    """The least power of two of looks in which the attempt is over; before it, the limit came every time."""
    looks = 1
    while not attempt(*after(looks)):
        looks *= 2
        assert looks < 1 << 20, "the limit comes however late it is"
    return looks


def test_a_deadline_is_looked_at_before_the_first_thing_and_then_now_and_again() -> None:
    limit, progress = after(4)
    seen = []
    with pytest.raises(OutOfTimeError) as error:
        for thing in Deadline(limit, progress).watch(range(1000), steps=10):
            seen.append(thing)
    assert seen == list(range(30)) and error.value.ended == "limit"
    assert list(Deadline().watch(range(5000))) == list(range(5000))
    with pytest.raises(OutOfTimeError):
        next(Deadline(*after(1)).watch([1]))


def test_a_stop_comes_before_the_limit_and_the_block_says_which() -> None:
    with in_time() as block:
        Deadline(Limit(seconds=0.0), stopped()).check()
        raise AssertionError("not reached")
    assert block.ended == "stopped"
    with in_time() as block:
        Deadline(Limit(seconds=5.0)).require(6.0)
        raise AssertionError("not reached")
    assert block.ended == "limit"


BIG = Packing.parse("tetrominoes*@30x30")  # 15,000 options: a dozen looks while it is compiled


def test_compiling_ends_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing_compile, "STEPS", 500)  # as many as a large board has slices
    with pytest.raises(OutOfTimeError):
        BIG.compile(deadline=Deadline(*after(3)))
    grid = Shikaku(60, 60, tuple((r, c, None) for r in range(0, 60, 20) for c in range(0, 60, 20)))
    with pytest.raises(OutOfTimeError):
        grid.compile(deadline=Deadline(*after(3)))


def test_every_step_of_the_preparation_ends_at_the_deadline() -> None:
    plain = BIG.compile()
    compiled = plain.with_symmetries()
    turn = compiled.cover.automorphisms[1]
    steps: dict[str, Callable[[Deadline], Any]] = {
        "reasons": lambda deadline: why_impossible(compiled, deadline),
        "coloring": lambda deadline: find_invariant(compiled.cover.replace(), deadline),  # one that nobody has seen
        "symmetries": lambda deadline: plain.with_symmetries(deadline),
        "quotient": lambda deadline: quotient_cover(compiled.cover, turn, deadline),
        "kernel": lambda deadline: kernel_cover(BIG.compile().cover, deadline),
    }
    for name, step in steps.items():
        with pytest.raises(OutOfTimeError):
            step(Deadline(*after(1)))

        def done(limit: Limit, progress: Polls, step: Callable[[Deadline], Any] = step) -> bool:
            try:
                step(Deadline(limit, progress))
            except OutOfTimeError:
                return False
            return True

        assert first_outlived(done) > 2, f"{name} looks at the clock while it works"


def test_nothing_is_known_when_the_limit_comes_while_compiling() -> None:
    limit, progress = after(4)
    found = solve(BIG, limit=limit, progress=progress)
    assert (found.verdict, found.ended, found.tilings) == ("unknown", "limit", ())
    limit, progress = after(4)
    number = count(BIG, limit=limit, progress=progress)
    assert (number.value, number.bound, number.ended) == (0, "at least", "limit")
    limit, progress = after(4)
    judged = verdict(BIG, limit=limit, progress=progress)
    assert (judged.verdict, judged.ended) == ("unknown", "limit")
    limit, progress = after(4)
    stream = tilings(BIG, limit=limit, progress=progress)
    assert list(stream) == [] and stream.outcome.ended == "limit" and stream.reason is None
    with pytest.raises(OutOfTimeError):
        _ = stream.compiled


@pytest.mark.parametrize("job", [solve, count, verdict])
def test_asked_to_stop_nothing_is_begun(job: Callable[..., Any]) -> None:
    found = job(BIG, progress=stopped())
    assert found.ended == "stopped"


@pytest.mark.parametrize("job", [solve, count, verdict])
def test_an_interrupt_while_compiling_ends_as_one_of_the_search(
    job: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Packing, "compile", interrupted)
    assert job(BIG).ended == "stopped"


def test_wherever_the_limit_strikes_the_answer_is_right_or_unknown() -> None:
    """FNPUV@5x5 has two tilings that are images, LPNUV@5x5 none: at no number of looks is anything else said."""
    possible, impossible = Packing.parse("FNPUV@5x5"), Packing.parse("LPNUV@5x5")
    truth = count(possible).value
    for looks in (*range(1, 12), *range(12, 60, 3)):
        limit, progress = after(looks)
        number = count(possible, limit=limit, progress=progress)
        assert number.value <= truth and (number.bound == "at least" or number.value == truth)
        limit, progress = after(looks)
        orbits = count(possible, up_to="symmetries", limit=limit, progress=progress)
        assert orbits.value <= 1 and (orbits.bound == "at least" or orbits.value == 1)
        limit, progress = after(looks)
        assert solve(impossible, limit=limit, progress=progress).verdict in ("unknown", "impossible")
        limit, progress = after(looks)
        assert verdict(impossible, limit=limit, progress=progress).verdict in ("unknown", "impossible")
        limit, progress = after(looks)
        assert verdict(possible, limit=limit, progress=progress).verdict in ("unknown", "several")


@pytest.mark.parametrize("name", sorted(engines()))
def test_an_engine_tells_when_the_limit_comes_before_its_search(name: str) -> None:
    cover = Packing.parse("tetrominoes*@4x4").compile().cover
    try:
        found = engine(name, cover)
    except EngineUnavailableError as missing:
        assert "not installed" in str(missing) or "not on PATH" in str(missing)
        return
    stream = found.solutions(cover, Limit(seconds=0.0))
    assert sum(map(len, stream)) == 0 and stream.outcome.ended == "limit"


def test_the_kernel_is_not_given_what_takes_longer_than_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = Packing.parse("tetrominoes*@30x30").compile().cover
    assert 0 < preparation_seconds(cover) < 1
    monkeypatch.setattr("tilewright.exact_cover.kernel.SECONDS_AN_ENTRY", 1e3)
    monkeypatch.setattr("tilewright.exact_cover.kernel.Plan", lambda *_: pytest.fail("prepared all the same"))
    for name in ("auto", "native"):
        with pytest.raises(OutOfTimeError):
            choice.choose(cover, name, Deadline(Limit(seconds=60.0)))
    found = engine("native").count(cover, Limit(seconds=60.0))
    assert (found.solutions, found.ended) == (0, "limit")


def test_optimising_out_of_time_tells_bounds_that_hold() -> None:
    limit, progress = after(2)
    best = most(BIG, "I", limit=limit, progress=progress)
    assert (best.tiling, best.ended, best.bound) == (None, "limit", 225)
    limit, progress = after(2)
    filling = largest_filling(BIG, limit=limit, progress=progress)
    assert (filling.tiling, filling.ended, filling.bound) == (None, "limit", 900)


def test_orbits_counted_in_part_bound_the_number() -> None:
    puzzle = Packing.parse("tetrominoes*@4x4")
    whole = count(puzzle, up_to="symmetries")
    assert whole.bound == "exact"
    bounds = set()
    for looks in range(1, 400):
        limit, progress = after(looks)
        part = count(puzzle, up_to="symmetries", engine="native", limit=limit, progress=progress)
        if part.bound == "exact":
            assert part.value == whole.value
            break
        assert part.value <= whole.value
        bounds.add(part.value)
    else:
        pytest.fail("never done")
    identity = -(-count(puzzle).value // 8)
    assert max(bounds) >= identity > 0, "after the first element all its tilings count"


def test_all_engines_that_worked_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = count(Packing.parse("tetrominoes*@4x4"), up_to="symmetries", engine="reference").value
    chosen = iter(["frontier", "native", "frontier", *["native"] * 5])
    genuine = choice.choose

    def in_turn(cover: Any, name: str, deadline: Deadline) -> Any:
        return genuine(cover, next(chosen), deadline)

    monkeypatch.setattr(sys.modules["tilewright.api.count"], "choose", in_turn)
    found = count(Packing.parse("tetrominoes*@4x4"), up_to="symmetries")
    assert (found.engine, found.bound, found.value) == ("frontier+native", "exact", expected)


@pytest.mark.parametrize("name", ["hexagonal", "triangular"])
def test_the_number_of_a_boards_cells_has_a_formula(name: str) -> None:
    grid = lattice(name)
    for named in grid.sizes:
        for side in range(40):
            assert atoms_of_size(grid, f"{named.letter}{side}") == sum(1 for _ in named.atoms(side))


@pytest.mark.parametrize("name", ["square", "halfsquare", "hexagonal", "triangular", "cubic", "prism"])
def test_the_number_of_a_boxs_cells_has_a_formula(name: str) -> None:
    extent = "x".join("345"[: lattice(name).dimension])
    assert atoms_of_size(lattice(name), extent) == len(Board.of_size(extent, name).atoms)
    assert atoms_of_size(lattice(name), "3x4x5x6") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("hexiamonds@h499", "421,309,692 matrix entries"),
        ("hexiamonds*@h99999", "29,999,400,003 cells"),
        ("hexiamonds@t99999", "4,999,900,001 cells"),
        ("tetrahexes@h999999", "2,999,991,000,007 cells"),
        ("tetrahexes@t2000", "2,001,000 cells"),
        ("tetracubes@9999x9999x9999", "999,700,029,999 cells"),
        ("dominoes*@99999x99999-r0c0", "9,999,800,001 cells"),
        ("pentominoes*@1000x999", "matrix entries"),
    ],
)
def test_sizes_are_refused_before_anything_is_made(text: str, number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*_: object) -> None:
        raise AssertionError("an atom was made")

    for name in ("hexagonal", "triangular", "square", "cubic"):
        monkeypatch.setattr(type(lattice(name)), "atoms_of", made)
        for named in lattice(name).sizes:
            monkeypatch.setitem(named.__dict__, "atoms", made)
    with pytest.raises(LimitError, match=number):
        Packing.parse(text)


@pytest.mark.parametrize("command", ["solve", "count", "count --up-to symmetries", "verdict", "count --json"])
def test_command_line_ends_at_the_limit_with_its_own_exit_code(command: str, run: CommandLine) -> None:
    done = run(*command.split(), "pentominoes*@60x60", "--limit", "0")
    assert done.code == 3 and "Traceback" not in done.err


def test_a_stream_whose_limit_comes_while_compiling_writes_nothing(run: CommandLine, tmp_path: Path) -> None:
    lines = tmp_path / "all.jsonl"
    done = run("solve", "pentominoes*@60x60", "--all", "--limit", "0", "-o", lines)
    assert done.code == 3 and not lines.exists()


@pytest.mark.parametrize("memory", [400_000, 1_000_000])
def test_memory_binds_the_solutions_that_are_kept(memory: int) -> None:
    """Half of it is theirs; the search ends there, and says so."""
    stream = tilings(Packing.parse("tetrominoes*@4x10"), limit=Limit(memory=memory))
    found = solved(stream, stream.collect())
    assert isinstance(found.tilings, Tilings) and isinstance(found.tilings.solutions, SolutionArray)
    batch = SLICE_SOLUTIONS * 2 * 10  # bytes of the last one, which is kept though it was too much
    assert memory // 2 < found.tilings.solutions.bytes <= memory // 2 + batch
    assert (found.ended, found.verdict, stream.outcome.limit) == ("limit", "solved", "memory")
    assert len(found.tilings) == stream.found


def test_solutions_that_fit_are_kept() -> None:
    found = solve(Packing.parse("pentominoes@6x10"), None, limit=Limit(memory=1_000_000))
    assert (len(found.tilings), found.ended) == (9356, "exhausted")
    assert 2 * 12 * 9356 <= 500_000


def test_or_tools_is_not_imported_when_too_little_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its import takes half a second, which the limit of `--filling` was passed by."""
    monkeypatch.delitem(sys.modules, cp.MODULE, raising=False)
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)  # whose import would fail
    puzzle, limit = Packing.parse("tetrominoes*@4x4"), Limit(seconds=cp.IMPORT_SECONDS / 2)
    found = largest_filling(puzzle, limit=limit)
    assert (found.tiling, found.ended, found.bound) == (None, "limit", 16.0)
    assert most(puzzle, "I", limit=limit).ended == "limit"
    assert listed("cp", puzzle.compile().cover, limit)[1].ended == "limit"


def test_the_clock_of_the_best_runs_while_the_puzzle_is_read(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit covers reading, as it does for every other search."""
    asked: list[Progress] = []
    read: list[float] = []

    def slowly(_: object) -> Packing:
        read.append(time.perf_counter())
        return Packing.parse("dominoes*@2x2")

    def told(*_: object, progress: Progress, **__: object) -> Any:
        asked.append(progress)
        raise LimitError("enough")

    monkeypatch.setattr("tilewright.api.optimise.largest_filling", told)
    monkeypatch.setattr("tilewright.cli.several.read_puzzle", slowly)
    run.refused("solve", "dominoes*@2x2", "--filling")
    assert asked[0].started <= read[0]


def test_a_large_shikaku_needs_no_board_to_say_that_nothing_was_found() -> None:
    """A million atoms take 0.1 s to be made, after the limit."""
    grid = Shikaku(40, 40, tuple((row, column, 1) for row in range(40) for column in range(40)))
    limit, progress = after(1)
    assert solve(grid, limit=limit, progress=progress).verdict == "unknown" and "board" not in vars(grid)
