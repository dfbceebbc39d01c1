"""The cell-state formula as DIMACS: its map says what its models mean, answers come back, states are numbered and drawn."""

from __future__ import annotations

import re
from itertools import count as numbers
from pathlib import Path

import pytest
from pysat.solvers import Minisat22

from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.tiers import quick
from tilewright.api.count import count
from tilewright.errors import NotationError
from tilewright.formats.model import export
from tilewright.formats.solution import read_answer
from tilewright.kinds import Packing
from tilewright.kinds.packing.cell_states import numbered_orientations
from tilewright.loader import load
from tilewright.puzzle.check import faults

SMALL = Packing.parse("tetrominoes*@4x4")


def clauses_of(text: str) -> tuple[int, list[list[int]]]:
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    assert text.isascii() and lines[0].startswith("p cnf ")
    variables, clauses = map(int, lines[0].split()[2:])
    found = [list(map(int, line.split()))[:-1] for line in lines[1:]]
    assert len(found) == clauses
    return variables, found


def named(text: str) -> tuple[dict[int, list[tuple[int, int]]], dict[int, tuple[int, int, int]]]:
    """Of each state its cells, its own first; of each variable row, column and state: as the comments say."""
    states, variables = {}, {}
    for line in text.splitlines():
        if state := re.fullmatch(r"c state (\d+): \S+/\w+((?: -?\d+,-?\d+=\d+)+)", line):
            others = [tuple(map(int, word.partition("=")[0].split(","))) for word in state[2].split()]
            states[int(state[1])] = [(0, 0), *others]
        elif variable := re.fullmatch(r"c (\d+) (\d+),(\d+) (\d+)", line):
            variables[int(variable[1])] = int(variable[2]), int(variable[3]), int(variable[4])
    return states, variables  # type: ignore[return-value]


def test_every_model_is_a_tiling_by_the_map_alone() -> None:
    text = export(SMALL, "dimacs", "cells")
    states, variables = named(text)
    assert len(states) == 76 and len(variables) == 16 * 76
    number, clauses = clauses_of(text)
    assert number == 10 * 10 * 76  # (m + 6) (n + 6) 76, as in the report
    met = set()
    with Minisat22(bootstrap_with=clauses) as solver:
        for _ in numbers():
            if not solver.solve():
                break
            true = [variable for variable in solver.get_model() if variable > 0 and variable in variables]
            pieces = {
                tuple(sorted((row + down, column + right) for down, right in states[state]))
                for row, column, state in (variables[variable] for variable in true)
            }
            cells = [cell for piece in pieces for cell in piece]
            assert sorted(cells) == [(row, column) for row in range(4) for column in range(4)]
            met.add(frozenset(pieces))
            solver.add_clause([-variable for variable in true])
    assert len(met) == 117 == count(SMALL).value


@pytest.mark.parametrize("notation", quick(["tetrominoes*@8x7", "tetrominoes*@5x5-r2c2", "pentominoes:LPVY*@5x6"], 2))
def test_answers_are_read_back(notation: str, run: CommandLine, tmp_path: Path) -> None:
    puzzle = load(notation)
    run("export", notation, "--to", "dimacs", "--model", "cells", "-o", tmp_path / "x.txt")
    variables, clauses = clauses_of((tmp_path / "x.txt").read_text())
    with Minisat22(bootstrap_with=clauses) as solver:
        assert solver.solve()
        model = {abs(literal): literal for literal in solver.get_model()}
    words = [model.get(variable, -variable) for variable in range(1, variables + 1)]
    (tmp_path / "minisat").write_text(f"SAT\n{' '.join(map(str, words))} 0\n")
    lines = "\n".join(f"v {word}" for word in words)
    (tmp_path / "cadical").write_text(f"s SATISFIABLE\n{lines}\nv 0\n")
    found = {
        name: run("read", notation, tmp_path / name, "--model", "cells", "--json").json
        for name in ("minisat", "cadical")
    }
    assert found["minisat"]["solutions"] == found["cadical"]["solutions"] != []
    placements = read_answer(puzzle, (tmp_path / "minisat").read_text(), "cells")
    assert placements and not faults(puzzle, placements)
    recognized = run("read", notation, tmp_path / "minisat", "--json").json  # by the number of variables
    assert recognized["solutions"] == found["minisat"]["solutions"]


def test_what_is_refused(run: CommandLine, tmp_path: Path) -> None:
    assert read_answer(SMALL, "UNSAT\n", "cells") is None and read_answer(SMALL, "s UNSATISFIABLE\n", "cells") is None
    for text in ("SAT\n1 2 3 0\n", "SAT\n1 -1 0\n", "SAT\n1 2\n", "SAT\nx 0\n", "nonsense", ""):
        with pytest.raises(NotationError):
            read_answer(SMALL, text, "cells")
    assert "cells as dimacs" in run.refused("export", "tetrominoes*@4x4", "--to", "lp", "--model", "cells")
    assert "expected a model" in run.refused("export", "tetrominoes*@4x4", "--to", "toml", "--model", "cells")
    assert "any number of each" in run.refused("export", "FNPUV@5x5", "--to", "dimacs", "--model", "cells")
    assert "any number of each" in run.refused("show", "FNPUV@5x5", "--states")
    assert "256,500,000 pairs" in run.refused("export", "tetrominoes*@300x300", "--to", "dimacs", "--model", "cells")
    assert "Shikaku" in run.refused("show", EXAMPLES / "shikaku" / "blog-6x6", "--states")
    assert "one of .svg .png" in run.refused("show", "tetrominoes*@4x4", "--states", "-o", tmp_path / "x.txt")


def test_states_are_shown(run: CommandLine, tmp_path: Path) -> None:
    orientations = numbered_orientations(Packing.parse("tetrominoes*@8x7"))
    assert sorted(state for cells in orientations.values() for state in cells.values()) == list(range(76))
    assert len(orientations) == 19
    ran = run("show", "tetrominoes*@4x4", "--states", "-o", tmp_path / "x.svg")
    assert ran.out.startswith("I 0\n 0 1 2 3\n\nI 90\n 4\n 5\n 6\n 7\n\n") and ran.out.count("\n\n") == 18
    svg = (tmp_path / "x.svg").read_text()
    labels = re.findall(r'aria-label="(\d+|–)"', svg)
    assert [*map(int, labels[:76])] == list(range(76))
    assert labels.count("–") == 10 * 10 - 16 and len(labels) == 76 + 84 + 16  # a margin of 3, and a filled board
    states = run("show", "tetrominoes*@4x4", "--states", "--json").json["states"]
    assert states[0] == {"piece": "I", "motion": "0", "states": [[0, 0, 0], [0, 1, 1], [0, 2, 2], [0, 3, 3]]}
