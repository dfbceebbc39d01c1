"""Questions to puzzles of pieces and cells alone, asked of the library."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.campaign.cases import expect
from tests.campaign.images import image_of
from tests.campaign.packed import PackedCase
from tests.campaign.puzzles import Packed
from tests.campaign.questions import question
from tests.campaign.truth import Truth
from tests.campaign.writing import build
from tilewright.errors import NotationError

KIND = "packing"


@question(KIND, share=0.02)
def most_and_fewest(case: PackedCase) -> None:
    name = case.rng.choice(case.base.pieces).name
    numbers = [sum(each == name for each, _ in tiling) for tiling in case.truth.labelled]
    for ask, best in (("most", max(numbers, default=None)), ("fewest", min(numbers, default=None))):
        found = getattr(case.tw, ask)(case.made, name)
        expect(None if found.tiling is None else found.value, best, f"{ask} copies of {name}")
        if found.tiling is not None:
            case.expect_tiling(case.truth, found.tiling.placements, ask)


@question(KIND, share=0.02)
def largest_filling(case: PackedCase) -> None:
    parts = case.truth.parts
    right = max((len({a for _, cells in part for a in cells} & case.truth.must) for part in parts), default=None)
    found = case.tw.largest_filling(case.made)
    cells = None if right is None else right / (4 if case.base.lattice == "halfsquare" else 1)
    expect(None if found.tiling is None else found.value, cells, "largest filling")


def may_be_moved(drawn: Packed) -> bool:
    """Whether its image is a puzzle that can be written down without thought."""
    named = any(isinstance(piece.motion, tuple) for piece in drawn.pieces)
    return not (named or drawn.where or drawn.predicates)


@question(KIND, share=0.15, suits=may_be_moved)
def images(case: PackedCase) -> None:
    """The image of a puzzle under a motion has as many tilings."""
    moved = image_of(case.base, case.rng)
    if moved is not None:
        expect(case.tw.count(build(moved)).value, len(case.truth.tilings), f"count of the image {moved}")


@question(KIND, share=0.7, suits=lambda drawn: bool(drawn.groups) and not drawn.predicates)
def family(case: PackedCase) -> None:
    """Every member, counted in one sweep, alone, and by the command line."""
    truth = Truth(replace(case.drawn, partial=()))
    try:
        build(truth.puzzle)
    except NotationError:
        return
    path, members = case.write_family(), truth.members()
    read = case.tw.load_family(str(path))
    expect([*read.members()], members, "members")
    right = {names: len(truth.member(names).tilings) for names in members}
    expect(case.tw.count_family(read), right, "count_family")
    one: Any = case.rng.choice(members)
    expect(case.tw.count(read.with_open_cells(one)).value, right[one], f"count of the member {one}")
    chosen = case.rng.sample(members, case.rng.randint(1, len(members)))
    expect(case.tw.count_family(read, chosen), {names: right[names] for names in chosen}, "count_family of some")
    ran = case.run("count", path, "--open", ",".join(one))
    expect((ran.code, ran.out.strip()), (0 if right[one] else 1, str(right[one])), str(ran))
    if case.rng.random() < 0.3:
        ran = case.run("design", "family", path, "--list", "--json")
        listed = {tuple(names.split(",")): number for names, number in ran.json["counts"].items()}
        expect(listed, right, str(ran))
