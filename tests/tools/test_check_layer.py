"""A count by layers: both directions meet in the count, any layer can be redone alone, and a false one is found."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tilewright import count, load
from tilewright.formats.model import export
from tools.check_layer import check, check_all
from tools.series.extend import build

pytestmark = pytest.mark.full  # compiling takes ten seconds


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """merge_cover, compiled."""
    return build(tmp_path_factory.mktemp("program"))


def said(program: Path, file: Path, *words: str) -> str:
    """What merge_cover prints with two primes."""
    command = [str(program), str(file), "backwards", "2", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("notation", ["dominoes*@4x5", "trominoes*@3x4", "tetrominoes*@8x9"])
def test_both_directions_meet_in_the_count(notation: str, program: Path, tmp_path: Path) -> None:
    dlx = tmp_path / "cover.dlx"
    dlx.write_text(export(load(notation), "dlx"))
    lines = said(program, dlx, "meet").splitlines()
    assert [line.split()[1] for line in lines if line.startswith("count")] == [str(count(load(notation)).value)] * 2


def test_any_layer_is_redone_and_a_false_one_is_found(program: Path, tmp_path: Path) -> None:
    dlx = tmp_path / "cover.dlx"
    dlx.write_text(export(load("trominoes*@4x6"), "dlx"))
    certificate = said(program, dlx, "meet")
    for item in range(12):
        layer = said(program, dlx, "layer", str(item))
        assert check(dlx.read_text(), certificate, layer, item) == ""
    lines = certificate.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("start 8 "))
    false = "\n".join(
        [*lines[:place], lines[place][:-1] + str((int(lines[place][-1]) + 1) % 10), *lines[place + 1 :], ""]
    )
    assert "does not lead" in check(dlx.read_text(), false, said(program, dlx, "layer", "7"), 7)
    assert "another one" in check(dlx.read_text(), false, said(program, dlx, "layer", "8"), 8)


def test_layers_from_the_end_are_redone(program: Path, tmp_path: Path) -> None:
    dlx = tmp_path / "cover.dlx"
    dlx.write_text(export(load("trominoes*@4x6"), "dlx"))
    certificate = said(program, dlx, "meet")
    for item in range(13, 25):
        layer = said(program, dlx, "end", str(item))
        assert check(dlx.read_text(), certificate, layer, item, from_end=True) == ""
    layer = said(program, dlx, "end", "20")
    for line in (layer.splitlines()[0], layer.splitlines()[-1]):  # one state less
        assert "another one" in check(
            dlx.read_text(), certificate, layer.replace(line + "\n", "", 1), 20, from_end=True
        )


@pytest.mark.parametrize("notation", ["dominoes*@6x6", "trominoes*@4x6", "tetrominoes*@6x6"])
def test_a_second_program_makes_every_layer_anew(notation: str, program: Path, tmp_path: Path) -> None:
    dlx = tmp_path / "cover.dlx"
    dlx.write_text(export(load(notation), "dlx"))
    certificate = said(program, dlx, "meet")
    assert check_all(dlx.read_text(), certificate) == ""
    lines = certificate.splitlines()
    for number, line in enumerate(lines):
        words = line.split()
        place = 1 if words[0] == "count" else 2 + number % 3
        words[place] = str(int(words[place]) + 1)
        false = "\n".join([*lines[:number], " ".join(words), *lines[number + 1 :], ""])
        assert "another one" in check_all(dlx.read_text(), false)
        if words[0] != "count":  # without one the other lines are refused
            assert check_all(dlx.read_text(), "\n".join([*lines[:number], *lines[number + 1 :], ""]))
