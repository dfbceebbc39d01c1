"""What `tools.check_layer` says of files that are missing, cut or changed; no program to compile."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import check_layer
from tools.check_layer import checksums, next_layer, read_dlx

PRIMES = [2**62 - 57, 2**62 - 87]
DLX = "a b c d e f\na b\nc d\ne f\na c\nc e\nb d\nd f\n"  # dominoes on 3 x 2
ITEM = 2


def files() -> tuple[str, str]:
    """The certificate, all of it from the start, and layer 2."""
    cover = read_dlx(DLX)
    layer = {frozenset[int](): [1, 1]}
    lines, text = [], ""
    for item in range(cover.items + 1):
        lines.append(" ".join(map(str, ["start", item, *checksums(cover, layer, item, PRIMES)])))
        if item == ITEM:
            words = {sum(1 << (place - item) for place in state): residues for state, residues in layer.items()}
            text = "".join(f"{word:x} {residues[0]} {residues[1]}\n" for word, residues in words.items())
        if item < cover.items:
            layer = next_layer(cover, layer, item, PRIMES)
    assert layer == {frozenset(): [3, 3]}
    return "\n".join([*lines, *(f"count 3 {prime}" for prime in PRIMES)]) + "\n", text


def ran(
    folder: Path, monkeypatch: pytest.MonkeyPatch, certificate: str, layer: str, dlx: str = DLX, item: int = ITEM
) -> int:
    for name, text in (("cover", dlx), ("certificate", certificate), ("layer", layer)):
        (folder / name).write_text(text)
    words = [str(folder / name) for name in ("cover", "certificate", "layer")]
    monkeypatch.setattr(sys, "argv", ["check_layer", *words, str(item)])
    return check_layer.main()


def test_a_layer_that_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ran(tmp_path, monkeypatch, *files()) == 0


def test_what_differs_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    certificate, layer = files()
    one_less = "".join(layer.splitlines(keepends=True)[1:])
    states = len(layer.splitlines())
    assert ran(tmp_path, monkeypatch, certificate, one_less) == 1
    assert capsys.readouterr().out == f"layer 2 is another one: {states - 1} states, {states} in the certificate\n"
    assert ran(tmp_path, monkeypatch, certificate, layer.replace(" 1\n", " 2\n", 1)) == 1
    said = capsys.readouterr().out
    assert f"layer 2 is another one: as many states, {states}, but modulo {PRIMES[1]} the checksum is" in said
    assert ran(tmp_path, monkeypatch, certificate, layer, DLX + "a d\n") == 1
    assert "layer 2 does not lead to layer 3: " in capsys.readouterr().out
    assert ran(tmp_path, monkeypatch, certificate, layer, item=9) == 1
    said = capsys.readouterr().out
    assert "layer 9" in said and "0 to 6" in said


def test_a_certificate_that_was_cut_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    certificate, layer = files()
    for cut in range(len(certificate)):
        code = ran(tmp_path, monkeypatch, certificate[:cut], layer)
        said = capsys.readouterr()
        assert code == 2 and said.out == "" and len(said.err.splitlines()) == 1
        assert said.err.startswith("check_layer: the certificate")


@pytest.mark.parametrize(
    ("certificate", "layer", "dlx"),
    [
        ("start 1 x\n", "", DLX),
        ("count 3 0\n", "", DLX),
        ("\n", "", DLX),
        ("", "0 1\n", DLX),
        ("", "-1 1 1\n", DLX),
        ("", "0 1 " + "9" * 5000, DLX),
        ("", "", ""),
        ("", "", "a b | c\na b\n"),
        ("", "", "a b\na z\n"),
    ],
)
def test_malformed_files_are_one_line(
    certificate: str,
    layer: str,
    dlx: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    good, states = files()
    assert ran(tmp_path, monkeypatch, certificate or good, layer or states, dlx) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_missing_file_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["check_layer", *[str(tmp_path / "nowhere")] * 3, "1"])
    assert check_layer.main() == 2
    assert capsys.readouterr().err == f"check_layer: {tmp_path}/nowhere: No such file or directory\n"
