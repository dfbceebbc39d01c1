"""Certificates from strangers: forged proofs, values that are not what they seem, files that are none."""

from __future__ import annotations

import json
import os
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tilewright.api import certificate
from tilewright.api.certificate import (
    _formula,
    certify_count,
    check_proof,
    proof_path,
    reason_certificate,
    refute,
    statement,
)
from tilewright.api.verdict import verdict
from tilewright.errors import NotationError, TilewrightError
from tilewright.exact_cover import proof_check
from tilewright.exact_cover.limits import Deadline
from tilewright.formats.certificate import MOST_BYTES, ProofCheck, escape_id
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice.lattice import Lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.rules import Reason


def has_model(variables: int, clauses: list[list[int]]) -> bool:
    truths = product((False, True), repeat=variables)
    return any(all(any(t[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses) for t in truths)


def random_clauses(rng: random.Random, variables: int) -> list[list[int]]:
    sizes = rng.choices([1, 2, 3], [1, 3, 4], k=rng.randint(1, 5 * variables))
    return [[rng.choice([-1, 1]) * rng.randint(1, variables) for _ in range(size)] for size in sizes]


def test_proofs_of_the_solver_are_accepted_and_nothing_is_refuted_that_has_a_model() -> None:
    from pysat.solvers import Cadical195

    rng = random.Random(1)
    seen = set()
    for _ in range(400):
        variables = rng.randint(1, 7)
        clauses = random_clauses(rng, variables)
        true = has_model(variables, clauses)
        with Cadical195(bootstrap_with=clauses, with_proof=True) as solver:
            assert solver.solve() == true
            if not true:
                assert proof_check.check(variables, clauses, [*solver.get_proof(), "0"]).answer == "accepted"
        lines = [
            "d " * (rng.random() < 0.3) + " ".join(map(str, [*clause, 0])) for clause in random_clauses(rng, variables)
        ]
        answer = proof_check.check(variables, clauses, [*lines, "0"]).answer
        assert not (true and answer == "accepted")
        seen.add((true, answer))
    assert (False, "accepted") in seen and (True, "rejected") in seen


def test_a_refutation_by_hand() -> None:
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    assert proof_check.check(2, clauses, ["1 0", "0"]).answer == "accepted"
    assert proof_check.check(2, clauses, ["1 0", "d 1 2 0", "d 1 -2 0", "d 1 0", "0"]).answer == "accepted"
    assert proof_check.check(2, clauses, []).text == "its 0 lines do not derive the empty clause"
    assert proof_check.check(2, clauses, ["d -1 2 0", "1 0"]).text == "its 2 lines do not derive the empty clause"
    assert proof_check.check(2, clauses, ["0"]).text == "line 1: the clause does not follow by unit propagation"
    assert proof_check.check(2, [*clauses, []], []).answer == "accepted"
    for garbage in ("null 0", "-! 0", "3 0", "1e9 0", "x"):  # what follows the empty clause proves nothing, but is read
        assert proof_check.check(2, clauses, ["1 0", "0", garbage]).text.startswith("line 3: ")
        assert proof_check.check(2, [*clauses, []], [garbage]).text.startswith("line 1: ")
    assert proof_check.check(2, clauses, ["1 0"], deadline=0.0).answer in ("accepted", "out of time")


def test_the_deadline_of_a_proof_is_obeyed() -> None:
    endless = (f"{1 + number % 2} 3 0" for number in iter(int, 1))
    assert proof_check.check(3, [[1, 3], [2, 3]], endless, deadline=0.0).answer == "out of time"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1",
        "1 0 2 0",
        "1  0",
        "1.0 0",
        "+1 0",
        "01 0",
        "-0 0",
        "1e0 0",
        "٣ 0",
        "c 1 0",
        "3 0",
        f"{10**40} 0",
        "1 0 ",
        "d",
    ],
)
def test_lines_that_are_no_clause_are_refused(line: str) -> None:
    assert proof_check.check(2, [[1, 2]], [line]).text.startswith("line 1: ")


