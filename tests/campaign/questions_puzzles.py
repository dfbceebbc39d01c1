"""Questions to puzzles of every kind, asked of the library."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from typing import Any

from tests.campaign.asked import AnyTruth, Named, PuzzleCase, Tiling, alike, in_order
from tests.campaign.cases import Wrong, expect
from tests.campaign.questions import PUZZLES, question
from tests.campaign.writing import to_toml
from tilewright import formats as file_formats
from tilewright.errors import EngineUnavailableError, LimitError, NotationError
from tilewright.exact_cover.engine import ENGINES
from tilewright.exact_cover.outcome import UP_TO

LIGHT = ("auto", "native", "frontier", "sweep", "race", "reference")
SOLVERS = ("sat", "sat", "cp", "mip", "z3")
PROGRAMS = tuple(
    name for name in ENGINES if name not in (*LIGHT, *SOLVERS)
)  # other programs, and engines of few puzzles
STEPS = 20_000  # of hints


def draw_engine(case: Any) -> str:
    """An engine: mostly a fast one."""
    chosen = case.rng.random()
    name = str(case.rng.choice(LIGHT if chosen < 0.92 else SOLVERS if chosen < 0.995 else PROGRAMS))
    case.records.words["--engine", name] += 1
    return name


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


@question(*PUZZLES, share=0.8)
def count(case: PuzzleCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.3
    threads = case.rng.choice([1, 1, 1, 2])
    found = asked(engine, lambda: case.tw.count(case.made, engine=engine, labelled=labelled, threads=threads))
    if found is not None:
        right = len(case.truth.labelled if labelled else case.truth.tilings)
        expect(
            (found.value, found.bound), (right, "exact"), f"count by {engine}, labelled {labelled}, {threads} threads"
        )


@question(*PUZZLES, share=0.4)
def all_tilings(case: PuzzleCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.3
    how = {"engine": engine, "labelled": labelled, "threads": case.rng.choice([1, 1, 2])}
    ask = case.rng.choice([lambda: case.tw.solve(case.made, None, **how), lambda: [*case.tw.tilings(case.made, **how)]])
    found = asked(engine, ask)
    if found is not None:
        case.expect_tilings(case.truth, (each.placements for each in found), labelled, f"all tilings by {engine}")


@question(*PUZZLES, share=0.3)
def some_tilings(case: PuzzleCase) -> None:
    number, engine = case.rng.randint(1, 4), draw_engine(case)
    found = asked(engine, lambda: case.tw.solve(case.made, number, engine=engine))
    if found is None:
        return
    right = len(case.truth.tilings)
    expect(len(found), min(number, right), f"{number} tilings by {engine}")
    expect(found.verdict, "solved" if right else "impossible", "verdict of solve")
    for tiling in found:
        case.expect_tiling(case.truth, tiling.placements, f"solve by {engine}")
        expect([fault.text for fault in case.tw.faults(case.made, tiling.placements)], [], "faults of a tiling")


@question(*PUZZLES, share=0.4, suits=lambda drawn: bool(drawn.partial))
def started_tilings(case: PuzzleCase) -> None:
    engine, labelled = draw_engine(case), case.rng.random() < 0.3
    lying = case.placements(case.lying)
    try:
        found = asked(engine, lambda: case.tw.solve(case.made, None, engine=engine, labelled=labelled, partial=lying))
        pinned = case.made.with_placements(lying)
    except NotationError as error:
        if case.started.labelled:
            raise Wrong(
                f"what lies there is refused, though it has {len(case.started.labelled)} tilings: {error}"
            ) from None
        return
    if found is not None:
        case.expect_tilings(
            case.started, (each.placements for each in found), labelled, f"with what lies there, by {engine}"
        )
    expect(case.tw.count(pinned).value, len(case.started.tilings), "count with what lies there as pins")


@question(*PUZZLES, share=0.3)
def count_up_to(case: PuzzleCase) -> None:
    engine, labelled = draw_engine(case), case.kind == "packing" and case.rng.random() < 0.25
    up_to = case.rng.choice(UP_TO[1:])
    case.records.words["--up-to", up_to] += 1
    least, most = orbits_of(case, up_to, labelled)
    found = asked(engine, lambda: case.tw.count(case.made, engine=engine, labelled=labelled, up_to=up_to))
    if found is not None and not least <= found.value <= most:
        raise Wrong(
            f"count up to {up_to} by {engine}, labelled {labelled}: {found.value}, but {least} to {most} is right"
        )


def orbits_of(case: PuzzleCase, up_to: str, labelled: bool) -> tuple[int, int]:
    """The least and the most tilings that there are up to something."""
    if up_to == "none":
        right = len(case.truth.labelled if labelled else case.truth.tilings)
        return right, right
    least, most = case.orbits(up_to != "rotations", labelled)
    if up_to == "labels" and case.kind == "edges":  # exchanges of labels make some the same
        return min(1, least), most
    return least, most


# Verdicts and certificates.


@question(*PUZZLES, share=0.2)
def unique_up_to(case: PuzzleCase) -> None:
    found = case.tw.verdict(case.made)
    if found.verdict != "several":
        return
    word = found.unique_up_to
    for mirrors, group in ((False, "rotations"), (True, "symmetries")):
        least, most = case.orbits(mirrors, False)
        is_said = word is not None and (mirrors or word == "rotations")
        if (is_said and least > 1) or (not is_said and most == 1):
            raise Wrong(f"unique up to {word}: there are {least} to {most} tilings up to {group}")


def word_of(truth: AnyTruth) -> str:
    """The word of the verdict."""
    return {0: "impossible", 1: "unique"}.get(len(truth.tilings), "several")


@question(*PUZZLES, share=0.45)
def verdict(case: PuzzleCase) -> None:
    engine = draw_engine(case)
    found = asked(engine, lambda: case.tw.verdict(case.made, engine=engine))
    if found is None:
        return
    expect(found.verdict, word_of(case.truth), f"verdict by {engine}")
    for tiling in found.tilings:
        case.expect_tiling(case.truth, tiling.placements, "verdict")
    several = {alike(case.truth, case.named_all(each.placements)) for each in found.tilings}
    expect(len(several), min(2, len(case.truth.tilings)), "tilings of the verdict")


@question(*PUZZLES, share=0.03)
def proof(case: PuzzleCase) -> None:
    path = case.folder / "proof"
    try:
        found = case.tw.verdict(case.made, proof=path)
    except NotationError:
        if case.has_cells:
            raise
        return  # searches without cells leave nothing that others could check
    expect(found.verdict, word_of(case.truth), "verdict with a proof")
    if found.verdict == "several":
        return
    expect(found.proof, "checked", "proof")
    checked = case.tw.check_proof(case.made, path)
    expect((checked.good, checked.claim), (True, found.verdict), "check of the proof")


# Hints.


@question(*PUZZLES, share=0.4)
def hint(case: PuzzleCase) -> None:
    """A hint from an empty board, or from part of a tiling, or from something that need not be one."""
    lying = position(case)
    step = case.tw.hint(case.made, case.placements(lying), limit=case.tw.Limit(nodes=STEPS))
    judge_hint(case, step, lying)


def position(case: PuzzleCase) -> tuple[Named, ...]:
    """What may lie there when somebody asks for a hint."""
    tilings, chosen = case.truth.labelled, case.rng.random()
    if case.lying and chosen < 0.5:
        return case.lying
    if not tilings or chosen > 0.75:
        return ()
    tiling = in_order(case.rng.choice(tilings))
    return tuple(case.rng.sample(tiling, case.rng.randint(1, len(tiling))))


def judge_hint(case: PuzzleCase, step: Any, lying: tuple[Named, ...]) -> None:
    """Raise Wrong unless what a hint says holds in all tilings with what lies there."""
    truth = case.truth.with_lying(lying)
    tilings, there = truth.tilings, frozenset(lying)
    said = f"hint {step.kind} by {step.technique} at {in_order(there)}: {step.text}"
    if step.kind in ("place", "rule out"):
        if not step.placements:
            raise Wrong(f"{said}: no placement")
        for placement in step.placements:
            holds = sum(case.truth.one_alike(case.named(placement)) in tiling for tiling in tilings)
            if holds != (len(tilings) if step.kind == "place" else 0):
                raise Wrong(f"{said}: {placement.id} is in {holds} of {len(tilings)} tilings")
    right = {
        "wrong": not tilings and bool(lying),
        "impossible": not case.truth.tilings,
        "done": alike(case.truth, there) in tilings,
        "free": bool(tilings),
    }
    if not right.get(step.kind, True):
        raise Wrong(f"{said}: there are {len(tilings)} tilings with that, {len(case.truth.tilings)} without")
    if step.kind in ("place", "rule out") and not tilings:
        raise Wrong(f"{said}: there is no tiling with that")


@question(*PUZZLES, share=0.25)
def rating(case: PuzzleCase) -> None:
    found = case.tw.rate(case.made, case.rng.choice(["easy", "medium", "hard", "extreme"]))
    right = len(case.truth.tilings)
    if found.solvable != bool(right) and not (right == 0 and "search" in found.names):
        raise Wrong(f"rated {found!r}, but there are {right} tilings")
    if right > 1 and "search" not in found.names:
        raise Wrong(f"rated {found!r} without a search, but there are {right} tilings")


# Numbers over all tilings.


@question(*PUZZLES, share=0.15)
def coverage(case: PuzzleCase) -> None:
    if not case.has_cells:
        return
    engine = draw_engine(case)
    found = asked(engine, lambda: case.tw.coverage(case.made, engine=engine))
    if found is None:
        return
    expect(found.tilings, len(case.truth.tilings), f"tilings of the coverage by {engine}")
    expect(by_piece(case, found.counts), coverage_of(case), f"coverage by {engine}")


def by_piece(case: PuzzleCase, counts: Any) -> dict[tuple[str, Any], int]:
    """Numbers by piece and cell, those of pieces that are alike added."""
    got: Counter[tuple[str, Any]] = Counter()
    for name, numbers in counts.items():
        first, _ = case.truth.one_alike((name, frozenset()))
        for atom, number in numbers.items():
            got[first, atom] += number
    return dict(got)


def coverage_of(case: PuzzleCase) -> dict[tuple[str, Any], int]:
    """In how many tilings each piece covers each cell."""
    return dict(
        Counter((name, atom) for tiling in case.truth.tilings for name, place in tiling for atom in case.cells(place))
    )


@question(*PUZZLES, share=0.12)
def drawn_at_random(case: PuzzleCase) -> None:
    labelled = case.rng.random() < 0.3
    found = case.tw.solve(case.made, 3, random=case.rng.randrange(100), labelled=labelled)
    right = len(case.truth.labelled if labelled else case.truth.tilings)
    expect(len(found), 3 if right else 0, "tilings drawn at random")
    if found.draw.number is not None:
        expect(found.draw.number, right, f"number from which they are drawn, labelled {labelled}")
    for tiling in found:
        case.expect_tiling(case.truth, tiling.placements, "drawn at random")


@question(*PUZZLES, share=0.02)
def relaxations(case: PuzzleCase) -> None:
    if case.truth.tilings:
        return
    for change in case.tw.relaxations(case.made, case.tw.Limit(nodes=STEPS)):
        wrong = case.tw.faults(change.puzzle, change.tiling.placements, change.kind == "cells")
        expect([fault.text for fault in wrong], [], f"faults of the tiling that shows a relaxation: {change.text}")


# The rules.


@question(*PUZZLES, share=0.25)
def faults(case: PuzzleCase) -> None:
    """A tiling, or one that was changed, is valid if and only if it is a tiling."""
    answer = changed(case)
    if answer is None:
        return
    found = case.tw.faults(case.made, case.placements(answer))
    is_right = answer in set(case.truth.labelled)
    if bool(found) == is_right:
        raise Wrong(f"faults of {in_order(answer)}: {found}, but it is {'a' if is_right else 'no'} tiling")


def changed(case: PuzzleCase) -> Tiling | None:
    """A tiling, perhaps with a name exchanged, a placement less, or one elsewhere; None where there is no tiling."""
    if not case.truth.labelled:
        return None
    tiling = {place: name for name, place in in_order(case.rng.choice(case.truth.labelled))}
    place = case.rng.choice(list(tiling))
    change = case.rng.choice(["", "name", "less", "moved"])
    if change == "name":
        tiling[place] = case.rng.choice(case.made.piece_names)
    elif change == "less":
        del tiling[place]
    elif change == "moved":
        name = tiling.pop(place)
        if others := case.places(name):
            tiling[case.rng.choice(others)] = name
    return frozenset((name, place) for place, name in tiling.items())


# Texts and objects.


@question(*PUZZLES, share=0.2)
def written_forms(case: PuzzleCase) -> None:
    """Any form of a file or a text is the same puzzle."""
    if not case.is_file:
        return
    if (texts := case.texts()) and case.rng.random() < 0.5:
        text = case.rng.choice(texts)
        expect(case.tw.count(case.tw.load(text)).value, len(case.truth.tilings), f"count of {text!r}")
        return
    table = case.table()
    case.records.note_keys(table)
    form = case.rng.choice(["table", "text", "file"])
    source: Any = table
    if form != "table":
        text = json.dumps(table, indent=1) if case.rng.random() < 0.5 else to_toml(table)
        source = (
            text
            if form == "text" and "\n" in text.strip()
            else case.write(f"p.{'json' if text[0] == '{' else 'toml'}", text)
        )
    read = case.tw.load(source)
    if case.has_own_digest(table):
        expect(read.digest, case.made.digest, f"digest of {table}")
    else:
        expect(case.tw.count(read).value, len(case.truth.tilings), f"count of {table}")


@question(*PUZZLES, share=0.25)
def round_trips(case: PuzzleCase) -> None:
    if not case.is_file:
        return
    made, tw = case.made, case.tw
    way = case.rng.choice(["dumps", "dict", "toml", "json", "pickle", "mapping", "repr"])
    if way == "dumps":
        read = tw.loads(tw.dumps(made, indent=case.rng.random() < 0.3))
    elif way == "dict":
        read = tw.from_dict(tw.to_dict(made))
    elif way in ("toml", "json"):
        read = tw.load(case.write(f"again.{way}", tw.export(made, way)))
    elif way == "pickle":
        tw.count(made)
        read = pickle.loads(pickle.dumps(made))
    else:
        read = tw.load(made.to_table())
    expect((read.digest, read == made), (made.digest, True), f"digest and equality after {way}")


@question(*PUZZLES, share=0.12)
def answers_round_trip(case: PuzzleCase) -> None:
    if not case.is_file:
        return
    tw = case.tw
    values = [
        lambda: next(iter(tw.solve(case.made, 1)), None),
        lambda: tw.verdict(case.made),
        lambda: tw.rate(case.made),
        lambda: tw.hint(case.made, limit=tw.Limit(nodes=STEPS)),
    ]
    if (value := case.rng.choice(values)()) is None:
        return
    read = tw.loads(tw.dumps(value)) if case.rng.random() < 0.5 else tw.from_dict(tw.to_dict(value))
    expect(tw.to_dict(read), tw.to_dict(value), "an answer that was written and read")


@question(*PUZZLES, share=0.2)
def drawings(case: PuzzleCase) -> None:
    """A tiling that is drawn and read back is the same tiling."""
    for tiling in case.tw.solve(case.made, 1):
        drawing = case.made.draw(tiling)
        try:
            read = case.made.parse_drawing(drawing)
        except NotationError:
            if "?" not in drawing:  # a place that parts of several pieces share
                raise
            continue
        right = alike(case.truth, case.named_all(tiling.placements))
        expect(alike(case.truth, case.named_all(read)), right, f"a tiling that was drawn and read, {drawing!r}")


@question(*PUZZLES, share=0.12)
def formats(case: PuzzleCase) -> None:
    """A format of puzzles that takes the puzzle keeps its tilings."""
    name = case.rng.choice(file_formats.names())
    case.records.words["--to", name] += 1
    if name == "xmpuzzle" and any(getattr(piece, "color", None) for piece in getattr(case.drawn, "pieces", ())):
        return  # colors tell equal pieces apart there
    try:
        text = case.tw.export(case.made, name)
    except NotationError:
        if name in ("toml", "json") and case.is_file:
            raise
        return
    suffix = next(iter(file_formats.FORMATS[name].suffixes), "")
    read = case.tw.load(case.write(f"exported{suffix}", text))
    expect(case.tw.count(read).value, len(case.truth.tilings), f"count after {name}: {text!r}")


@question(*PUZZLES, share=0.02)
def many_at_once(case: PuzzleCase) -> None:
    if case.is_file:
        sources = [case.made, case.made.to_table(), case.file]
        found = [*case.tw.solve_many(sources, None, threads=case.rng.choice([1, 1, 2]))]
        expect([len(each) for each in found], [len(case.truth.tilings)] * 3, "solve_many")
