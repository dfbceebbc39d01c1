"""Certificates of counts of covers without a board: honest ones pass in any order of the items, whatever is altered is refused."""

from __future__ import annotations

import json
import random
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.colors import brute_solutions, random_colored_cover
from tests.helpers.count_states import lines_of
from tests.helpers.generate import random_cover
from tests.helpers.listing import all_solutions
from tilewright.api.certificate import certify_cover, check_cover_certificate
from tilewright.errors import LimitError, NotationError, OutOfTimeError
from tilewright.exact_cover.frontier_count import cover_digest
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.explain import count_states
from tilewright.explain.checkers import cover_count_fault
from tilewright.explain.count_states import CountStates, narrow_order
from tilewright.formats import dlx
from tilewright.loader import load

CROSSING = "a 1:2|b c | x y\na x:A\na x:B y\nb x:A y:1\nb x:B\nb c\nc y:1\nc\n"


def fault(cover: ExactCover, value: int, order: list[int], states: CountStates) -> str | None:
    return cover_count_fault(cover, value, order, BytesIO(lines_of(states)))


def check_cover(cover: ExactCover, expected: int, seed: int) -> None:
    mixed = list(range(len(cover.lo)))
    random.Random(seed).shuffle(mixed)
    for order in (narrow_order(cover), mixed):
        states = CountStates(cover, order)
        assert states.value == expected, seed
        assert fault(cover, expected, order, states) is None, seed
        assert fault(cover, expected + 1, order, states) is not None, seed


def check_seeds(seeds: range) -> None:
    for seed in seeds:
        colored, other = random_colored_cover(seed, 9), random_cover(seed)
        check_cover(colored, len(brute_solutions(colored)), seed)
        if other.validate() is None:
            check_cover(other, len(all_solutions(other)), seed)


def test_counts_of_random_covers() -> None:
    check_seeds(range(100))


@pytest.mark.full
def test_counts_of_many_random_covers() -> None:
    check_seeds(range(1000, 6000))


class OneLie(CountStates):
    """Everything is added up rightly, from one number that is not."""

    def __init__(self, cover: ExactCover, order: list[int], place: int, kept: int, covered: int) -> None:
        self.lie = (place, kept, covered)
        super().__init__(cover, order)

    def _add(self, place: int, kept: int, states: dict[int, int]) -> None:
        super()._add(place, kept, states)
        if (place, kept) == self.lie[:2]:
            states[self.lie[2]] += 1


@pytest.mark.parametrize("seed", range(10))
def test_one_number_that_is_wrong_is_found_wherever_it_stands(seed: int) -> None:
    cover = random_colored_cover(seed, 9)
    order = narrow_order(cover)
    for place, layer in enumerate(CountStates(cover, order).layers):
        for kept, covered in ((kept, covered) for kept, states in layer.items() for covered in states):
            lying = OneLie(cover, order, place, kept, covered)
            assert fault(cover, lying.value, order, lying) is not None


def certificate(cover: ExactCover, folder: Path) -> tuple[dict[str, Any], list[str]]:
    certify_cover(cover, CountStates(cover, narrow_order(cover)).value, folder / "proof", Deadline())
    head, *lines = (folder / "proof").read_text().splitlines()
    return json.loads(head), lines


def refused(cover: ExactCover, head: dict[str, Any], lines: list[str]) -> str:
    checked = check_cover_certificate(cover, "\n".join([json.dumps(head), *lines, ""]).encode(), Deadline())
    assert checked.good is False
    return checked.text


