"""Models for other solvers: their numbers, their answers read back, and what is refused."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.generate import random_puzzle
from tests.helpers.paths import DATA
from tilewright.api.solve import solve
from tilewright.errors import NotationError
from tilewright.exact_cover.constraints import color_groups, without_colors
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dlx, dump
from tilewright.formats.model import MODELS, Model, export_model
from tilewright.formats.solution import read_answer
from tilewright.kinds import Packing, Shikaku
from tilewright.loader import load, parse
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import faults

TWO = load(EXAMPLES / "doodle-fit" / "two")
SHIKAKU = json.loads((DATA / "shikaku_urls.json").read_text())["instances"]

# program, model it reads, command; the answer is on standard output unless the command names `answer`.
PROGRAMS = [
    ("glpsol", "mathprog", ["glpsol", "--math", "model", "-w", "answer"]),
    ("glpsol", "lp", ["glpsol", "--lp", "model", "-w", "answer"]),
    ("glpsol", "mps", ["glpsol", "--freemps", "model", "-w", "answer"]),
    ("lp_solve", "lp_solve", ["lp_solve", "-S3", "model"]),
    ("cbc", "lp", ["cbc", "model.lp", "solve", "solution", "answer"]),
    ("cbc", "mps", ["cbc", "model.mps", "solve", "solution", "answer"]),
    ("minisat", "dimacs", ["minisat", "model", "answer"]),
    ("cadical", "dimacs", ["cadical", "-q", "model"]),
]


def answer_of(puzzle: Puzzle, form: str, command: list[str], folder: Path) -> str:
    text = export_model(puzzle, form)
    for name in ("model", f"model.{form}"):
        (folder / name).write_text(text)
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )
    if "answer" not in command:
        return done.stdout
    return (folder / "answer").read_text() if (folder / "answer").exists() else ""


def test_the_classic_model() -> None:
    model = Model.of(TWO)
    assert model.cover.size == (11, 9, 32)
    assert [row.name for row in model.rows] == [
        "b0",
        "b1",
        "b2",
        "c00",
        "c01",
        "c10",
        "c11",
        "c12",
        "c13",
        "c22",
        "c23",
    ]
    assert "s.t. b0: p0_0_0 + p0_1_2 = 1;" in export_model(TWO, "mathprog")
    assert "c00: p_1(0,0) + p_2(0,0) = 1" in export_model(TWO, "equations")


def test_names_stay_unambiguous_on_large_boards() -> None:
    names = Model.of(Packing.parse("I@1x12")).row_names
    assert "c0_11" in names and len(set(names)) == len(names)


@pytest.mark.parametrize("form", sorted(MODELS))
@pytest.mark.parametrize("seed", range(8))
def test_every_puzzle_can_be_written(form: str, seed: int) -> None:
    puzzle = random_puzzle(seed)
    try:
        assert export_model(puzzle, form).strip()
    except NotationError:
        assert form == "dlx"  # names of more than 8 characters


@pytest.mark.parametrize(("program", "form", "command"), PROGRAMS, ids=[f"{p}-{f}" for p, f, _ in PROGRAMS])
@pytest.mark.full
@pytest.mark.ci
def test_round_trip_through_a_real_program(program: str, form: str, command: list[str], tmp_path: Path) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed: apt install glpk-utils lp-solve coinor-cbc minisat cadical")
    puzzles: list[Puzzle] = [
        TWO,
        load("FNPUV@5x5"),
        load("LPNUV@5x5"),
        load(EXAMPLES / "fridgeiq" / "square_01.toml"),
    ]
    puzzles += [load(EXAMPLES / "shikaku" / "blog-6x6"), load(EXAMPLES / "edges" / "heads-and-tails.edges")]
    puzzles += [load("macmahon2@2x3"), load("macmahon2@2x3 border=a"), load("wang2*@2x3~")]
    puzzles += [load(EXAMPLES / "polygons" / f"{name}.toml") for name in ("t-puzzle", "tangram-square")]
    puzzles += [puzzle for seed in range(60, 90) if (puzzle := random_puzzle(seed)).compile().cover.options]
    for puzzle in puzzles:
        (tmp_path / "answer").unlink(missing_ok=True)
        text = answer_of(puzzle, form, command, tmp_path)
        expected = solve(puzzle).verdict if puzzle is not TWO else "solved"
        if expected == "impossible" and program in ("glpsol", "cbc") and not text:
            continue  # they write no answer when their preprocessor proves that there is none
        placements = read_answer(puzzle, text)
        assert (placements is None) == (expected == "impossible"), (puzzle, text[:500])
        assert placements is None or not faults(puzzle, placements), puzzle


@pytest.mark.parametrize("border", ["free", "uniform", "a"])
def test_labels_as_rows(border: str) -> None:
    """Of all ways to fill the cells, the rows of labels leave those that match: each with the unused labels set to 1."""
    puzzle = parse(f"edges 1x3 border={border}\naabb\nabab\naaab\n")
    model = Model.of(puzzle)
    solutions = {tuple(sorted(each)) for each in listed(model.cover)}
    left = set()
    for chosen in listed(without_colors(model.cover)):
        value = dict.fromkeys(model.columns, 0) | {model.columns[option]: 1 for option in chosen}
        groups = [group for colored in color_groups(model.cover) for group in colored.groups]
        unused = model.columns[len(model.cover.options) :]
        value |= {name: int(not set(group) & set(chosen)) for name, group in zip(unused, groups, strict=True)}
        sums = ((row, sum(times * value[name] for times, name in row.terms)) for row in model.rows)
        if all(row.lo <= total and (row.hi is None or total <= row.hi) for row, total in sums):
            left.add(tuple(sorted(chosen)))
    assert left == solutions and (border != "free" or solutions)


def listed(cover: ExactCover) -> list[tuple[int, ...]]:
    return [solution for batch in engine("reference").solutions(cover) for solution in batch]


HIGHS = """
import highspy, sys
solver = highspy.Highs()
solver.silent()
solver.readModel(sys.argv[1])
print(solver.getNumRow(), solver.getNumCol(), solver.getNumNz())
solver.run()
solver.writeSolution(sys.argv[2], 0)
"""


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_highs_reads_what_we_write(form: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("highspy") is None:
        pytest.skip("highspy is not installed")
    model, answer = tmp_path / f"model.{form}", tmp_path / "answer"
    model.write_text(export_model(TWO, form))
    # In a process of its own: other packages bring a HiGHS of another version into this one.
    command = [sys.executable, "-c", HIGHS, str(model), str(answer)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "11 9 32" in done.stdout.splitlines()  # after what HiGHS says of itself
    placements = read_answer(TWO, answer.read_text())
    assert placements and not faults(TWO, placements)


def test_z3_reads_what_we_write() -> None:
    z3 = pytest.importorskip("z3")
    for notation, expected in (("FNPUV@5x5", "sat"), ("LPNUV@5x5", "unsat")):
        solver = z3.Solver()
        solver.from_string(export_model(load(notation), "smtlib"))
        assert str(solver.check()) == expected


GLPSOL = "s mip 11 9 o 0\ni 1 1\nj 1 0\ne o f\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected the answer of"),
        ("hello\n", "'hello'"),
        (GLPSOL, "cut short"),
        ("s mip 11 8 o 0\ne o f\n", "8 columns"),
        ("SAT\n1 -2 3\n", "cut short"),
        ("SAT\n1 -2 99 0\n", "another model"),
        ("SAT\n1 two 0\n", "not a literal"),
        ("s SATISFIABLE\nv 1 -2\n", "cut short"),
        ("Model status\nUnknown\n", "Optimal"),
        ("Model status\nOptimal\n\n# Columns 1\np0_0_0 1\n# Rows 0\n", "1 columns"),
        ("Optimal - objective value 0\n 0 p0_0_0 0.5 0\n", "0.5"),
        ("Optimal - objective value 0\n 0 zebra 1 0\n", "zebra"),
        ("Actual values of the variables:\np0_0_0 1\n", "cut short"),
    ],
)
def test_bad_answers_are_refused(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        read_answer(TWO, text)


@pytest.mark.parametrize(
    "text",
    [
        "UNSAT\n",
        "s UNSATISFIABLE\n",
        "Model status\nInfeasible\n",
        "Infeasible - objective value 0\n",
        "This problem is infeasible\n",
    ],
)
def test_infeasible_is_an_answer(text: str) -> None:
    assert read_answer(TWO, "\n" + text if text.startswith("This") else text) is None


def test_an_answer_that_is_no_tiling_is_not_drawn(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "answer").write_text("Optimal - objective value 0\n 0 p0_0_0 1 0\n")
    assert "no solution" in run.refused("read", EXAMPLES / "doodle-fit" / "two", tmp_path / "answer")


def test_export_and_read_commands(run: CommandLine, tmp_path: Path) -> None:
    two = EXAMPLES / "doodle-fit" / "two"
    assert run("export", two, "--to", "mathprog").out == export_model(TWO, "mathprog")
    assert "expected one of" in run.refused("export", two, "--to", "punchcards")
    values = dict.fromkeys(Model.of(TWO).columns, 0) | {"p0_1_2": 1, "p1_0_0": 1, "p2_0_1": 1}
    lines = "\n".join(f" {i} {name} {value} 0" for i, (name, value) in enumerate(values.items()))
    (tmp_path / "cbc").write_text(f"Optimal - objective value 0\n{lines}\n")
    assert run("read", two, tmp_path / "cbc").out == "12  \n1220\n  00\n"


KNUTH = "| example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"


def test_knuths_example(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "knuth.dlx").write_text(KNUTH)
    solution = run("cover", tmp_path / "knuth.dlx", "--all").out.split("\n\n")[0]
    assert sorted(map(sorted, map(str.split, solution.splitlines()))) == [["A", "D"], ["B", "G"], ["C", "E", "F"]]
    assert run("cover", tmp_path / "knuth.dlx", "--count").out == "1\n"
    (tmp_path / "bad.dlx").write_text("A\nB\n")
    assert "bad.dlx: line 2, column 1: unknown item 'B'" in run.refused("cover", tmp_path / "bad.dlx")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "line 1"),
        ("A B A\nA\n", "line 1, column 5"),
        ("A B\nA C\n", "line 2, column 3"),
        ("A B\nA B A\n", "line 2, column 5"),
        ("A | B\nB\n", "no primary item"),
        ("A | B\nA:red B\n", "only a secondary item may have one"),
        ("abcdefghi\nabcdefghi\n", "1 to 8 characters"),
        ("3:2|A\nA\n", "3 is more than 2"),
    ],
)
def test_bad_dlx(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        dlx.parse(text)


def test_options_of_items_that_need_nothing() -> None:
    cover = dlx.parse("x 0:2|y | z\nx z\ny z\ny\nx\n")
    assert [tuple(cover.lo), cover.hi] == [(1, 0, 0), (1, 2, 1)]
    for name in ("native", "reference", "frontier", "sat"):
        assert engine(name).count(cover).solutions == 6, name
    large = "x 0:2|y\n" + "x\ny\n" * 40_000  # the kernel reads it
    assert dlx.parse(large).size == (2, 80_000, 80_000)
    free = ExactCover((0, 0), (1, 1), ((0,), (0, 1)), names=("a", "b"))
    text = dlx.dump_cover(free)
    assert text == "0:1|a | b\na\na b\n" and dlx.parse(text).lo.tolist() == [0, 0]


@pytest.mark.parametrize("seed", range(30))
def test_dlx_round_trip_keeps_the_count(seed: int) -> None:
    puzzle = random_puzzle(seed)
    try:
        text = export_model(puzzle, "dlx")
        cover = dlx.parse(text)
    except NotationError:
        return  # no primary item in an option, or long names: DLX cannot say it
    native, limit = engine("native"), Limit(nodes=300_000)
    there, here = (native.count(each, limit) for each in (cover, puzzle.compile(labelled=True).cover))
    assert there.solutions == here.solutions or "limit" in (there.ended, here.ended)


@pytest.mark.parametrize("instance", SHIKAKU, ids=lambda instance: instance["url"][:40])
def test_shikaku_forms_both_ways(instance: dict[str, str]) -> None:
    puzzle = load(instance["url"])
    assert isinstance(puzzle, Shikaku)
    unknown = any(value is None for _, _, value in puzzle.clues)
    for form in ("puzz.link", "pzprv3") + (() if unknown else ("tatham",)):
        assert parse(dump(puzzle, form)) == puzzle
    if unknown:
        with pytest.raises(NotationError, match="unknown size"):
            dump(puzzle, "tatham")


def test_tathams_example() -> None:
    assert load("6x6:d3a5_6b6n6b2_3a5d") == load("https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j")
    assert dump(load("6x6:d3a5_6b6n6b2_3a5d"), "tatham") == "6x6:d3a5_6b6n6b2_3a5d"
    for bad in ("6x6:d3", "0x0:a", "6x6:zzzzz"):
        with pytest.raises(NotationError):
            load(bad)


@pytest.mark.parametrize(
    "address",
    [
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/rect.html#3x2:2d4",
        "https://pzplus.tck.mn/p?shikaku/3/2/2j4",
        "https://puzz.link/p?shikaku/3/2/2j4/",
    ],
)
def test_addresses_as_the_sites_give_them(address: str) -> None:
    assert load(address) == parse(f"{address}\n") == Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))


@pytest.mark.parametrize("address", ["https://tinyurl.com/abc123", "https://example.org/rect.html#7x7#1234"])
def test_addresses_that_hold_no_puzzle_are_refused(address: str) -> None:
    for read in (load, parse):
        with pytest.raises(NotationError, match="nothing is fetched"):
            read(address)


@pytest.mark.parametrize("source", ["3x2:2d4", "two.blocks", "macmahon3@4x6"])
def test_a_text_file_gets_the_text_of_the_puzzle(source: str, run: CommandLine, tmp_path: Path) -> None:
    if source == "two.blocks":
        (tmp_path / source).write_text("##\n##\n---\n**\n---\n**\n")
        source = str(tmp_path / source)
    assert run("export", source, "-o", tmp_path / "x.txt").code == 0
    assert load(tmp_path / "x.txt").digest == load(source).digest


def test_text_files_and_capitals(run: CommandLine, tmp_path: Path) -> None:
    assert "may turn" in run.refused("export", "FNPUV@5x5", "-o", tmp_path / "x.txt")
    assert run("export", "FNPUV@5x5", "--to", "DLX").out == run("export", "FNPUV@5x5", "--to", "dlx").out
    assert parse("2X3\n2 . .\n. . 4\n") == parse("2x3\n2 . .\n. . 4\n")


@pytest.mark.parametrize(("suffix", "advice"), [(".dlx", "tilewright cover"), (".cnf", "tilewright read")])
def test_models_are_no_puzzles(suffix: str, advice: str, run: CommandLine, tmp_path: Path) -> None:
    run("export", "FNPUV@5x5", "-o", tmp_path / f"x{suffix}")
    assert advice in run.refused("count", tmp_path / f"x{suffix}")


def test_pzprv3_with_borders_drawn() -> None:
    puzzle = parse("pzprv3/shikaku/2/3/2 . 4 /. . . /0 1 /0 1 /1 0 0 /")
    assert puzzle == Shikaku(2, 3, ((0, 0, 2), (0, 2, 4)))
    with pytest.raises(NotationError, match="expected 3"):
        parse("pzprv3/shikaku/2/3/2 . /. . . /")
    with pytest.raises(NotationError, match="line 6, column 3: 'x': expected a number"):
        parse("pzprv3\r\nshikaku\r\n2\r\n3\r\n2 . .\r\n. x .\r\n")


def test_a_cover_in_text_says_that_it_tells_equal_pieces_apart() -> None:
    text = export_model(load("tetrominoes+tetrominoes@7x8"), "dlx")
    assert "told apart" in text.splitlines()[0] and dlx.parse(text).size[0] == 63
