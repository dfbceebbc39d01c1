"""Verdicts, their reasons, their certificates and what tampering with those does."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.generate import random_puzzle
from tests.helpers.tiers import quick
from tilewright.api.certificate import certify_count, check_proof, proof_path
from tilewright.api.count import count
from tilewright.api.optimise import fewest, largest_filling, most
from tilewright.api.solve import solve
from tilewright.api.verdict import relaxations, verdict
from tilewright.design.edges import EdgesRecipe, make_edges
from tilewright.errors import LimitError, NotationError
from tilewright.exact_cover import proof_check
from tilewright.exact_cover.limits import Limit
from tilewright.explain.reasons import why_impossible
from tilewright.kinds import EdgeMatching, Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.loader import load
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.check import faults
from tilewright.puzzle.rules import Reason

WORDS = {0: "impossible", 1: "unique"}


@pytest.mark.parametrize("seeds", quick([range(30), range(30, 90)], 1), ids=str)
@pytest.mark.parametrize("engine", ["auto", "reference", "sat"])
def test_words_agree_with_counting(engine: str, seeds: range) -> None:
    seen = set()
    for seed in seeds:
        puzzle = random_puzzle(seed)
        value = count(puzzle, engine="reference").value
        found = verdict(puzzle, engine=engine)
        assert found.verdict == WORDS.get(value, "several"), seed
        assert len(found.tilings) == min(value, 2)
        assert len({tiling.placements for tiling in found.tilings}) == len(found.tilings)
        assert all(not faults(puzzle, tiling.placements) for tiling in found.tilings)
        assert (found.reason is not None) == (value == 0)
        seen.add(found.verdict)
    assert seen == {"impossible", "unique", "several"}


def test_unique_up_to_counts_the_shifts_of_a_torus() -> None:
    made = make_edges(EdgesRecipe("4x4~~", labels=12), 3).puzzle
    assert isinstance(made, EdgeMatching) and made.pinned
    puzzle = replace(made, pinned=())
    found = verdict(puzzle)
    assert (found.verdict, found.unique_up_to) == ("several", "rotations")
    assert count(puzzle).value == 64  # 16 shifts, each turned 4 times: more than a flat board ever has


def test_unique_up_to_is_one_orbit() -> None:
    seen = set()
    for seed in range(200):
        puzzle = random_puzzle(seed)
        found = verdict(puzzle)
        if found.verdict == "several":
            expected = next(
                (group for group in ("rotations", "symmetries") if count(puzzle, up_to=group).value == 1),  # type: ignore[arg-type]
                None,
            )
            assert found.unique_up_to == expected, seed
            seen.add(expected)
    assert {"symmetries", None} <= seen


@pytest.mark.parametrize("seeds", quick([range(200), range(200, 600)], 1), ids=str)
def test_reasons_without_search_are_true(seeds: range) -> None:
    kinds = set()
    for seed in seeds:
        puzzle = random_puzzle(seed)
        reason = why_impossible(puzzle.compile())
        if reason is not None:
            kinds.add(reason.kind)
            assert not list(puzzle.compile().cover.options) or count(puzzle, engine="reference").value == 0, seed
            if reason.kind in ("area", "region"):
                assert puzzle.checkers.reason_fault(reason) is None, seed
    assert {"area", "unplaceable", "uncovered"} <= kinds


def test_region_of_wrong_size() -> None:
    puzzle = Packing(Board.parse("###.##"), (Piece.parse("##", "D", copies=(0, None)), Piece.parse("#", "M")))
    assert why_impossible(puzzle.compile()) is None
    puzzle = Packing(Board.parse("###.###"), (Piece.parse("##", "D", copies=(0, None)),))
    found = verdict(puzzle)
    assert found.reason is not None and found.reason.kind == "region" and len(found.reason.atoms) == 3
    assert puzzle.checkers.reason_fault(found.reason) is None
    whole = Reason("region", "", puzzle.board.atoms[1:3])
    assert "not apart" in str(puzzle.checkers.reason_fault(whole))


def test_sums_of_areas() -> None:
    puzzle = Packing.parse("tetrominoes*@5x5")
    found = verdict(puzzle)
    assert found.reason is not None and found.reason.kind == "area" and "24" in found.reason.text
    # 3 a + 5 b is never 7
    pieces = (Piece.parse("###", "I", copies=(0, None)), Piece.parse("#####", "J", copies=(0, None)))
    assert verdict(Packing(Board.of_size("1x7"), pieces)).verdict == "impossible"
    assert verdict(Packing(Board.of_size("1x8"), pieces)).unique_up_to == "rotations"


@pytest.mark.parametrize("notation", ["tetrominoes:T*@6x6", "tetrominoes:L*@10x10", "tetrominoes:T*@14x14"])
def test_invariants_and_their_verification(notation: str, tmp_path: Path) -> None:
    puzzle = Packing.parse(notation)
    found = verdict(puzzle, proof=tmp_path / "why.json")
    assert (found.verdict, found.proof) == ("impossible", "checked")
    reason = found.reason
    assert reason is not None and reason.kind == "invariant" and reason.modulus
    assert puzzle.checkers.reason_fault(reason) is None
    (atom, weight), *rest = reason.weights
    bent = Reason("invariant", "", modulus=reason.modulus, weights=((atom, weight + 1), *rest))
    assert puzzle.checkers.reason_fault(bent)
    assert "modulus" in str(puzzle.checkers.reason_fault(Reason("invariant", "", weights=reason.weights)))
    flat = Reason("invariant", "", modulus=2, weights=tuple((atom, 0) for atom, _ in reason.weights))
    assert "agree" in str(puzzle.checkers.reason_fault(flat))


def test_mutilated_board_is_two_colored() -> None:
    domino = Piece.parse("##", "D", copies=(0, None))
    found = verdict(Packing(Board.of_size("8x8-r0c0,r7c7"), (domino,)))
    assert found.reason is not None and "32 of one and 30 of the other" in found.reason.text


def test_refutations_are_checked_and_tampering_is_seen(tmp_path: Path) -> None:
    puzzle, other = Packing.parse("LNP@3x5"), Packing.parse("FNPUV@5x5")
    path = tmp_path / "none.cnf"
    found = verdict(puzzle, proof=path)
    assert (found.verdict, found.proof) == ("impossible", "checked")
    assert check_proof(puzzle, path).good is True
    assert "another puzzle" in check_proof(other, path).text
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    for bent in (text + "1 0\n", "".join(lines[:-1]), text.replace("c claim impossible", "c claim unique")):
        path.write_text(bent)
        assert check_proof(puzzle, path).good is False
    path.write_text(text)
    proof = proof_path(path).read_text().splitlines(keepends=True)
    proof_path(path).write_text("".join(proof[: len(proof) // 2]))
    assert check_proof(puzzle, path).good is False
    proof_path(path).unlink()
    assert "missing" in check_proof(puzzle, path).text


def test_other_checkers_are_asked_and_may_not_disagree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "proof"
    for puzzle in (Packing.parse("LNP@3x5"), load(EXAMPLES / "doodle-fit" / "two")):
        assert verdict(puzzle, proof=path).proof == "checked"
        names = [name for name, _ in proof_check.opinions("p cnf 0 1\n0\n", "0\n")]
        assert check_proof(puzzle, path).text == f"{' and '.join(['our checker', *names])} accept the proof"
    for answer, good, words in (
        ("refuted", False, "our checker accepts the proof and drat-trim rejects it: not accepted"),
        ("unknown", True, "our checker accepts the proof; not done in time: drat-trim"),
    ):
        monkeypatch.setattr(proof_check, "opinions", lambda *_, answer=answer: iter([("drat-trim", answer)]))
        checked = check_proof(puzzle, path)
        assert (checked.good, checked.text) == (good, words)
    monkeypatch.setattr(
        proof_check, "opinions", lambda *_: iter([("drat-trim", "verified")])
    )  # whatever they say, we decide
    proof_path(path).write_text("0\n")  # jumps to the conclusion
    assert "our checker rejects the proof: line 1" in check_proof(puzzle, path).text


def test_unique_is_proven_with_its_tiling_forbidden(tmp_path: Path) -> None:
    puzzle = load(EXAMPLES / "doodle-fit" / "two")
    path = tmp_path / "one.cnf"
    found = verdict(puzzle, proof=path)
    assert (found.verdict, found.proof) == ("unique", "checked")
    assert check_proof(puzzle, path).good is True
    text = path.read_text()
    assert any(line.startswith("c tiling ") for line in text.splitlines())
    # Another tiling named than the one forbidden
    name = next(line for line in text.splitlines() if line.startswith("c tiling "))
    path.write_text(text.replace(name, "c tiling 0@0,0/0"))
    assert check_proof(puzzle, path).good is False


def test_random_verdicts_have_proofs(tmp_path: Path) -> None:
    claims = set()
    for seed in range(12):
        puzzle = random_puzzle(seed)
        found = verdict(puzzle, proof=tmp_path / "proof")
        if found.verdict in ("impossible", "unique"):
            assert found.proof == "checked"
            checked = check_proof(puzzle, tmp_path / "proof")
            assert (checked.good, checked.claim) == (True, found.verdict)
            claims.add(checked.claim)
    assert claims == {"impossible", "unique"}


def test_shikaku(tmp_path: Path) -> None:
    puzzle = load(EXAMPLES / "shikaku" / "blog-6x6")
    found = verdict(puzzle, proof=tmp_path / "p")
    assert found.verdict in ("unique", "several")
    wrong = Shikaku(2, 2, ((0, 0, 3),))
    found = verdict(wrong, proof=tmp_path / "q")
    assert (found.verdict, found.proof) == ("impossible", "checked")
    assert found.reason is not None and found.reason.kind == "area"


def test_counts_are_certified_by_their_tilings(tmp_path: Path) -> None:
    puzzle, path = Packing.parse("FNPUV@5x5"), tmp_path / "all"
    found, _ = certify_count(puzzle, path)
    assert (found.value, found.bound) == (16, "exact")
    assert check_proof(puzzle, path).good is True
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n")
    assert check_proof(puzzle, path).good is False
    # A list that is consistent in itself but not whole
    stream = "".join(line + "\n" for line in lines[1:-1])
    head = json.loads(lines[0]) | {"count": 15, "sha256": hashlib.sha256(stream.encode()).hexdigest()}
    path.write_text(json.dumps(head) + "\n" + stream)
    assert "counting again gives 16" in check_proof(puzzle, path).text


def test_proof_without_the_solver_is_refused_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: CommandLine
) -> None:
    monkeypatch.setattr("tilewright.exact_cover.engine.has_package", lambda _: False)
    path = tmp_path / "none.cnf"
    assert "pip install python-sat" in run.refused("verdict", "LPNUV@5x5", "--proof", path)
    assert not path.exists()
    assert verdict(load("dominoes*@8x8-r0c0,r7c7"), proof=path).proof == "checked"  # a reason needs no solver


def test_no_certificate_of_a_count_that_was_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "all"
    found, _ = certify_count(Packing.parse("pentominoes@6x10"), path, engine="reference", limit=Limit(nodes=500))
    assert (found.bound, found.ended) == ("at least", "limit")
    monkeypatch.setattr("tilewright.api.certificate.MOST_LISTED", 10)
    with pytest.raises(LimitError, match="more than 10 tilings"):
        certify_count(Packing.parse("FNPUV@5x5"), path)
    assert not path.exists()


@pytest.mark.parametrize("seeds", quick([range(20), range(20, 80)], 1), ids=str)
def test_random_counts_have_certificates(tmp_path: Path, seeds: range) -> None:
    path, values = tmp_path / "all", set()
    for seed in seeds:
        puzzle = random_puzzle(seed)
        value = count(puzzle, engine="reference").value
        assert certify_count(puzzle, path)[0].value == value
        checked = check_proof(puzzle, path)
        assert (checked.good, checked.claim) == (True, f"count {value}")
        values.add(min(value, 2))
    assert values == {0, 1, 2}


def test_count_command_writes_and_check_reads(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    ran = run("count", "FNPUV@5x5", "--proof", path)
    assert (ran.code, ran.out.strip()) == (0, "16") and ran.err.startswith("proof checked: ")
    assert run("check", "FNPUV@5x5", "--proof", path).out.startswith("valid: count 16: the numbers of all states")
    assert "another puzzle" in run("check", "LPNUV@5x5", "--proof", path).out
    lines = path.read_text().splitlines()
    other = run("count", "LPNUV@5x5", "--proof", path, "--json")
    assert (other.code, other.json["count"]["value"], other.json["proof"]) == (1, 0, "checked")
    shikaku = EXAMPLES / "shikaku" / "blog-6x6"
    assert run("count", shikaku, "--proof", path).code == 0
    assert run("check", shikaku, "--proof", path).out.startswith("valid: count 1")
    path.write_text("\n".join([lines[0], lines[2], *lines[2:]]) + "\n")
    assert "invalid: count 16" in run("check", "FNPUV@5x5", "--proof", path).out
    cut = run("count", "pentominoes@6x10", "--engine", "reference", "--limit", "0.1", "--proof", tmp_path / "no")
    assert cut.code == 3 and "no proof written" in cut.err and not (tmp_path / "no").exists()
    assert "no --up-to" in run.refused("count", "FNPUV@5x5", "--proof", path, "--up-to", "rotations")
    assert "no directory" in run.refused("count", "FNPUV@5x5", "--proof", tmp_path / "no" / "x")


def test_clue_grids_that_the_article_may_have_had() -> None:
    """All agree with what it prints; how many divisions each has is in the data file, found by CP-SAT."""
    posed = json.loads((EXAMPLES.parent / "tests" / "data" / "shikaku_blog.json").read_text())["instances"][1]
    rects = [tuple(rect) for _, *rect in posed["blog_solution"]]
    found: dict[str, int] = {}
    for cells in posed["all_consistent_clue_cells"]:
        clues = tuple((row, column, h * w) for (row, column), (_, _, h, w) in zip(cells, rects, strict=True))
        puzzle = Shikaku(posed["rows"], posed["cols"], clues)
        rank = {rect: number for number, (_, rect) in enumerate(puzzle.candidates(), start=1)}
        assert len(rank) == posed["blog_n_feasible"]
        assert [rank[rect] for rect in rects] == posed["blog_solution_k"]
        assert count(puzzle).value == count(puzzle, engine="native").value
        found[str(count(puzzle).value)] = found.get(str(count(puzzle).value), 0) + 1
    assert found == posed["solutions_per_consistent_grid"]


def test_what_is_no_certificate_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for text in ("", "p cnf 1 1\n1 0\n", "{}", '{"certificate": "reason"}', "c tilewright 1 refutation\n"):
        path.write_text(text)
        with suppress(NotationError):
            assert check_proof(Packing.parse("FNPUV@5x5"), path).good is False


def test_limit_leaves_it_open() -> None:
    found = verdict(Packing.parse("FNPUV@5x5"), limit=Limit(seconds=0.0), engine="reference")
    assert found.verdict == "unknown" and found.ended == "limit"


def test_a_limit_of_one_tiling_leaves_it_open() -> None:
    """Also where one tiling alone would be of many kinds."""
    for notation in ("FNPUV@5x5", "tetrominoes*@4x4"):
        found = verdict(load(notation), limit=Limit(solutions=1))
        assert (found.verdict, len(found.tilings), found.ended) == ("unknown", 1, "enough")


def test_relaxations_help() -> None:
    puzzle = Packing.parse("LPNUV@5x5")
    found = list(relaxations(puzzle))
    assert found
    for relaxation in found:
        partial = relaxation.kind == "cells"
        assert not faults(relaxation.puzzle, relaxation.tiling.placements, partial=partial)
    turned = Packing(Board.parse("###\n#.."), (Piece.parse("###\n..#", "J", motion="turn"),))
    assert "flip" in {relaxation.kind for relaxation in relaxations(turned)}
    bar = Piece.parse("##", "D", copies=(2, 2))
    pinned = Packing(Board.of_size("1x4"), (bar,), (Pin("D", ((0, 1), (0, 2))),))
    assert {"unpin"} <= {relaxation.kind for relaxation in relaxations(pinned)}
    cells = [r for r in relaxations(Packing.parse("tetrominoes*@5x5")) if r.kind == "cells"]
    assert cells and cells[0].proven and "1 of 25" in cells[0].text


def test_relaxations_of_a_shikaku_are_all_there_are() -> None:
    """Numbers and drops against trying every number at every clue with the plain engine."""
    solved = load(EXAMPLES / "shikaku" / "blog-6x6")
    assert isinstance(solved, Shikaku)
    wrong = [solved.clues[0], *((r, c, v) for r, c, v in solved.clues[1:])]
    wrong[4] = (*wrong[4][:2], 7)  # instead of 5
    puzzle = Shikaku(6, 6, tuple(wrong))
    found = list(relaxations(puzzle))
    for relaxation in found:
        assert not faults(relaxation.puzzle, relaxation.tiling.placements, partial=relaxation.kind == "cells")
    expected = set()
    for clue in puzzle.clues:
        for value in range(1, 37):
            clues = tuple((*clue[:2], value) if other == clue else other for other in puzzle.clues)
            if count(Shikaku(6, 6, clues), engine="reference").value:
                expected.add(clues)
    assert {r.puzzle.clues for r in found if r.kind == "number"} == expected  # type: ignore[union-attr]
    assert solved.clues in expected
    assert "the clue 7 at row 2, column 1 as 5" in {relaxation.text for relaxation in found}


def test_relaxations_of_a_shikaku_of_the_right_area() -> None:
    solved = load(EXAMPLES / "shikaku" / "blog-6x6")
    assert isinstance(solved, Shikaku)
    swapped = {(1, 3): 5, (2, 1): 6}
    puzzle = Shikaku(6, 6, tuple((r, c, swapped.get((r, c), v)) for r, c, v in solved.clues))
    found = list(relaxations(puzzle))
    assert {relaxation.kind for relaxation in found} <= {"move", "numbers", "cells"}
    if not any(relaxation.kind == "move" for relaxation in found):
        assert solved.clues in {r.puzzle.clues for r in found}  # type: ignore[union-attr]
    moved = Shikaku(2, 4, ((0, 0, 4), (0, 1, 4)))  # a column each in, out: 2x2 and 2x2
    assert {"move"} <= {relaxation.kind for relaxation in relaxations(moved)}
    pinned = Shikaku(3, 2, ((0, 0, 2), (2, 0, 4)), ((0, 0, 2, 1),))
    texts = [relaxation.text for relaxation in relaxations(pinned)]
    assert "drop the pin of the rectangle (0, 0, 2, 1)" in texts
    unknown = Shikaku(1, 4, ((0, 0, None), (0, 1, 2), (0, 2, 2)))
    assert "the clue 2 at row 0, column 1 as 1" in {relaxation.text for relaxation in relaxations(unknown)}


@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_fewest_and_most_are_those_of_the_whole_list(seed: int) -> None:
    puzzle = random_puzzle(seed, ("square",))
    if count(puzzle, labelled=True).value > 300:
        return
    tilings = solve(puzzle, None, engine="reference", labelled=True).tilings
    name = puzzle.pieces[0].name
    used = [sum(placement.piece == name for placement in tiling.placements) for tiling in tilings]
    low, high = fewest(puzzle, name), most(puzzle, name)
    assert low.ended == high.ended == "exhausted"
    if used:
        assert (low.value, high.value) == (min(used), max(used))
        assert low.value == low.bound and high.value == high.bound
    else:
        assert low.tiling is high.tiling is None


def test_largest_filling() -> None:
    found = largest_filling(Packing.parse("tetrominoes:T*@6x6"))
    assert found.value == 32 and found.ended == "exhausted"  # 9 T cannot be, by coloring; 8 can
    assert found.tiling is not None and len(found.tiling.placements) == 8


def test_command(run: CommandLine, tmp_path: Path) -> None:
    ran = run("verdict", "LNP@3x5", "--proof", tmp_path / "p", "--json")
    assert ran.code == 1
    assert (ran.json["verdict"], ran.json["proof"], ran.json["reason"]["kind"]) == ("impossible", "checked", "search")
    assert run("check", "LNP@3x5", "--proof", tmp_path / "p").out.startswith("valid: impossible")
    assert run("check", "FNPUV@5x5", "--proof", tmp_path / "p").code == 1
    several = run("verdict", "FNPUV@5x5", "--json")
    assert several.code == 0 and len(several.json["solutions"]) == 2
    why = run("verdict", "tetrominoes:T*@6x6", "-o", tmp_path / "why.svg")
    assert why.code == 1 and "modulo" not in why.err
    assert "<svg" in (tmp_path / "why.svg").read_text()
    assert "possible with" in run("verdict", "LPNUV@5x5", "--relax").out
    assert run("verdict", "FNPUV@5x5", "--engine", "reference", "--limit", "0").code == 3
    assert "no directory" in run.refused("verdict", "FNPUV@5x5", "--proof", tmp_path / "no" / "p")
    assert "one of the two" in run.refused("check", "FNPUV@5x5")


@pytest.mark.skipif(not find_spec("highspy"), reason="highspy is not installed")
def test_presolve_is_told(run: CommandLine) -> None:
    solved = run("verdict", EXAMPLES / "shikaku" / "blog-6x6", "--engine", "mip").err
    assert "36 rows, 31 columns, 106 non-zeros" in solved and "; solved" in solved
    left = run("verdict", "FNPUV@5x5", "--engine", "mip").err
    assert "presolve: 30 rows, 316 columns" in left and "; left " in left
    assert "presolve" not in run("verdict", "FNPUV@5x5", "--engine", "native").err


def test_the_best_tiling_by_command(run: CommandLine, tmp_path: Path) -> None:
    ran = run("solve", "tetrominoes*@4x4", "--most", "O", "--json")
    assert ran.code == 0 and ran.json["best"] == {"value": 4, "bound": 4, "proven": True}
    filled = run("solve", "tetrominoes:T*@6x6", "--filling", "-o", tmp_path / "x.svg")
    assert filled.code == 0 and "32 of 36 cells covered, proven best" in filled.err
    assert "<svg" in (tmp_path / "x.svg").read_text()
    assert run("solve", "tetrominoes:T*@6x6", "--most", "T").code == 1
    (tmp_path / "partial").write_text("TTT.\n.T..\n....\n....\n")
    with_t = run("solve", "tetrominoes*@4x4", "--most", "O", "--with", tmp_path / "partial", "--json")
    assert with_t.json["best"]["value"] == 0 and with_t.json["solutions"][0]["placements"][0]["piece"] == "T"
    assert run("solve", "tetrominoes+@8x7", "--fewest", "I").err.startswith("1 copies, proven best")
    assert "no piece 'X'" in run.refused("solve", "tetrominoes*@4x4", "--most", "X")
    for words in (["--fewest", "O"], ["--filling"], ["--all"], ["-n", "2"], ["--random"], ["--engine", "native"]):
        assert "--most" in run.refused("solve", "tetrominoes*@4x4", "--most", "O", *words), words


@pytest.mark.full
@pytest.mark.timeout(3000)  # dratify, plain Python, replays 6.5 MB twice: 100 seconds of CPU time
@pytest.mark.parametrize("notation", ["fridgeiq:IQRST@3x4", "fridgeiq:IJLMNORSTUY@2x15", "LPNUV@5x5"])
def test_the_impossible_ones_are_proven(notation: str, tmp_path: Path) -> None:
    puzzle = Packing.parse(notation)
    found = verdict(puzzle, proof=tmp_path / "p")
    assert (found.verdict, found.proof) == ("impossible", "checked")
    assert check_proof(puzzle, tmp_path / "p").good is True
