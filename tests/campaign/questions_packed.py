"""Questions to puzzles of pieces and cells."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from dataclasses import replace
from typing import Any

from tests.campaign.cases import Wrong, expect, expect_in
from tests.campaign.packed import PackedCase
from tests.campaign.puzzles import Packed
from tests.campaign.questions import question
from tests.campaign.truth import Tiling, Truth
from tests.campaign.writing import build, placements_of, to_toml, write_table
from tilewright.cover.engine import engines
from tilewright.errors import EngineUnavailableError, LimitError, NotationError

KIND = "packing"
LIGHT = ("auto", "native", "frontier", "sweep", "race", "reference")
SOLVERS = ("sat", "sat", "cp", "mip", "z3")
PROGRAMS = ("glpk", "glpk-minisat", "sat-cells")


def is_file(drawn: Packed) -> bool:
    """Whether a file can hold it."""
    return not drawn.predicates


def draw_engine(case: Any) -> str:
    """An engine: mostly a fast one."""
    chosen = case.rng.random()
    return case.rng.choice(LIGHT if chosen < 0.9 else SOLVERS if chosen < 0.995 else PROGRAMS)


def asked(engine: str, ask: Any) -> Any:
    """The answer of an engine; None where it is not there or does not take such a puzzle."""
    try:
        return ask()
    except EngineUnavailableError:
        if engine in ("auto", "native", "reference"):
            raise
        return None
    except LimitError:
        if engine in ("auto", "native", "reference", "race"):
            raise
        return None


# Counting and listing.


@question(KIND, 0.8)
def count(case: PackedCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.3
    threads = case.rng.choice([1, 1, 1, 2])
    found = asked(engine, lambda: case.tw.count(case.made, engine=engine, labelled=labelled, threads=threads))
    if found is not None:
        right = len(case.truth.labelled if labelled else case.truth.tilings)
        expect((found.value, found.bound), (right, "exact"), f"count by {engine}, labelled {labelled}, {threads} threads")


@question(KIND, 0.35)
def count_up_to(case: PackedCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.25
    up_to = case.rng.choice(["rotations", "symmetries", "symmetries", "labels"])
    least, most = case.truth.orbits(up_to != "rotations", labelled)
    found = asked(engine, lambda: case.tw.count(case.made, engine=engine, labelled=labelled, up_to=up_to))
    if found is not None and not least <= found.value <= most:
        raise Wrong(f"count up to {up_to} by {engine}, labelled {labelled}: {found.value}, but {least} to {most} is right")


@question(KIND, 0.4)
def all_tilings(case: PackedCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.3
    how = {"engine": engine, "labelled": labelled, "threads": case.rng.choice([1, 1, 2])}
    ask = case.rng.choice([lambda: case.tw.solve(case.made, None, **how), lambda: [*case.tw.tilings(case.made, **how)]])
    found = asked(engine, ask)
    if found is not None:
        case.expect_tilings(case.truth, (each.placements for each in found), labelled, f"all tilings by {engine}")


@question(KIND, 0.3)
def some_tilings(case: PackedCase) -> None:
    number, engine = case.rng.randint(1, 4), draw_engine(case)
    found = asked(engine, lambda: case.tw.solve(case.made, number, engine=engine))
    if found is None:
        return
    right = len(case.truth.tilings)
    expect(len(found), min(number, right), f"{number} tilings by {engine}")
    expect(found.verdict, "solved" if right else "impossible", "verdict of solve")
    for tiling in found:
        case.expect_tiling(case.truth, tiling.placements, f"solve by {engine}")
        _is_checked(case, tiling)


def _is_checked(case: PackedCase, tiling: Any) -> None:
    expect([fault.text for fault in case.tw.faults(case.made, tiling.placements)], [], "faults of a tiling")


@question(KIND, 0.3, lambda drawn: bool(drawn.partial))
def started_tilings(case: PackedCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.3
    lying = case.lying
    try:
        found = asked(engine, lambda: case.tw.solve(case.made, None, engine=engine, labelled=labelled, partial=lying))
        pinned = case.made.with_placements(lying)
    except NotationError as error:
        if case.started.labelled:
            raise Wrong(f"what lies there is refused, though it has {len(case.started.labelled)} tilings: {error}") from None
        return
    if found is not None:
        case.expect_tilings(case.started, (each.placements for each in found), labelled, f"with what lies there, by {engine}")
    expect(case.tw.count(pinned).value, len(case.started.tilings), "count with what lies there as pins")


# Verdicts and certificates.


def word_of(truth: Truth) -> str:
    """The word of the verdict."""
    return {0: "impossible", 1: "unique"}.get(len(truth.tilings), "several")


@question(KIND, 0.5)
def verdict(case: PackedCase) -> None:
    engine = draw_engine(case)
    found = asked(engine, lambda: case.tw.verdict(case.made, engine=engine))
    if found is None:
        return
    expect(found.verdict, word_of(case.truth), f"verdict by {engine}")
    for tiling in found.tilings:
        case.expect_tiling(case.truth, tiling.placements, "verdict")
    expect(len({case.truth.alike(case.named(each.placements)) for each in found.tilings}), min(2, len(case.truth.tilings)), "tilings")
    if found.verdict == "several":
        _is_unique_up_to(case, found.unique_up_to)


def _is_unique_up_to(case: PackedCase, word: str | None) -> None:
    """One orbit, or several, by whichever reading of what belongs to a puzzle with sentences."""
    for mirrors, group in ((False, "rotations"), (True, "symmetries")):
        least, most = case.truth.orbits(mirrors, labelled=False)
        is_said = word is not None and (mirrors or word == "rotations")
        if (is_said and least > 1) or (not is_said and most == 1):
            raise Wrong(f"unique up to {word}: there are {least} to {most} tilings up to {group}")


@question(KIND, 0.12)
def proof(case: PackedCase) -> None:
    path = case.folder / "proof"
    found = case.tw.verdict(case.made, proof=path)
    expect(found.verdict, word_of(case.truth), "verdict with a proof")
    if found.verdict == "several":
        return
    expect(found.proof, "checked", "proof")
    checked = case.tw.check_proof(case.made, path)
    expect((checked.good, checked.claim), (True, found.verdict), "check of the proof")
    if is_file(case.base):
        ran = case.run("check", case.file, "--proof", path)
        expect(ran.code, 0, str(ran))


@question(KIND, 0.1, is_file)
def count_proof(case: PackedCase) -> None:
    ran = case.run("count", case.file, "--proof", "counted", "--json")
    right = len(case.truth.tilings)
    expect((ran.code, ran.json["count"]["value"]), (0 if right else 1, right), str(ran))
    ran = case.run("check", case.file, "--proof", "counted", "--json")
    expect((ran.code, ran.json.get("valid")), (0, True), str(ran))


# Hints.


@question(KIND, 0.45)
def hint(case: PackedCase) -> None:
    """A hint from an empty board, or from part of a tiling, or from something that need not be one."""
    lying = _position(case)
    truth = Truth(replace(case.base, partial=lying))
    step = case.tw.hint(case.made, placements_of(case.made, lying), limit=case.tw.Limit(nodes=20_000))
    judge_hint(case, step, lying, truth)


def _position(case: PackedCase) -> tuple[Any, ...]:
    tilings, chosen = case.truth.labelled, case.rng.random()
    if case.drawn.partial and chosen < 0.5:
        return case.started.puzzle.partial
    if not tilings or chosen > 0.75:
        return ()
    tiling = sorted((name, tuple(sorted(cells))) for name, cells in case.rng.choice(tilings))
    return tuple(case.rng.sample(tiling, case.rng.randint(1, len(tiling))))


def judge_hint(case: PackedCase, step: Any, lying: tuple[Any, ...], truth: Truth) -> None:
    """Raise Wrong unless what a hint says holds in all tilings with what lies there."""
    there = frozenset((name, frozenset(atoms)) for name, atoms in lying)
    said = f"hint {step.kind} by {step.technique} at {sorted((n, sorted(c)) for n, c in there)}: {step.text}"
    tilings = truth.tilings
    if step.kind in ("place", "rule out"):
        for placement in step.placements:
            one = (case.truth.first_alike[placement.piece], frozenset(placement.atoms))
            holds = [one in tiling for tiling in tilings]
            if step.kind == "place" and not all(holds):
                raise Wrong(f"{said}: {placement.id} is in {sum(holds)} of {len(tilings)} tilings")
            if step.kind == "rule out" and any(holds):
                raise Wrong(f"{said}: {placement.id} is in {sum(holds)} of {len(tilings)} tilings")
        if not step.placements:
            raise Wrong(f"{said}: no placement")
    right = {
        "wrong": not tilings and bool(lying),
        "impossible": not case.truth.tilings,
        "done": there in set(truth.labelled) or frozenset(map(truth.alike, [there])) <= tilings,
        "free": bool(tilings),
        "none": True,
    }
    if not right.get(step.kind, True):
        raise Wrong(f"{said}: there are {len(tilings)} tilings with that, {len(case.truth.tilings)} without")
    if step.kind in ("place", "rule out", "free", "done") and not tilings:
        raise Wrong(f"{said}: there is no tiling with that")


@question(KIND, 0.3)
def rating(case: PackedCase) -> None:
    found = case.tw.rate(case.made, case.rng.choice(["easy", "medium", "hard", "extreme"]))
    right = len(case.truth.tilings)
    if found.solvable != bool(right) and not (right == 0 and "search" in found.names):
        raise Wrong(f"rated {found!r}, but there are {right} tilings")
    if right > 1 and "search" not in found.names:
        raise Wrong(f"rated {found!r} without a search, but there are {right} tilings")


# Numbers over all tilings.


@question(KIND, 0.2)
def coverage(case: PackedCase) -> None:
    engine = draw_engine(case)
    found = asked(engine, lambda: case.tw.coverage(case.made, engine=engine))
    if found is None:
        return
    expect(found.tilings, len(case.truth.tilings), f"tilings of the coverage by {engine}")
    got: Counter[Any] = Counter()
    for name, counts in found.counts.items():
        for atom, number in counts.items():
            got[case.truth.first_alike[name], atom] += number
    right = Counter((name, atom) for tiling in case.truth.tilings for name, cells in tiling for atom in cells)
    expect(dict(got), dict(right), f"coverage by {engine}")


@question(KIND, 0.15)
def drawn_at_random(case: PackedCase) -> None:
    labelled = case.rng.random() < 0.3
    found = case.tw.solve(case.made, 3, random=case.rng.randrange(100), labelled=labelled)
    right = len(case.truth.labelled if labelled else case.truth.tilings)
    expect(len(found), 3 if right else 0, "tilings drawn at random")
    if found.draw.number is not None:
        expect(found.draw.number, right, f"number from which they are drawn, labelled {labelled}")
    for tiling in found:
        case.expect_tiling(case.truth, tiling.placements, "drawn at random")


@question(KIND, 0.03)
def most_and_fewest(case: PackedCase) -> None:
    name = case.rng.choice(case.base.pieces).name
    numbers = [sum(each == name for each, _ in tiling) for tiling in case.truth.labelled]
    for ask, best in (("most", max(numbers, default=None)), ("fewest", min(numbers, default=None))):
        found = getattr(case.tw, ask)(case.made, name)
        expect(None if found.tiling is None else found.value, best, f"{ask} copies of {name}")
        if found.tiling is not None:
            case.expect_tiling(case.truth, found.tiling.placements, ask)


@question(KIND, 0.03)
def largest_filling(case: PackedCase) -> None:
    right = max((len({a for _, cells in part for a in cells} & case.truth.must) for part in case.truth.parts), default=None)
    found = case.tw.largest_filling(case.made)
    grid = case.truth.grid
    cells = None if right is None else right / (4 if grid.name == "halfsquare" else 1)
    expect(None if found.tiling is None else found.value, cells, "largest filling")


@question(KIND, 0.02)
def relaxations(case: PackedCase) -> None:
    if case.truth.tilings:
        return
    for change in case.tw.relaxations(case.made, case.tw.Limit(nodes=20_000)):
        wrong = case.tw.faults(change.puzzle, change.tiling.placements, change.kind == "cells")
        expect([fault.text for fault in wrong], [], f"faults of the tiling that shows a relaxation: {change.text}")


# The rules.


@question(KIND, 0.3)
def faults(case: PackedCase) -> None:
    """A tiling, or one that was changed, is valid if and only if it is a tiling."""
    answer = _changed(case)
    if answer is None:
        return
    placements = placements_of(case.made, sorted((name, tuple(sorted(cells))) for name, cells in answer))
    found = case.tw.faults(case.made, placements)
    is_right = answer in set(case.truth.labelled)
    if bool(found) == is_right:
        raise Wrong(f"faults of {sorted((n, sorted(c)) for n, c in answer)}: {found}, but it is {'a' if is_right else 'no'} tiling")


def _changed(case: PackedCase) -> Tiling | None:
    """A tiling, perhaps with a name exchanged, a placement less, or one elsewhere."""
    if not case.truth.labelled:
        return None
    tiling = dict((cells, name) for name, cells in case.rng.choice(case.truth.labelled))
    cells = case.rng.choice(sorted(tiling, key=sorted))
    change = case.rng.choice(["", "name", "less", "moved"])
    if change == "name":
        tiling[cells] = case.rng.choice(case.base.pieces).name
    elif change == "less":
        del tiling[cells]
    elif change == "moved":
        name = tiling.pop(cells)
        if places := case.truth.places[name]:
            tiling[case.rng.choice(places)] = name
    return frozenset((name, cells) for cells, name in tiling.items())


# Texts and objects.


@question(KIND, 0.25, is_file)
def written_forms(case: PackedCase) -> None:
    """Any form of a file is the same puzzle."""
    table = write_table(case.base, case.rng)
    case.records.note_keys(table)
    texts = [lambda: json.dumps(table), lambda: to_toml(table)]
    form = case.rng.choice(["table", "text", "file"])
    source: Any = table
    if form != "table":
        text = case.rng.choice(texts)()
        source = text if form == "text" and "\n" in text else case.write(f"p.{'json' if text[0] == '{' else 'toml'}", text)
    read = case.tw.load(source)
    if case.base.pieces_text or "unused" in str(table):
        expect(case.tw.count(read).value, len(case.truth.tilings), f"count of {table}")
    else:
        expect(read.digest, case.made.digest, f"digest of {table}")


@question(KIND, 0.3, is_file)
def round_trips(case: PackedCase) -> None:
    made, tw = case.made, case.tw
    way = case.rng.choice(["dumps", "dict", "toml", "json", "pickle", "mapping"])
    if way == "dumps":
        read = tw.loads(tw.dumps(made, indent=case.rng.random() < 0.3))
    elif way == "dict":
        read = tw.from_dict(tw.to_dict(made))
    elif way in ("toml", "json"):
        read = tw.load(case.write(f"again.{way}", tw.export(made, way)))
    elif way == "pickle":
        read = pickle.loads(pickle.dumps(made))
    else:
        read = tw.load(made.to_table())
    expect((read.digest, read == made), (made.digest, True), f"digest and equality after {way}")


@question(KIND, 0.15, is_file)
def answers_round_trip(case: PackedCase) -> None:
    tw = case.tw
    found = tw.solve(case.made, 1)
    values = [*found, tw.verdict(case.made), tw.rate(case.made), tw.hint(case.made, limit=tw.Limit(nodes=20_000))]
    value = case.rng.choice(values)
    read = tw.loads(tw.dumps(value)) if case.rng.random() < 0.5 else tw.from_dict(tw.to_dict(value))
    expect(tw.to_dict(read), tw.to_dict(value), "an answer that was written and read")


@question(KIND, 0.25)
def drawings(case: PackedCase) -> None:
    """A tiling that is drawn and read back is the same tiling."""
    for tiling in case.tw.solve(case.made, 1):
        drawing = case.made.draw(tiling)
        try:
            read = case.made.parse_drawing(drawing)
        except NotationError:
            if "?" not in drawing:  # a place that parts of several pieces share
                raise
            continue
        expect(case.truth.alike(case.named(read)), case.truth.alike(case.named(tiling.placements)), "a tiling that was drawn and read")


@question(KIND, 0.12)
def formats(case: PackedCase) -> None:
    """A puzzle format that takes the puzzle keeps its tilings."""
    from tilewright import formats as package

    name = case.rng.choice(package.names())
    case.records.words["--to", name] += 1
    try:
        text = case.tw.export(case.made, name)
    except NotationError:
        if name in ("toml", "json") and not case.base.predicates:
            raise
        return
    suffix = next(iter(package.FORMATS[name].suffixes), "")
    read = case.tw.load(case.write(f"exported{suffix}", text))
    expect(case.tw.count(read).value, len(case.truth.tilings), f"count after {name}: {text!r}")


# The same puzzle otherwise.


@question(KIND, 0.15, lambda drawn: not drawn.where and not drawn.predicates and not any(isinstance(p.motion, tuple) for p in drawn.pieces))
def images(case: PackedCase) -> None:
    """The image of a puzzle under a motion has as many tilings."""
    from tests.campaign.images import image_of

    moved = image_of(case.base, case.rng)
    if moved is not None:
        made = build(moved)
        expect(case.tw.count(made).value, len(case.truth.tilings), f"count of the image {moved}")


@question(KIND, 0.03, is_file)
def many_at_once(case: PackedCase) -> None:
    found = [*case.tw.solve_many([case.made, case.made.to_table(), case.file], None, threads=case.rng.choice([1, 2]))]
    expect([len(each) for each in found], [len(case.truth.tilings)] * 3, "solve_many")


@question(KIND, 1.0, lambda drawn: bool(drawn.groups))
def family(case: PackedCase) -> None:
    """Every member, counted in one sweep, alone, and by the command line."""
    truth = Truth(replace(case.drawn, partial=()))
    try:
        made = build(truth.puzzle)
    except NotationError:
        return
    assert made is not None
    if case.drawn.predicates:
        return
    path = case.write_family()
    members = truth.members()
    read = case.tw.load_family(str(path))
    expect([*read.members()], members, "members")
    right = {names: len(truth.member(names).tilings) for names in members}
    found = case.tw.count_family(read)
    expect(found, right, "count_family")
    one = case.rng.choice(members)
    expect(case.tw.count(read.with_open_cells(one)).value, right[one], f"count of the member {one}")
    chosen = case.rng.sample(members, case.rng.randint(1, len(members)))
    expect(case.tw.count_family(read, chosen), {names: right[names] for names in chosen}, "count_family of some")
    ran = case.run("count", path, "--open", ",".join(one))
    expect((ran.code, ran.out.strip()), (0 if right[one] else 1, str(right[one])), str(ran))
    if case.rng.random() < 0.3:
        ran = case.run("design", "family", path, "--list", "--json")
        listed = {tuple(names.split(",")): number for names, number in ran.json["counts"].items()}
        expect(listed, right, str(ran))