def test_clauses_that_only_keep_a_model_are_refused() -> None:
    """`1 0` is RAT on 1 where no clause has -1; the formula does not imply it."""
    assert "does not follow" in proof_check.check(2, [[1, 2]], ["1 0"]).text


def forged(puzzle: Packing, path: Path, lines: list[str]) -> ProofCheck:
    """The check of the formula "there is no tiling" with these lines as proof."""
    compiled = puzzle.compile()
    path.write_text(_formula(compiled, [], statement(compiled.cover, [])))
    proof_path(path).write_text("".join(f"{line}\n" for line in lines))
    return check_proof(puzzle, path)


@pytest.mark.parametrize("notation", ["FNPUV@5x5", "dominoes*@2x6", "tetrominoes*@4x4", "trominoes*@2x3"])
def test_a_unit_that_outlives_its_reason_proves_nothing(
    notation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_check, "opinions", lambda *_: iter(()))
    puzzle = Packing.parse(notation)
    most = statement(puzzle.compile().cover, []).cnf.variables
    for a, b in ((most + 1, most + 2), (most - 1, most)):
        lines = [f"{a} 0", f"{b} -{a} 0", f"d {b} -{a} 0", f"-{b} 0", "0"]
        for some in (lines, lines[1:], [f"-{line}" if line == lines[3] else line for line in lines]):
            checked = forged(puzzle, tmp_path / "none.cnf", some)
            assert checked.good is False and "our checker rejects" in checked.text


def test_a_proof_of_unique_does_not_prove_impossible(tmp_path: Path) -> None:
    puzzle = Packing.parse("dominoes*@1x4")
    assert verdict(puzzle, proof=tmp_path / "one").proof == "checked"
    lines = proof_path(tmp_path / "one").read_text().splitlines()
    assert forged(puzzle, tmp_path / "none", lines).good is False


def test_what_a_refutation_says_of_itself_counts_for_nothing(tmp_path: Path) -> None:
    puzzle, path = Packing.parse("LNP@3x5"), tmp_path / "none"
    assert verdict(puzzle, proof=path).proof == "checked"
    text = path.read_text()
    first, second = text.index("\n1 "), text.index("\n-")
    for bent in (
        text.replace("c at-most-one pairwise", "c at-most-one ladder"),
        text.replace("c claim impossible", "c claim unique"),
        text.replace("c 1 ", "c 1 x"),
        text.replace("\n", "\n\n", 1),
        text[:second] + "\n1 0" + text[second:],
        text[:first] + text[first:].replace(" ", "  ", 1),
        text.replace("p cnf ", "p cnf 1"),
        text + "0\n",
    ):
        assert bent != text
        path.write_text(bent)
        try:
            assert check_proof(puzzle, path).good is False
        except NotationError as error:
            assert "expected lines `c puzzle`" in str(error)
    path.write_bytes(text.encode() + b"c \xff\n")
    with pytest.raises(NotationError, match="ASCII"):
        check_proof(puzzle, path)


def reason_file(path: Path, puzzle: Packing, **changes: Any) -> Path:
    told = {"kind": "invariant", "atoms": [], "modulus": 2, "weights": [], "pieces": [], **changes}
    path.write_text(json.dumps({"tilewright": 1, "certificate": "reason", "puzzle": puzzle.digest, "reason": told}))
    return path


def test_reasons_in_floating_point_are_refused(run: CommandLine, tmp_path: Path) -> None:
    puzzle, path = Packing.parse("dominoes*@2x6"), tmp_path / "r"
    odd = [[[r, c], 2**53 + (r + c) % 2] for r in range(2) for c in range(6)]
    fine = [[[r, c], 1] for r in range(2) for c in range(6)]
    for changes in (
        {"modulus": 2.0, "weights": odd},
        {"modulus": 2.0, "weights": fine},
        {"modulus": True, "weights": fine},
        {"modulus": 1, "weights": fine},
        {"modulus": 10**30, "weights": fine},
        {"weights": odd},
        {"weights": [[[0, 0], 1.0]]},
        {"weights": [[[0, False], 1]]},
        {"weights": [[[0, 0], "1"]]},
        {"weights": [[[0, 0], 1, 1]]},
        {"weights": {"0": 1}},
        {"pieces": [[1, 1]]},
        {"text": "trust me"},
        {"kind": "search"},
    ):
        reason_file(path, puzzle, **changes)
        assert "expected a certificate" in run.refused("check", "dominoes*@2x6", "--proof", path), changes
    assert check_proof(puzzle, reason_file(path, puzzle, weights=fine)).text == "the weights of board and pieces agree"


