"""The command line as a contract: what is printed, what is written, exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright.loader import load
from tilewright.puzzle.check import faults

IMPOSSIBLE = {"rectangle_02_b.toml"}  # areas agree, yet nothing fits: FridgeIQ's own example
OPEN = "256.edges"  # 16 x 16 squares: nobody finds a solution of it in a test
TWO = EXAMPLES / "doodle-fit" / "two"


def test_the_classic_drawing(run: CommandLine) -> None:
    assert run("solve", TWO).out == "12  \n1220\n  00\n"


def test_solve_json(run: CommandLine) -> None:
    answer = run("solve", "FNPUV@5x5", "--json", "--all").json
    assert (answer["verdict"], answer["ended"], len(answer["solutions"])) == ("solved", "exhausted", 16)
    assert answer["puzzle"]["cells"] == 25 and answer["puzzle"]["pieces"] == 5
    placement = answer["solutions"][0]["placements"][0]
    row, column = min(r for r, _ in placement["cells"]), min(c for _, c in placement["cells"])
    assert re.fullmatch(rf"{placement['piece']}@{row},{column}/(0|90|180|270)f?", placement["id"])
    assert {"compile", "search", "total", "cpu"} <= answer["times"].keys()


def test_exit_codes(run: CommandLine) -> None:
    assert run("solve", "FNPUV@5x5").code == 0
    impossible = run("solve", "LPNUV@5x5")
    assert impossible.code == 1 and impossible.out.startswith("impossible: ")
    assert run("count", "LPNUV@5x5").code == 1
    assert run("solve", "pentominoes@6x10", "--all", "--limit", "0").code == 3
    assert run("count", "pentominoes@6x10", "--limit", "0").code == 3
    assert run("solve", "FNPUV@5x5", "-n", "99").code == 0


def test_a_limited_count_says_at_least(run: CommandLine) -> None:
    ran = run("count", "dominoes*@9x10", "--engine", "reference", "--limit", "0.01", "--json")
    assert ran.code == 3
    assert ran.json["count"]["bound"] == "at least" and ran.json["ended"] == "limit"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["solve", "PQ@5x5"], "Q"),
        (["solve", "pentominoes@100000x100000"], "10,000,000,000 cells"),
        (["solve", "pentominoes"], "pentominoes@ROWSxCOLUMNS"),
        (["solve", "nowhere.toml"], "nowhere.toml"),
        (["solve", "tetrominoes:IX@4x4"], "IJLOSTZ"),
        (["solve", "FF@5x5"], "twice"),
        (["solve", "F@0x5"], "0x5"),
        (["solve", "F@5x5-r9c9"], "r9c9"),
        (["solve", "F!spin@5x5"], "!spin"),
        (["solve", "FNPUV@5x5", "--engine", "abacus"], "native"),
        (["solve", "FNPUV@5x5", "-o", "a.bmp"], ".svg"),
        (["solve", "FNPUV@5x5", "-o", "no/where/a.svg"], "no/where"),
        (["solve", "FNPUV@5x5", "--numbers"], "Shikaku"),
        (["solve", "tetrominoes+fridgeiq@5x5"], "lattice"),
        (["count", "@"], "PIECES@BOARD"),
        (["sets", "icosominoes"], "pentominoes"),
        (["sets", "macmahon"], "did you mean macmahon3?"),
        (["show", "macmahon@2x2"], "did you mean macmahon3?"),
        (["show", "FNPUV@5x5", "--piece", "Q"], "F, N, P, U, V"),
        (["check", "FNPUV@5x5"], "SOLUTION"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line(run: CommandLine, words: list[str], expected: str) -> None:
    assert expected in run.refused(*words)


def test_usage_errors_have_code_2(run: CommandLine) -> None:
    assert run("solve").code == 2
    assert run("solve", "FNPUV@5x5", "-n", "0").code == 2
    assert run("count", "FNPUV@5x5", "--up-to", "luck").code == 2


@pytest.mark.parametrize("suffix", [".wkt", ".geojson"])
def test_outlines_of_solids_are_refused_before_the_search(run: CommandLine, tmp_path: Path, suffix: str) -> None:
    said = run.refused("solve", "soma@3x3x3", "-o", tmp_path / "a.txt", "-o", tmp_path / f"a{suffix}")
    assert "lattice cubic is not flat" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", ["txt", "svg", "png", "json", "jsonl", "wkt", "geojson"])
def test_outputs(run: CommandLine, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"answer.{suffix}"
    assert run("solve", "FNPUV@5x5", "-o", path).code == 0
    content = path.read_bytes()
    assert content.startswith(
        {"png": b"\x89PNG", "svg": b"<svg", "wkt": b"GEOMETRYCOLLECTION"}.get(suffix, content[:1])
    )
    if suffix in ("txt", "json", "jsonl"):
        assert run("check", "FNPUV@5x5", path).out == "valid\n"


def test_several_pictures_are_numbered(run: CommandLine, tmp_path: Path) -> None:
    run("solve", "FNPUV@5x5", "--all", "-o", tmp_path / "x.svg", "-o", tmp_path / "x.txt")
    assert len(list(tmp_path.glob("x-*.svg"))) == 16 and (tmp_path / "x-001.svg").exists()
    assert len((tmp_path / "x.txt").read_text().strip().split("\n\n")) == 16


def test_what_a_text_file_holds_is_not_printed_as_well(run: CommandLine, tmp_path: Path) -> None:
    printed = run("solve", "FNPUV@5x5", "--all").out
    path = tmp_path / "all.txt"
    done = run("solve", "FNPUV@5x5", "--all", "-o", path)
    assert (done.out, path.read_text()) == ("", printed)
    assert done.err.splitlines()[-1] == f"wrote {path} (16 tilings)"
    assert run("solve", "FNPUV@5x5", "-o", tmp_path / "one.svg").out == run("solve", "FNPUV@5x5").out
    assert run("solve", "tetrominoes:T*@6x6", "-o", tmp_path / "none.txt").out.startswith("impossible")


def test_streamed_lines_are_the_tilings(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    assert run("solve", "tetrominoes*@4x6", "--all", "-o", path).code == 0
    lines = path.read_text().splitlines()
    assert len(lines) == len(set(lines)) == 2003
    assert all(json.loads(line)["placements"] for line in lines)


def test_complete_what_lies_on_the_table(run: CommandLine, tmp_path: Path) -> None:
    whole = run("solve", "FNPUV@5x5").out
    partial = tmp_path / "partial.txt"
    partial.write_text("".join(c if c in "FN\n" else "." for c in whole))
    done = run("solve", "FNPUV@5x5", "--with", partial)
    assert done.code == 0
    assert [c for c in done.out if c in "FN\n"] == [c for c in whole if c in "FN\n"]


def test_check_says_which_rule_fails_and_where(run: CommandLine, tmp_path: Path) -> None:
    answer = json.loads(json.dumps(run("solve", "FNPUV@5x5", "--json").json))
    placements = answer["solutions"][0]["placements"]
    path = tmp_path / "answer.json"
    placements[0]["cells"] = placements[1]["cells"]
    path.write_text(json.dumps(answer))
    ran = run("check", "FNPUV@5x5", path, "--json")
    assert ran.code == 1 and not ran.json["valid"]
    assert {"overlap", "uncovered", "shape"} <= {fault["rule"] for fault in ran.json["faults"]}
    assert any(fault["cells"] for fault in ran.json["faults"])


def test_sets_draws_every_orientation(run: CommandLine) -> None:
    out = run("sets", "tetrominoes").out
    numbers = dict(re.findall(r"^([A-Z]) (\d)$", out, flags=re.MULTILINE))
    assert numbers == {"S": "2", "I": "2", "O": "1", "J": "4", "Z": "2", "T": "4", "L": "4"}
    assert "pentominoes" in run("sets").out


def test_sets_of_tiles(run: CommandLine) -> None:
    assert run("sets", "macmahon3").out.splitlines()[:2] == ["aaaa 1  aaaa", "aaab 4  aaab baaa abaa aaba"]
    assert run("sets", "triangles2").out.splitlines()[0] == "aaa 2  u/aaa d/aaa"
    assert len(run("sets", "wang2*", "--json").json["tiles"]) == 16
    shown = run("sets").out
    assert all(name in shown for name in ("macmahon3 ", "triangles4 ", "hexagons2 ", "wang2 ", "jeandel-rao "))


def test_show(run: CommandLine) -> None:
    shown = run("show", TWO, "--stats", "--placements").out
    assert "placements: 9" in shown and "items: 11" in shown and "entries: 32" in shown
    assert len(re.findall(r"^\d+ \d@\d,\d/0$", shown, flags=re.MULTILINE)) == 9
    assert "symmetries: not looked for" in run("show", "dominoes*@180x180", "--stats").out
    stats = run("show", EXAMPLES / "shikaku" / "blog-17x15", "--stats", "--json").json["stats"]
    assert stats["candidates"] == 253


def test_engines(run: CommandLine) -> None:
    listed = {row["name"]: row for row in run("engines", "--json").json["engines"]}
    assert listed["native"]["available"] and listed["reference"]["available"]


@pytest.mark.parametrize(
    "path",
    sorted(p for p in EXAMPLES.rglob("*") if p.is_file() and p.name != OPEN and p.suffix not in (".py", ".pyc")),
    ids=lambda p: str(p.relative_to(EXAMPLES)),
)
def test_every_example_is_solved(run: CommandLine, path: Path) -> None:
    impossible = path.name in IMPOSSIBLE
    ran = run("solve", path, "--json")
    assert (ran.code, ran.json["verdict"]) == ((1, "impossible") if impossible else (0, "solved")), ran


def cpu_seconds(pid: int) -> float:
    """What a process has computed so far: on a busy machine seconds of waiting would tell nothing."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_interrupted_prints_what_it_has() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", "solve", "pentominoes@6x10", "--all", "--json", "--engine", "reference"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while cpu_seconds(process.pid) < 1:  # imports take a part of a second
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    answer = json.loads(out)
    assert answer["ended"] == "stopped"
    puzzle = load("pentominoes@6x10")
    assert not [solution for solution in answer["solutions"] if len(solution["placements"]) != 12]
    assert faults(puzzle, ()) != []


