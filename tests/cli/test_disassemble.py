"""`tilewright disassemble`: what it prints, writes and returns, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.cli import CommandLine

SOMA = "soma@3x3x3"


def ring(folder: Path) -> Path:
    """A ring around a square, which never come apart in the plane."""
    file = folder / "ring.toml"
    file.write_text('board = "3x3"\n[pieces]\nR = "###\\n#.#\\n###"\nM = "#"\n', encoding="utf-8")
    return file


def test_moves_are_listed(run: CommandLine) -> None:
    ran = run("disassemble", SOMA)
    level, *moves = ran.out.split("\n\n")[-1].strip().split("\n")
    assert ran.code == 0 and level == "comes apart, level 1 (1.1.1.1.1.1), 6 moves"
    assert len(moves) == 6 and all(move.endswith("and away") for move in moves)


def test_every_assembly_is_a_line(run: CommandLine) -> None:
    ran = run("disassemble", "tetracubes*@2x2x2", "--all", "--up-to", "symmetries", "--sort", "moves")
    assert ran.code == 0
    counted = run("count", "tetracubes*@2x2x2", "--up-to", "symmetries")
    assert len(ran.out.splitlines()) == int(counted.out)


def test_json(run: CommandLine) -> None:
    row = run("disassemble", SOMA, "--most", "2", "--json").json
    assert (row["ended"], row["assemblies"], row["open"], len(row["disassemblies"])) == ("enough", 2, 0, 2)
    first = row["disassemblies"][0]
    assert first["apart"] is True and first["level"] == 1 and sum(first["levels"]) == first["moves"] == 6
    assert len(first["placements"]) == 7
    away = first["separations"][0]["moves"][-1]
    assert away["distance"] is None and len(away["vector"]) == 3


def test_what_is_stuck_has_exit_code_1(run: CommandLine, tmp_path: Path) -> None:
    ran = run("disassemble", ring(tmp_path))
    assert ran.code == 1 and ran.out.startswith("does not come apart")
    row = run("disassemble", ring(tmp_path), "--json")
    assert row.code == 1
    assert row.json["disassemblies"] == [] and row.json["stuck"]["stuck"]["pieces"] == ["R", "M"]
    assert run("disassemble", ring(tmp_path), "--groups", "R,M").code == 0
    assert run("disassemble", "LPNUV@5x5").code == 1


def test_the_limit_has_exit_code_3(run: CommandLine) -> None:
    assert run("disassemble", SOMA, "--all", "--limit", "0").code == 3


def test_solutions_of_a_file(run: CommandLine, tmp_path: Path) -> None:
    answer = tmp_path / "soma.json"
    run("solve", SOMA, "-n", "3", "-o", answer)
    assert run("disassemble", SOMA, answer, "--all", "--json").json["assemblies"] == 3
    alone = run("disassemble", answer, "--all", "--json").json
    assert (alone["assemblies"], len(alone["disassemblies"])) == (3, 3)


@pytest.mark.parametrize("suffix", ["txt", "json", "svg", "png", "pdf", "xmpuzzle", "stl", "3mf"])
def test_files(run: CommandLine, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"steps.{suffix}"
    assert run("disassemble", SOMA, "-o", file).code == 0
    content = file.read_bytes()
    starts = {
        "txt": b"",
        "json": b"{",
        "svg": b"<svg",
        "png": b"\x89PNG",
        "pdf": b"%PDF",
        "stl": b"tilewright",
        "3mf": b"PK",
        "xmpuzzle": b"<?xml",
    }
    assert content.startswith(starts[suffix]) and len(content) > 100
    if suffix == "json":
        assert json.loads(content)["disassemblies"][0]["level"] == 1


@pytest.mark.parametrize(
    "words",
    [
        (SOMA, "--groups", "L,Q"),
        (SOMA, "--groups", "L,V", "--groups", "V,Z"),
        (SOMA, "--fixed", "box"),
        (SOMA, "--most", "0"),
        (SOMA, "--all", "--most", "2"),
        (SOMA, "--sort", "size"),
        (SOMA, "-o", "steps.stl2"),
        ("tetrominoes*@4x4~",),
    ],
)
def test_what_is_refused(run: CommandLine, words: tuple[str, ...]) -> None:
    assert run.refused("disassemble", *words)


def test_solve_lists_one_of_each_class(run: CommandLine) -> None:
    assert len(run("solve", "FNPUV@5x5", "--all", "--up-to", "symmetries", "--json").json["solutions"]) == 2
    assert run.refused("solve", "FNPUV@5x5", "--up-to", "rotations", "--random", "1")


def test_solids_of_a_step_lie_where_the_pieces_do(run: CommandLine, tmp_path: Path) -> None:
    sizes = []
    for step in (0, 1):
        file = tmp_path / f"step{step}.stl"
        assert run("disassemble", SOMA, "-o", file, "--step", str(step)).code == 0
        rows = np.frombuffer(file.read_bytes()[84:], dtype=[("n", "<f4", 3), ("p", "<f4", (3, 3)), ("e", "<u2")])
        points = rows["p"].reshape(-1, 3)
        sizes.append((points.max(axis=0) - points.min(axis=0)).round(1).tolist())
        assert points[:, 2].min() == pytest.approx(0.0, abs=1e-4)
    assert sizes[0] == pytest.approx([59.7, 59.7, 59.7])  # three cells of 20 mm, less two clearances
    assert sizes[1] == pytest.approx([59.7, 59.7, 99.7])  # L, two layers high, has been lifted by two of them
    assert run.refused("disassemble", SOMA, "-o", tmp_path / "far.stl", "--step", "99")


def test_check_replays_disassemblies(run: CommandLine, tmp_path: Path) -> None:
    file, stuck = tmp_path / "soma.json", tmp_path / "stuck.json"
    run("disassemble", SOMA, "--most", "2", "-o", file)
    assert run("check", SOMA, file).out.startswith("valid")
    run("disassemble", ring(tmp_path), "-o", stuck)
    assert run("check", ring(tmp_path), stuck, "--json").json["valid"] is True
    answer = json.loads(file.read_text(encoding="utf-8"))
    move = answer["disassemblies"][1]["separations"][0]["moves"][0]
    move["vector"] = [-v for v in move["vector"]]
    file.write_text(json.dumps(answer), encoding="utf-8")
    wrong = run("check", SOMA, file)
    assert wrong.code == 1 and wrong.out.startswith("invalid: disassembly 2")
    answer["disassemblies"][1]["separations"] = "none"
    file.write_text(json.dumps(answer), encoding="utf-8")
    assert run.refused("check", SOMA, file)
    claim = json.loads(stuck.read_text(encoding="utf-8"))
    claim["stuck"]["stuck"]["positions"] = []
    stuck.write_text(json.dumps(claim), encoding="utf-8")
    assert run("check", ring(tmp_path), stuck).code == 1
