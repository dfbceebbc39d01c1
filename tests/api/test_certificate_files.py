"""Certificates in the wrong place, or changed on their way: what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine


@pytest.mark.parametrize(
    ("command", "puzzle"), [("count", "FNPUV@5x5"), ("verdict", "FPV@3x5"), ("verdict", "dominoes*@3x3")]
)
def test_a_certificate(command: str, puzzle: str, run: CommandLine, tmp_path: Path) -> None:
    proof = tmp_path / "proof.cnf"
    run(command, puzzle, "--proof", proof)
    assert run("check", puzzle, "--proof", proof).code == 0
    assert run.refused("check", puzzle, proof).endswith(
        f"{proof} is a certificate: expected a solution, or `--proof {proof}`"
    )
    text = proof.read_bytes()
    proof.write_bytes(text.replace(b"\n", b"\r\n"))
    if b"\n" in text:
        assert "its lines end in CRLF: expected LF alone" in run.refused("check", puzzle, "--proof", proof)


def test_a_box_wants_pieces_of_cubes(run: CommandLine) -> None:
    said = run.refused("count", "dominoes*@2x2x2")
    assert "'2x2x2' is a box" in said and "dicubes" in said and "expected RxC" in said
    assert "is a box" not in run.refused("count", "dominoes*@2")
    assert run("count", "dicubes*@2x2x2").out == "9\n"