@pytest.mark.parametrize(
    "words",
    [
        ("solve",),
        ("solve", "FNPUV@5x5", "--no-such"),
        ("no-such",),
        ("count", "FNPUV@5x5", "--up-to", "y"),
        ("design", "shikaku", "-3x5"),
    ],
)
def test_wrong_usage_is_one_line(run: CommandLine, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert ran.code == 2 and ran.err.count("\n") == 1 and "--help" in ran.err


def test_open_names_need_named_cells(run: CommandLine) -> None:
    ran = run("hint", EXAMPLES / "doodle-fit" / "two", "--open", "MAR,14")
    assert ran.code == 2 and "[named]" in ran.err


def test_a_limit_is_a_number(run: CommandLine) -> None:
    assert "number of seconds" in run.refused("verdict", "FNPUV@5x5", "--limit", "nan")
    assert "[named]" in run.refused("solve", "soma@3x3x3", "--open", "A")


def test_one_all_or_a_number(run: CommandLine, tmp_path: Path) -> None:
    assert "-n: not allowed with argument --all" in run.refused("solve", "FNPUV@5x5", "--all", "-n", "3")
    (tmp_path / "a.dlx").write_text("a\na\n")
    for words in (("--all", "--count"), ("-n", "2", "--count"), ("-n", "2", "--all")):
        assert "not allowed with argument" in run.refused("cover", tmp_path / "a.dlx", *words)