def test_reasons_are_bounded_by_the_puzzle(tmp_path: Path) -> None:
    puzzle, path = Packing.parse("dominoes*@2x3"), tmp_path / "r"
    cells = [[[r, c], (r + c) % 2] for r in range(2) for c in range(3)]
    for changes, words in (
        ({"weights": [*cells, [[0, 0], 1]]}, "more weights than cells"),
        ({"weights": [*cells[:5], [[0, 0], 1]]}, "a cell or piece has two weights"),
        ({"weights": [[[5, 5], 1]]}, "not on the board"),
        ({"weights": [[[0, 0, 0], 1]]}, "not on the board"),
        ({"pieces": [["Q", 1]]}, "a piece that the puzzle does not have"),
        ({"modulus": None}, "no modulus"),
        ({"weights": cells}, "covers another weight than 0"),
        ({"weights": cells, "pieces": [[puzzle.pieces[0].name, 1]]}, "number of its copies is not fixed"),
        ({"kind": "area"}, "the pieces can cover 6 cells"),
        ({"kind": "region", "atoms": [[0, 0]]}, "not apart"),
        ({"kind": "region", "atoms": [[7, 7]]}, "not on the board"),
    ):
        checked = check_proof(puzzle, reason_file(path, puzzle, **changes))
        assert checked.good is False and words in checked.text


def test_weights_count_modulo_the_modulus(tmp_path: Path) -> None:
    puzzle = Packing.parse("tetrominoes:T*@6x6")
    found = verdict(puzzle, proof=tmp_path / "r")
    assert found.reason is not None and found.reason.modulus
    head = json.loads((tmp_path / "r").read_text())
    told = head["reason"]
    assert all(0 <= weight < told["modulus"] for _, weight in told["weights"])
    told["weights"] = [[atom, weight - 3 * told["modulus"]] for atom, weight in told["weights"]]
    (tmp_path / "r").write_text(json.dumps(head))
    assert check_proof(puzzle, tmp_path / "r").good is True


def test_reasons_take_pins_off_the_board_first(tmp_path: Path) -> None:
    bar = Piece.parse("###", "I", copies=(2, 2))
    pinned = Packing(Board.of_size("2x3"), (bar,), (Pin("I", ((0, 0), (0, 1), (0, 2))),) * 2)
    assert pinned.checkers.reason_fault(Reason("area", "")) == "the pieces can cover 3 cells of the board"
    assert verdict(pinned, proof=tmp_path / "one").verdict == "unique"
    twins = (Piece.parse("##", "A", copies=(0, 1)), Piece.parse("##", "B"))
    apart = Packing(Board.parse("##.#"), twins, (Pin("A", ((0, 0), (0, 1))),))
    found = verdict(apart, proof=tmp_path / "none")
    assert (found.verdict, found.proof) == ("impossible", "checked")


def test_areas_of_large_boards_are_counted_at_once(tmp_path: Path) -> None:
    puzzle = Packing.parse("tetrominoes*@300x300")
    assert check_proof(puzzle, reason_file(tmp_path / "r", puzzle, kind="area")).text.startswith("the pieces can cover")
    odd = Packing.parse("tetrominoes*@301x301")
    assert check_proof(odd, reason_file(tmp_path / "r", odd, kind="area")).good is True


def test_positions_are_tried_once_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Packing.parse("tetrominoes*@1x600")
    tried = []
    shift = Lattice.shift
    monkeypatch.setattr(Lattice, "shift", lambda *words: tried.append(1) or shift(*words))  # type: ignore[func-returns-value]
    assert puzzle.checkers.reason_fault(Reason("invariant", "", modulus=2)) == "the weights of board and pieces agree"
    assert len(tried) <= 600 * 19 + 100


