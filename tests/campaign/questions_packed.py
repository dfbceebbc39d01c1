"""Questions to puzzles of pieces and cells alone, asked of the library."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.campaign.cases import Wrong, expect
from tests.campaign.images import image_of
from tests.campaign.packed import PackedCase
from tests.campaign.puzzles import Packed
from tests.campaign.questions import question
from tests.campaign.questions_puzzles import asked, draw_engine
from tests.campaign.truth import Truth
from tests.campaign.writing import build
from tilewright.cover.outcome import UP_TO
from tilewright.errors import NotationError

KIND = "packing"


@question(KIND, share=0.35)
def count_up_to(case: PackedCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.25
    up_to = case.rng.choice(UP_TO[1:])
    case.records.words["--up-to", up_to] += 1
    least, most = case.truth.orbits(up_to != "rotations", labelled)
    found = asked(engine, lambda: case.tw.count(case.made, engine=engine, labelled=labelled, up_to=up_to))
    if found is not None and not least <= found.value <= most:
        raise Wrong(
            f"count up to {up_to} by {engine}, labelled {labelled}: {found.value}, but {least} to {most} is right"
        )


@question(KIND, share=0.25)
def unique_up_to(case: PackedCase) -> None:
    found = case.tw.verdict(case.made)
    if found.verdict != "several":
        return
    word = found.unique_up_to
    for mirrors, group in ((False, "rotations"), (True, "symmetries")):
        least, most = case.truth.orbits(mirrors, labelled=False)
        is_said = word is not None and (mirrors or word == "rotations")
        if (is_said and least > 1) or (not is_said and most == 1):
            raise Wrong(f"unique up to {word}: there are {least} to {most} tilings up to {group}")


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