def test_what_is_altered_is_refused(tmp_path: Path) -> None:
    cover = dlx.parse(CROSSING)
    head, lines = certificate(cover, tmp_path)
    assert "expected 9" in refused(cover, {**head, "count": "9"}, lines)
    other = dlx.parse(CROSSING.replace("a x:B y", "a x:A y"))
    assert refused(other, head, lines) == "it is of another cover"
    assert refused(other, {**head, "puzzle": cover_digest(other)}, lines)
    for order in ([0, 1, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 5]):
        assert "every item" in refused(cover, {**head, "order": order}, lines)
    assert refused(cover, {**head, "order": [*reversed(head["order"])]}, lines)
    states = [number for number, line in enumerate(lines) if line[0] != "@"]
    for number in states:
        assert refused(cover, head, lines[:number] + lines[number + 1 :])
    for number in states[:-1]:  # not before it is needed
        later = lines[:number] + lines[number + 1 :] + lines[number : number + 1]
        assert refused(cover, head, later)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "@99",
        "@-1",
        "@0 9",
        "@0 0:0",
        "@0 0:99",
        "@0 0 0",
        "@0 0:A",
        "0 1 ",
        "x",
        "0 1\n0 2",
        "01",
        "0 -1",
        "0 = 1",
        "1 0",
        "fffffffff 0",
    ],
)
def test_strange_lines_are_refused(line: str, tmp_path: Path) -> None:
    cover = dlx.parse(CROSSING)
    head, lines = certificate(cover, tmp_path)
    assert refused(cover, head, [*lines, line])
    assert refused(cover, head, [line, *lines])


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = dlx.parse(CROSSING)
    order = narrow_order(cover)
    with pytest.raises(LimitError, match="more than 1 states"):
        CountStates(cover, order, most=1)
    with pytest.raises(OutOfTimeError):
        CountStates(cover, order, Deadline(Limit(seconds=0)))
    monkeypatch.setattr(count_states, "MOST_BITS", 5)
    with pytest.raises(LimitError, match="options cover more than 5 bits"):
        CountStates(cover, order)
    monkeypatch.setattr(count_states, "MOST_BITS", 2000)
    dominoes = load("dominoes*@8x8").compile().cover
    with pytest.raises(LimitError, match="states cover more than 2,000 bits"):
        CountStates(dominoes, narrow_order(dominoes))


def test_a_choice_of_any_of_many_options_is_one_state_for_each_number() -> None:
    many = dlx.parse("0:40|a\n" + "a\n" * 40)
    states = CountStates(many, [0])
    assert states.value == 2**40 and states.states < 1000
    assert fault(many, 2**40, [0], states) is None


def test_certificates_in_the_first_format_are_refused_with_what_to_do() -> None:
    cover = dlx.parse(CROSSING)
    for kind, fields in (("cover-states", {"cover": cover_digest(cover), "order": []}), ("states", {"axes": [0, 1]})):
        head = json.dumps({"tilewright": 1, "certificate": kind, "puzzle": "", "count": "7", **fields})
        with pytest.raises(NotationError, match="expected version 2"):
            check_cover_certificate(cover, f"{head}\n@0\n= 7\n".encode(), Deadline())


def test_command_line(run: CommandLine, tmp_path: Path) -> None:
    file, proof = tmp_path / "cover.dlx", tmp_path / "proof"
    file.write_text(CROSSING)
    assert "expected --count" in run.refused("cover", file, "--proof", proof)
    assert "expected no --count" in run.refused("cover", file, "--count", "--check", proof)
    told = run("cover", file, "--count", "--proof", proof)
    assert (told.code, told.out, told.err) == (0, "7\n", f"proof checked: {proof}\n")
    assert run("cover", file, "--check", proof).out.startswith("valid: count 7")
    assert json.loads(run("cover", file, "--check", proof, "--json").out)["valid"] is True
    assert "expected another name" in run.refused("cover", file, "--count", "--proof", file)
    proof.write_text(proof.read_text().replace('"count": "7"', '"count": "8"'))
    told = run("cover", file, "--check", proof)
    assert told.code == 1 and told.out.startswith("invalid: count 8")
    assert "expected a certificate" in run.refused("cover", file, "--check", file)
    assert run.refused("cover", file, "--check", file.parent).count(str(file.parent)) == 1  # named once
    told = run("cover", file, "--check", proof, "--limit", "0")
    assert told.code == 3 and told.out.startswith("unchecked")
    none = tmp_path / "none"
    told = run("cover", file, "--count", "--limit", "0", "--proof", none)
    assert told.code == 3 and "no proof written" in told.err and not none.exists()