def test_checks_obey_the_limit(run: CommandLine, tmp_path: Path) -> None:
    reason_file(tmp_path / "r", Packing.parse("tetrominoes*@1x600"))
    ran = run("check", "tetrominoes*@1x600", "--proof", tmp_path / "r", "--limit", "0")
    assert ran.code == 3 and ran.out.startswith("unchecked")
    verdict(Packing.parse("LNP@3x5"), proof=tmp_path / "none")
    certify_count(Packing.parse("FNPUV@5x5"), tmp_path / "all")
    for puzzle, name in (("LNP@3x5", "none"), ("FNPUV@5x5", "all")):
        assert run("check", puzzle, "--proof", tmp_path / name, "--limit", "0").code == 3


def test_counts_are_whole_numbers_and_keys_are_those_of_the_schema(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "all"
    certify_count(Packing.parse("FNPUV@5x5"), path)
    first, _, rest = path.read_text().partition("\n")
    for old, new in (
        ('"count": 16', '"count": 16.0'),
        ('"count": 16', '"count": "16"'),
        ('"count": 16', '"count": 1e1'),
        ('"tilewright": 1', '"tilewrong": 1'),
        ('"tilewright": 1', '"tilewright": 1.0'),
        ('"tilewright": 1', '"tilewright": true'),
        ('"tilewright": 1', '"tilewright": 2'),
        ('"tilewright": 1', '"tilewright": 1, "more": 1'),
        ('"certificate": "tilings"', '"certificate": "trust"'),
        ('"certificate": "tilings"', '"certificate": "reason"'),
        ('"puzzle": ', '"puzzle": 1, "puzzles": '),
    ):
        assert old in first
        path.write_text(first.replace(old, new) + "\n" + rest)
        assert "expected" in run.refused("check", "FNPUV@5x5", "--proof", path), new


def test_a_tiling_in_another_order_is_no_second_tiling(tmp_path: Path) -> None:
    import hashlib

    puzzle, path = Packing.parse("FNPUV@5x5"), tmp_path / "all"
    certify_count(puzzle, path)
    first, *lines = path.read_text().splitlines()
    lines[-1] = " ".join(reversed(lines[0].split()))
    body = "".join(f"{line}\n" for line in sorted(lines))
    head = json.loads(first) | {"sha256": hashlib.sha256(body.encode()).hexdigest()}
    path.write_text(json.dumps(head) + "\n" + body)
    assert "not sorted" in check_proof(puzzle, path).text


def test_files_that_are_no_certificates_take_one_line(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "x"
    for content in (b"[" * 200_000, b'{"a":' * 200_000, b'{"certificate":"reason","reason":' + b"[" * 200_000):
        path.write_bytes(content)
        assert len(run.refused("check", "FNPUV@5x5", "--proof", path)) < 500
    for content in (
        b"",
        b"\xff\xfe",
        b"\0" * 1000,
        b"{}",
        b"p cnf 1 1\n1 0\n",
        b"c tilewright 1 refutation\n",
        b"1" * 10**6,
    ):
        path.write_bytes(content)
        run.refused("check", "FNPUV@5x5", "--proof", path)
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)  # sparse: takes no room
    assert f"expected at most {MOST_BYTES:,}" in run.refused("check", "FNPUV@5x5", "--proof", path)
    os.mkfifo(tmp_path / "fifo")
    for odd in ("/dev/zero", "/dev/stdin", tmp_path / "fifo", tmp_path):
        assert "expected" in run.refused("check", "FNPUV@5x5", "--proof", odd) or odd == tmp_path
    run.refused("check", "FNPUV@5x5", "--proof", tmp_path / "nowhere")


def test_the_proof_beside_a_formula_is_read_with_the_same_care(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "none"
    verdict(Packing.parse("LNP@3x5"), proof=path)
    proof_path(path).unlink()
    proof_path(path).symlink_to("/dev/zero")
    assert "regular file" in run.refused("check", "LNP@3x5", "--proof", path)
    proof_path(path).unlink()
    proof_path(path).write_bytes(b"\xff 0\n")
    assert "not ASCII" in run("check", "LNP@3x5", "--proof", path).out


@pytest.mark.parametrize("name", ["Ä", "牌", "%", "🁡", "a%20"])
def test_names_of_all_scripts_have_proofs(name: str, run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    pieces = (Piece.parse("##", name, copies=(2, 2)), Piece.parse("###\n.#.", "T"))
    puzzle = Packing(Board.of_size("2x4"), pieces)
    found = verdict(puzzle, proof=path)
    assert found.proof == "checked" and path.read_bytes().isascii()
    assert check_proof(puzzle, path).good is True
    unique = Packing(Board.of_size("1x4"), (Piece.parse("##", name, copies=(2, 2)),))
    assert verdict(unique, proof=path).proof == "checked" and path.read_bytes().isascii()
    assert check_proof(unique, path).claim == "unique"
    counted, state = certify_count(unique, path)
    assert (counted.value, state, path.read_bytes().isascii()) == (1, "checked", True)
    odd = Packing(Board.of_size("2x3"), (Piece.parse("##\n.#", name, copies=(0, None)), Piece.parse("##", name + "2")))
    assert verdict(odd, proof=path).proof == "checked"


def test_tokens_are_words_of_their_own() -> None:
    ids = ["Ä@0,0/0", "A@0,0/0", "%C3%84@0,0/0", "\ud800@0,0/0", "a b@0,0/0", "a%20b@0,0/0"]
    tokens = [escape_id(name) for name in ids]
    assert len(set(tokens)) == len(ids) and tokens[1] == ids[1]
    assert all(name.isascii() and name.isprintable() and len(name.split()) == 1 for name in tokens)


def test_a_proof_that_is_refused_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept"
    kept.write_text("before")
    monkeypatch.setattr(certificate, "check_certificate", lambda *_: ProofCheck(False, "", "for a test"))
    for notation in ("LNP@3x5", "tetrominoes*@5x5"):
        for path in (tmp_path / "new", kept):
            with pytest.raises(TilewrightError, match="refused: for a test"):
                verdict(Packing.parse(notation), proof=path)
    with pytest.raises(TilewrightError, match="refused: for a test"):
        certify_count(Packing.parse("FNPUV@5x5"), kept)
    assert [file.name for file in tmp_path.iterdir()] == ["kept"] and kept.read_text() == "before"


def test_proofs_are_written_as_other_files_are(run: CommandLine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "aim")
    (tmp_path / "half.drat").mkdir()  # the proof could not be written beside it
    for name in ("fifo", "link", "half"):
        run.refused("verdict", "LNP@3x5", "--proof", tmp_path / name)
    run.refused("count", "FNPUV@5x5", "--proof", tmp_path / "link")
    assert {file.name for file in tmp_path.iterdir()} == {"fifo", "link", "half.drat"}


def test_proofs_of_the_solver_need_no_more_than_unit_propagation() -> None:
    """Also where variables are eliminated, which CaDiCaL does after some hundred conflicts."""
    posed = statement(Packing.parse("LPNUV@5x5").compile().cover, [])
    proof = refute(posed, Deadline())
    assert proof is not None and len(proof) > 1000
    assert proof_check.check(posed.cnf.variables, posed.cnf.clauses(), proof).answer == "accepted"


def test_a_reason_is_one_line_of_json() -> None:
    puzzle = Packing.parse("tetrominoes*@5x5")
    made = reason_certificate(puzzle, Reason("area", "some words"))
    assert made.content.count("\n") == 1 and "some words" not in made.content and made.proof is None


def test_drat_trim_is_given_its_files_before_its_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the real program wants it: whatever comes first is taken for the formula."""
    program = tmp_path / "drat-trim"
    program.write_text('#!/bin/sh\n[ -f "$1" ] && [ -f "$2" ] && [ "$3" = -t ] && echo "s VERIFIED"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert dict(proof_check.opinions("p cnf 1 2\n1 0\n-1 0\n", "0\n"))["drat-trim"] == "verified"
