"""Every member of random families counted with the others, by itself, and by brute force that knows only cells and shapes.

The families have groups that share cells, names that differ by capitals alone, pins, optional cells, paint, copies with
bounds, equal pieces, sentences of every form and functions, on every lattice and on cylinders and tori. The fast tier takes
some seeds, the full tier 4,000.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tests.helpers.families import MemberRules, PosedFamily, random_family
from tilewright.api import family as families
from tilewright.formats.tables import dump_toml
from tilewright.kinds import Packing
from tilewright.puzzle.board import write_cells

FAST, BLOCK, BLOCKS = 80, 200, 20


def agree(seed: int) -> None:
    posed, rng = random_family(seed), random.Random(seed)
    family = posed.family
    members, rules = list(family.members()), posed.members
    if any(each.is_contradictory or not each.there for each in rules.values()):
        refused_alike(posed)
        return
    totals = tw.count_family(family)
    assert list(totals) == members
    assert totals == {names: len(each.tilings) for names, each in rules.items()}, seed
    some = rng.sample(members, min(3, len(members)))
    assert tw.count_family(family, [names[::-1] for names in some]) == {names[::-1]: totals[names] for names in some}
    for names in some:
        alone(rng, posed, names, rules[names])
    found = families.count_members(family)
    assert (sum(found.values), found.summary["total"]) == (sum(totals.values()),) * 2


def alone(rng: random.Random, posed: PosedFamily, names: tuple[str, ...], rules: MemberRules) -> None:
    """One member as a puzzle of its own, written and read back where that can be."""
    member = posed.family.with_open_cells(names)
    assert len(member.board.atoms) == len(rules.must)
    if not any(each.is_predicate for each in member.constraints):
        again = tw.loads(tw.dumps(member))
        assert again == member and again.digest == member.digest
        assert isinstance(again, Packing)
        member = again
    engine = rng.choice(["auto", "reference"])
    assert tw.count(member, engine=engine).value == len(rules.tilings), (names, member)
    assert tw.count(member, labelled=True, engine=engine).value == len(rules.labelled_tilings), (names, member)
    if not rules.sentences:
        expected = rules.orbits(rules.labelled_tilings)
        found = [tw.count(member, up_to=up_to).value for up_to in ("rotations", "symmetries")]  # type: ignore[arg-type]
        assert tuple(found) == expected, (names, member)
    else:
        for up_to in ("rotations", "symmetries"):
            plain = tw.count(member, up_to=up_to, engine="reference").value  # type: ignore[arg-type]
            assert tw.count(member, up_to=up_to).value == plain, (names, member)  # type: ignore[arg-type]


def refused_alike(posed: PosedFamily) -> None:
    """Where a pin or a sentence needs what a member leaves open, the member is refused by itself and with the others."""
    with pytest.raises(tw.NotationError):
        tw.count_family(posed.family)
    for names, each in posed.members.items():
        if each.is_contradictory or not each.there:
            with pytest.raises(tw.NotationError):
                posed.family.with_open_cells(names)
        else:
            assert tw.count_family(posed.family, [names])[names] == len(each.tilings)


@pytest.fixture(autouse=True)
def sweep_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small families be swept, too."""
    monkeypatch.setattr(families, "FEW", 0)


@pytest.mark.parametrize("start", range(0, FAST, 20))
def test_families_agree_with_brute_force(start: int) -> None:
    for seed in range(start, start + 20):
        agree(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_thousands_of_families_agree_with_brute_force(block: int) -> None:
    for seed in range(10_000 + block * BLOCK, 10_000 + (block + 1) * BLOCK):
        agree(seed)


def as_file(posed: PosedFamily) -> str:
    """The family as TOML, but for constraints that are functions; its first member is `open`."""
    family, puzzle = posed.family, posed.family.puzzle
    named = [f"{json.dumps(name)} = {json.dumps(write_cells(puzzle.grid, atoms))}" for name, atoms in family.names]
    choices = {"groups": family.groups, "excluded": family.excluded, "open": next(family.members())}
    keys = [f"{key} = {json.dumps(value)}" for key, value in choices.items()]
    return "\n".join([*keys, dump_toml(puzzle), "[named]", *named])


def agree_by_command_line(seed: int, run: CommandLine) -> None:
    posed = random_family(seed)
    family, members = posed.family, posed.members
    if any(any(each.function) for each in posed.sentences):
        return
    path = Path("family.toml")
    path.write_text(as_file(posed))
    assert tw.load_family(str(path)) == family
    for names, rules in list(members.items())[:3]:
        if rules.is_contradictory or not rules.there:
            assert run.refused("count", path, "--open", ",".join(names))
            assert run.refused("design", "family", path, "--list")
            return
        ran = run("count", path, "--open", ",".join(names))
        assert (ran.code, ran.out) == (int(not rules.tilings), f"{len(rules.tilings)}\n")
    if any(each.is_contradictory or not each.there for each in members.values()):
        return
    first = next(iter(members))
    assert tw.load(str(path)) == family.with_open_cells(first)
    assert run("design", "family", path, "--json").json["counts"] == {
        ",".join(names): len(each.tilings) for names, each in members.items()
    }
    listed = run("design", "family", path, "--list").out.splitlines()[: len(members)]
    assert listed == [f"{','.join(names)}  {len(each.tilings)}" for names, each in members.items()]


@pytest.mark.parametrize("start", range(0, FAST, 40))
def test_families_agree_on_the_command_line(start: int, run: CommandLine) -> None:
    for seed in range(start, start + 40):
        agree_by_command_line(seed, run)


@pytest.mark.full
def test_hundreds_of_families_agree_on_the_command_line(run: CommandLine) -> None:
    for seed in range(10_000, 10_000 + 2 * BLOCK):
        agree_by_command_line(seed, run)
