"""Count certificates where tiles share edges by labels: honest ones pass, whatever is altered is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.count_states import BoardStates, OneLie, fault, lines_of
from tests.helpers.edge_puzzles import TORI, random_edges
from tests.helpers.tiers import quick
from tilewright.errors import NotationError
from tilewright.kinds import EdgeMatching
from tilewright.loader import load

LATTICES = ("square", "triangular", "hexagonal", "square~3", "square~4", "triangular~3", "hexagonal~3")


def check_seeds(seeds: range, lattices: tuple[str, ...] = LATTICES) -> None:
    for seed in seeds:
        brute = random_edges(random.Random(seed), lattices[seed % len(lattices)])
        states = BoardStates(brute.puzzle.compile())
        assert states.value == len(brute.tilings), seed
        assert fault(brute.puzzle, states.value, states.axes, lines_of(states)) is None, seed
        assert fault(brute.puzzle, states.value + 1, states.axes, lines_of(states)) is not None, seed


def test_counts_of_random_puzzles_against_brute_force() -> None:
    check_seeds(range(21))


def test_writer_and_checker_number_labels_alike() -> None:
    """Two labels that begin and end with the same tiles, the border's one of them: only their numbers tell them apart."""
    for seed in (100, 240, 343):
        check_seeds(range(seed, seed + 1))


@pytest.mark.parametrize("seed", quick(range(len(TORI)), 1))
def test_counts_on_random_tori_against_brute_force(seed: int) -> None:
    check_seeds(range(seed, seed + 1), TORI)


@pytest.mark.full
@pytest.mark.parametrize("start", range(100, 130, 6))  # the brute force takes seconds for some
def test_counts_on_many_random_tori_against_brute_force(start: int) -> None:
    check_seeds(range(start, start + 6), TORI)


@pytest.mark.full
def test_counts_of_many_random_puzzles_against_brute_force() -> None:
    check_seeds(range(100, 500))


@pytest.mark.parametrize("text", ["macmahon2@2x3", "wang2*@2x2 border=uniform", "hexagons2*@1x3 border=uniform"])
def test_one_number_that_is_wrong_is_found_wherever_it_stands(text: str) -> None:
    puzzle = load(text)
    honest = BoardStates(puzzle.compile())
    every = [(p, left, c) for p, layer in enumerate(honest.layers) for left, cs in layer.items() for c in cs]
    assert len(every) > 8
    for place, left, covered in random.Random(1).sample(every, min(25, len(every))):
        for by in (1, -honest.layers[place][left][covered]):
            lying = OneLie(puzzle, place, left, covered, by)
            if by:
                assert (fault(puzzle, lying.value, lying.axes, lines_of(lying)) or "").startswith("line ")


def test_altered_lines_are_refused() -> None:
    """A label altered (another place covered), a state left out, one twice, two numbers exchanged."""
    puzzle = load("macmahon2@2x3")
    states = BoardStates(puzzle.compile())
    lines = lines_of(states).decode().splitlines()
    rng = random.Random(2)
    for number in rng.sample([number for number, line in enumerate(lines) if line[0] != "@"], 40):
        covered, value = lines[number].split()
        altered = [*lines]
        altered[number] = f"{int(covered, 16) ^ 1 << rng.randrange(1, 6):x} {value}"
        assert fault(puzzle, states.value, states.axes, "".join(f"{line}\n" for line in altered).encode()) is not None
        del altered[number]
        assert fault(puzzle, states.value, states.axes, "".join(f"{line}\n" for line in altered).encode()) is not None


def near(puzzle: EdgeMatching) -> Iterator[EdgeMatching]:
    """Puzzles with one label, one edge or one rule changed."""
    first, *rest = puzzle.tiles
    for place, label in ((place, label) for place in range(len(first.labels)) for label in puzzle.labels_used):
        changed = (*first.labels[:place], label, *first.labels[place + 1 :])
        yield replace(puzzle, tiles=(replace(first, labels=changed), *rest))
    for border in ("free", "uniform", *puzzle.labels_used):
        yield replace(puzzle, border=border)
    yield replace(puzzle, match="partner" if puzzle.match == "same" else "same")


def test_the_certificate_of_another_puzzle_proves_nothing() -> None:
    others = 0
    for seed in range(40):
        brute = random_edges(random.Random(seed), LATTICES[seed % 3])
        if brute.puzzle.pinned:
            continue
        for other in near(brute.puzzle):
            try:
                states = BoardStates(other.compile())
            except NotationError:
                continue
            if states.value != len(brute.tilings):
                assert fault(brute.puzzle, states.value, states.axes, lines_of(states)) is not None, seed
                others += 1
    assert others > 60


def test_commands(run: CommandLine, tmp_path: Path) -> None:
    """A count far beyond listing has a certificate that takes a moment to check."""
    proof = tmp_path / "wang.txt"
    assert run("count", "wang2*@4x6", "--proof", proof).out == f"{2**58}\n"
    assert run("check", "wang2*@4x6", "--proof", proof).out.startswith(f"valid: count {2**58}")
    assert run("check", "wang2*@4x6 border=a", "--proof", proof).code == 1
    text = proof.read_text()
    proof.write_text(text.replace(str(2**58), str(2**58 + 1)))
    assert run("check", "wang2*@4x6", "--proof", proof).code == 1
