"""Questions to puzzles of every kind, asked of the command line. Each command is given any of its options, and what it prints is
compared with the truth.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.campaign.asked import Named, PuzzleCase, alike, in_order
from tests.campaign.cases import Ran, Wrong, expect
from tests.campaign.questions import PUZZLES, question
from tests.campaign.questions_puzzles import (
    PROGRAMS,
    STEPS,
    by_piece,
    changed,
    coverage_of,
    draw_engine,
    judge_hint,
    orbits_of,
    position,
    word_of,
)
from tilewright.exact_cover.outcome import UP_TO
from tilewright.formats.model import MODELS

DONE, NO, BAD = 0, 1, 2
Words = list[object]


def suits(drawn: Any) -> bool:
    """Whether a file can hold it."""
    return not getattr(drawn, "predicates", ())


def puzzle_words(case: PuzzleCase) -> tuple[Words, str]:
    """The words that name the puzzle: a file, standard input, or a text; sentences may stand behind `--where`. And what is read."""
    if case.rng.random() < 0.5:
        if texts := case.texts():
            return [case.rng.choice(texts)], ""
        if ways := case.ways():
            return case.rng.choice(ways), ""
    table = case.table()
    words: Words = []
    if "where" in table and case.rng.random() < 0.5:
        sentences = table.pop("where")
        for sentence in [sentences] if isinstance(sentences, str) else sentences:
            words += ["--where", sentence]
    path = case.write_table(table, "puzzle")
    if case.rng.random() < 0.1:
        return ["-", *words], (case.folder / path).read_text(encoding="utf-8")
    return [path, *words] if case.rng.random() < 0.5 else [*words, path], ""


def options(case: PuzzleCase, *names: str) -> Words:
    """Some of these options, with values; an engine that takes few puzzles is never among them."""
    rng, found = case.rng, list[object]()
    values: dict[str, Callable[[], list[object]]] = {
        "--engine": lambda: [engine_of(case)],
        "--threads": lambda: [rng.choice([1, 2])],
        "--limit": lambda: [60],
        "--memory": lambda: [rng.choice(["500M", "1Gi"])],
        "--labelled": list,
        "--json": list,
        "--force": list,
    }
    for name in names:
        if rng.random() < 0.3:
            found += [name, *values[name]()]
    return found


def output(case: PuzzleCase, share: float, stem: str, *suffixes: str) -> Words:
    """`-o` and a file with one of the suffixes, in a share of the cases."""
    if case.rng.random() > share:
        return []
    return ["-o", f"{stem}{case.rng.choice(suffixes)}", *options(case, "--force")]


def engine_of(case: PuzzleCase) -> str:
    """An engine that takes every cover."""
    name = draw_engine(case)
    return "auto" if name in PROGRAMS or name in ("frontier", "sweep") else name


def lying_words(case: PuzzleCase, lying: tuple[Named, ...], name: str = "lying") -> Words:
    """`--with` and a file of what lies there, as JSON or as a drawing."""
    if not lying:
        return []
    placements = case.placements(lying)
    rows = [case.made.placement_row(placement) for placement in placements]
    text, suffix = json.dumps({"placements": rows}), "jsonl"
    form = case.rng.choice(["jsonl", "json", "drawing"])
    if form == "json":
        text, suffix = json.dumps({"tilewright": 1, "solutions": [{"placements": rows}]}), "json"
    elif form == "drawing":
        drawing = case.made.draw(case.tw.Tiling(case.made, tuple(placements)))
        if "?" not in drawing and reads_back(case, drawing, lying):
            text, suffix = drawing, "txt"
    return ["--with", case.write(f"{name}.{suffix}", text)]


def reads_back(case: PuzzleCase, drawing: str, lying: tuple[Named, ...]) -> bool:
    """Whether a drawing tells the pieces apart that lie there: letters do not where copies of a piece touch."""
    try:
        read = frozenset(map(case.named, case.made.parse_drawing(drawing)))
    except case.tw.NotationError:
        return False
    return read == frozenset(lying)


def expect_code(ran: Ran, code: int) -> None:
    """Raise Wrong unless a command ended with this exit code."""
    if ran.code != code:
        raise Wrong(f"{ran}: exit code {code} is right")


@question(*PUZZLES, share=0.12, suits=suits)
def command_solve(case: PuzzleCase) -> None:
    words, read = puzzle_words(case)
    more = options(case, "--engine", "--threads", "--limit", "--memory", "--labelled")
    lying = case.lying if case.rng.random() < 0.5 else ()
    truth = case.truth.with_lying(lying) if lying else case.truth
    words += lying_words(case, lying)
    number = case.rng.choice([1, 2, None])
    words += ["--all"] if number is None else ["-n", number] if number > 1 or case.rng.random() < 0.3 else []
    right = len(truth.labelled if "--labelled" in more else truth.tilings)
    wanted = right if number is None else min(right, number)
    written = output(case, 0.4, "answer", ".json", ".jsonl", ".txt", ".txt", ".svg", ".wkt", ".geojson")
    more += written
    ran = case.run("solve", *words, *more, "--json", read=read)
    if lying and ran.code == BAD and not truth.labelled:
        return  # what breaks a rule is bad input
    if (
        written
        and Path(str(written[1])).suffix in (".wkt", ".geojson")
        and ran.code == BAD
        and case.made.grid.dimension != 2
    ):
        return
    expect_code(ran, DONE if right else NO)
    found = [case.named_rows(each["placements"]) for each in ran.json["solutions"]]
    names = set(truth.labelled)
    for each in found:
        if each not in names:
            raise Wrong(f"{ran}: {in_order(each)} is no tiling")
    told = found if "--labelled" in more else [alike(truth, each) for each in found]
    expect(len(set(told)), wanted, f"tilings of {ran}")
    if written and right:
        _check_output(case, case.folder / str(written[1]), wanted, words)


def _check_output(case: PuzzleCase, output: Path, wanted: int, words: Words) -> None:
    """What `-o` wrote: solutions are checked, pictures are only looked at."""
    if output.suffix in (".svg", ".wkt", ".geojson"):
        files = [*case.folder.glob(f"answer*{output.suffix}")]
        if not files or not all(file.stat().st_size for file in files):
            raise Wrong(f"-o {output.name} wrote nothing")
        return
    if "?" in output.read_text(encoding="utf-8"):
        return  # a drawing that cannot be read back
    if "-" in words:
        return
    ran = case.run(
        "check", *[word for word in words if word not in ("--all",)][: _names_end(words)], output.name, "--json"
    )
    if output.suffix == ".txt" and ran.code == BAD:
        return  # letters do not tell copies that touch apart; what lies in the drawing is then refused
    expect((ran.code, ran.json["valid"], ran.json["checked"]), (DONE, True, wanted), f"check of {output.name}: {ran}")


def _names_end(words: Words) -> int:
    """How many of the words name the puzzle."""
    ends = [words.index(each) for each in ("--with", "--all", "-n") if each in words]
    return min(ends, default=len(words))


@question(*PUZZLES, share=0.06, suits=suits)
def command_solve_otherwise(case: PuzzleCase) -> None:
    """Drawn at random, and drawings of several kinds."""
    words, read = puzzle_words(case)
    right = len(case.truth.tilings)
    form = case.rng.choice(["random", "random", "drawn", "walls", "kinds"])
    if form == "random":
        ran = case.run("solve", *words, "--random", case.rng.randrange(100), "-n", 2, "--json", read=read)
        expect_code(ran, DONE if right else NO)
        for each in ran.json["solutions"]:
            if case.named_rows(each["placements"]) not in set(case.truth.labelled):
                raise Wrong(f"{ran}: {each} is no tiling")
    elif form == "drawn":
        ran = case.run("solve", *words, read=read)
        expect_code(ran, DONE if right else NO)
        if right and "?" not in ran.out and reads_back_at_all(case, ran.out):
            drawn = frozenset(map(case.named, case.made.parse_drawing(ran.out.rstrip("\n"))))
            if alike(case.truth, drawn) not in case.truth.tilings:
                raise Wrong(f"{ran}: no tiling")
    elif form == "kinds":
        ran = case.run("solve", *words, "--kinds", "all", "--json", read=read)
        if case.kind in ("shikaku", "polygons"):
            expect_code(ran, BAD)
            return
        used = [each for each in case.truth.labelled if {name for name, _ in each} == set(case.made.piece_names)]
        expect_code(ran, DONE if used else NO)
    else:
        ran = case.run("solve", *words, "--walls" if case.rng.random() < 0.5 else "--numbers", read=read)
        if ran.code != BAD:
            expect_code(ran, DONE if right else NO)


def reads_back_at_all(case: PuzzleCase, drawing: str) -> bool:
    """Whether a drawing is one that can be read: where copies touch, letters say too little, and that is said."""
    try:
        case.made.parse_drawing(drawing.rstrip("\n"))
    except case.tw.NotationError:
        return False
    return True


@question(*PUZZLES, share=0.02, suits=suits)
def command_best(case: PuzzleCase) -> None:
    words, read = puzzle_words(case)
    name = case.rng.choice(case.made.piece_names)
    which = case.rng.choice(["--most", "--fewest", "--filling"])
    ran = case.run("solve", *words, which, *([] if which == "--filling" else [name]), "--json", read=read)
    if which == "--filling":
        if case.truth.tilings and case.has_cells:
            expect(ran.json["best"]["value"], case.made.board.area, str(ran))
        return
    numbers = [sum(each == name for each, _ in tiling) for tiling in case.truth.labelled]
    expect_code(ran, DONE if numbers else NO)
    if numbers:
        expect(ran.json["best"]["value"], max(numbers) if which == "--most" else min(numbers), str(ran))


@question(*PUZZLES, share=0.12, suits=suits)
def command_count(case: PuzzleCase) -> None:
    words, read = puzzle_words(case)
    more = options(case, "--engine", "--threads", "--limit", "--memory", "--labelled", "--json")
    lying = case.lying if case.rng.random() < 0.5 else ()
    truth = case.truth.with_lying(lying) if lying else case.truth
    labelled, up_to = "--labelled" in more, "none"
    least = most = len(truth.labelled if labelled else truth.tilings)
    if "--engine" not in more and case.rng.random() < 0.1:
        more += ["--scratch", "."]
    elif not lying and not (labelled and case.kind != "packing") and case.rng.random() < 0.4:
        up_to = case.rng.choice(UP_TO)
        more += ["--up-to", up_to]
        least, most = orbits_of(case, up_to, labelled)
    ran = case.run("count", *words, *lying_words(case, lying), *more, read=read)
    if lying and ran.code == BAD and not most:
        return
    if "--scratch" in more and ran.code == BAD and "frontier" in ran.err:
        return  # which takes few puzzles without cells
    expect_code(ran, DONE if most else NO)
    value = ran.json["count"]["value"] if "--json" in more else int(ran.out)
    if not least <= value <= most:
        raise Wrong(f"{ran}: {least} to {most} is right")


@question(*PUZZLES, share=0.06, suits=suits)
def command_count_by(case: PuzzleCase) -> None:
    if not case.has_cells:
        return
    words, read = puzzle_words(case)
    name = case.rng.choice(["piece", "cell", case.rng.choice(case.made.piece_names)])
    more = [] if name == "cell" else output(case, 0.2, "heat", ".svg", ".svg", ".png")
    ran = case.run("count", *words, "--by", name, "--json", *more, read=read)
    expect_code(ran, DONE if case.truth.tilings else NO)
    counts: dict[str, dict[Any, int]] = {}
    for row in ran.json["coverage"]:
        for atom in case.atoms_of(row["cell"]):
            counts.setdefault(row["piece"], {})[atom] = row["tilings"]
    if name in ("piece", "cell"):
        expect(by_piece(case, counts), coverage_of(case), str(ran))


@question(*PUZZLES, share=0.05, suits=suits)
def command_count_proof(case: PuzzleCase) -> None:
    words, _ = puzzle_words(case)
    if "-" in words:
        return
    ran = case.run("count", *words, "--proof", "counted", "--json")
    right = len(case.truth.tilings)
    if ran.code == BAD and not case.has_cells:
        return
    expect((ran.code, ran.json["count"]["value"]), (DONE if right else NO, right), str(ran))
    ran = case.run("check", *words, "--proof", "counted", *options(case, "--limit"), "--json")
    expect((ran.code, ran.json.get("valid")), (DONE, True), str(ran))


@question(*PUZZLES, share=0.1, suits=suits)
def command_verdict(case: PuzzleCase) -> None:
    words, read = puzzle_words(case)
    more = options(case, "--engine", "--threads", "--limit")
    right = word_of(case.truth)
    if case.rng.random() < 0.3 and "-" not in words and case.has_cells:
        more += ["--proof", "proof"]
    if case.rng.random() < 0.02:
        more += ["--relax"]
    more += output(case, 0.2, "verdict", ".txt", ".svg", ".json")
    ran = case.run("verdict", *words, *more, "--json", read=read)
    expect_code(ran, NO if right == "impossible" else DONE)
    expect(ran.json["verdict"], right, str(ran))
    for each in ran.json.get("solutions", []):
        if case.named_rows(each["placements"]) not in set(case.truth.labelled):
            raise Wrong(f"{ran}: {each} is no tiling")
    if "--proof" in more and right != "several":
        checked = case.run("check", *words, "--proof", "proof", "--json")
        expect((checked.code, checked.json["valid"]), (DONE, True), str(checked))


@question(*PUZZLES, share=0.04, suits=lambda drawn: suits(drawn) and bool(drawn.partial))
def command_verdict_with(case: PuzzleCase) -> None:
    """The verdict and the check with what lies there."""
    words, read = puzzle_words(case)
    ran = case.run("verdict", *words, *lying_words(case, case.lying), "--json", read=read)
    if ran.code != BAD or case.started.labelled:
        expect(ran.json["verdict"], word_of(case.started), str(ran))


@question(*PUZZLES, share=0.1, suits=suits)
def command_check(case: PuzzleCase) -> None:
    answer = changed(case)
    if answer is None:
        return
    words, read = puzzle_words(case)
    rows = [case.made.placement_row(placement) for placement in case.placements(answer)]
    path = case.write("answer.json", json.dumps({"solutions": [{"placements": rows}]}))
    lying = case.lying if case.rng.random() < 0.3 else ()
    ran = case.run("check", *words, path, *lying_words(case, lying), "--json", read=read)
    truth = case.truth.with_lying(lying) if lying else case.truth
    if lying and ran.code == BAD and not truth.labelled:
        return
    is_right = answer in set(truth.labelled)
    if ran.code == BAD and not is_right:
        return  # what cannot be read as placements of the puzzle
    expect((ran.code, ran.json["valid"]), (DONE, True) if is_right else (NO, False), f"{in_order(answer)}: {ran}")


@question(*PUZZLES, share=0.1, suits=suits)
def command_hint(case: PuzzleCase) -> None:
    words, read = puzzle_words(case)
    lying = position(case)
    more = output(case, 0.1, "step", ".svg", ".svg", ".png")
    without = _ruled_out(case, lying)
    ran = case.run("hint", *words, *lying_words(case, lying), *more, *without, "--limit", 30, "--json", read=read)
    if ran.code == BAD:
        raise Wrong(str(ran))
    row = ran.json["hint"]
    expect_code(ran, {"wrong": NO, "impossible": NO, "none": 3}.get(row["kind"], DONE))

    class Step:
        """What the command printed, as a hint has it."""

        kind, technique, text = row["kind"], row["technique"], row["text"]
        placements = [_read(case, each) for each in row["placements"]]

    judge_hint(case, Step, lying)


def _ruled_out(case: PuzzleCase, lying: tuple[Named, ...]) -> Words:
    """`--without` and what an earlier hint ruled out."""
    if case.rng.random() < 0.7:
        return []
    step = case.tw.hint(case.made, case.placements(lying), limit=case.tw.Limit(nodes=STEPS))
    if step.kind != "rule out":
        return []
    return [word for placement in step.placements[:3] for word in ("--without", placement.id)]


def _read(case: PuzzleCase, row: Any) -> Any:
    from msgspec import convert

    from tilewright.puzzle.table import PlacementRow

    return case.made.read_row(convert(row, PlacementRow))


@question(*PUZZLES, share=0.06, suits=suits)
def command_show(case: PuzzleCase) -> None:
    words, read = puzzle_words(case)
    form = case.rng.choice(["plain", "stats", "placements", "piece", "picture", "states"])
    name = case.rng.choice(case.made.piece_names or ("",))
    more: dict[str, Words] = {
        "stats": ["--stats"],
        "placements": ["--placements"],
        "piece": ["--placements", "--piece", name],
        "picture": output(case, 1.0, "show", ".svg", ".svg", ".json", ".txt"),
        "states": ["--states"],
    }
    lying = case.lying if case.rng.random() < 0.3 else ()
    ran = case.run("show", *words, *more.get(form, []), *lying_words(case, lying), "--json", read=read)
    if form == "states" or (lying and not case.truth.with_lying(lying).labelled):
        return  # few puzzles have states; what breaks a rule is refused
    expect_code(ran, DONE)
    wanted = case.options_of(lying)
    if form == "placements" and wanted is not None:
        expect(len(ran.json["placements"]), wanted, str(ran))


# Models for other solvers.


@question(*PUZZLES, share=0.08, suits=suits)
def command_export(case: PuzzleCase) -> None:
    """Every model and format: what takes the puzzle is written, and read back where a solver in this process reads it."""
    from tests.campaign.models import READERS, solutions_of

    words, read = puzzle_words(case)
    name = case.rng.choice([*MODELS, "dimacs", "lp", "dlx"])
    case.records.words["--to", name] += 1
    lying = case.lying if case.rng.random() < 0.3 else ()
    truth = case.truth.with_lying(lying) if lying else case.truth
    ran = case.run(
        "export",
        *words,
        *lying_words(case, lying),
        "--to",
        name,
        "-o",
        f"model.{name}",
        *options(case, "--force"),
        read=read,
    )
    if lying and ran.code == BAD and not truth.labelled:
        return
    if ran.code == BAD and _is_refused(case, name, ran):
        return
    expect_code(ran, DONE)
    text = (case.folder / f"model.{name}").read_text(encoding="utf-8")
    if name not in READERS:
        return
    answer = READERS[name](text)
    right = len(truth.labelled)
    if solutions_of(name) == "number":
        expect(answer, right, f"solutions of the model as {name}")
        return
    if answer is None:
        expect(0, right, f"solutions of the model as {name}")
        return
    if lying or "-" in words:
        return  # the answer is to the puzzle in which they are pinned
    path = case.write("answer.out", answer)
    model = ["--model", "placements"] if case.rng.random() < 0.3 else []
    ran = case.run("read", *words, path, *model, *output(case, 0.3, "read", ".json", ".txt", ".svg"), "--json")
    expect_code(ran, DONE)
    if case.named_rows(ran.json["solutions"][0]["placements"]) not in set(truth.labelled):
        raise Wrong(f"{ran}: no tiling")


@question("packing", share=0.5, suits=lambda drawn: "*" in drawn.pieces_text and not drawn.wrap)
def command_cells_model(case: PuzzleCase) -> None:
    """The formula with a variable for each cell and state, for pieces in any number: solved and read back."""
    from tests.campaign.models import READERS

    if not case.is_file:
        return
    words, read = puzzle_words(case)
    ran = case.run("export", *words, "--to", "dimacs", "--model", "cells", read=read)
    if ran.code == BAD and ("cell states" in ran.err or "constraints" in ran.err):
        return  # it holds flat boards of squares without pins
    expect_code(ran, DONE)
    answer = READERS["dimacs"](ran.out)
    expect(answer is not None, bool(case.truth.labelled), "whether the formula with cell states has a model")
    if answer is not None and "-" not in words:
        ran = case.run("read", *words, case.write("answer.out", str(answer)), "--model", "cells", "--json")
        expect_code(ran, DONE)
        if case.named_rows(ran.json["solutions"][0]["placements"]) not in set(case.truth.labelled):
            raise Wrong(f"{ran}: no tiling")


def _is_refused(case: PuzzleCase, name: str, ran: Ran) -> bool:
    """Whether a model may be refused: DLX has short names, GAMS no colors, polygons no cells."""
    return name == "dlx" or (name == "gams" and case.kind == "edges") or not case.has_cells or "cannot" in ran.err


@question(*PUZZLES, share=0.015, suits=suits)
def command_run(case: PuzzleCase) -> None:
    """A durable search: begun, looked at, verified, exported, salvaged."""
    goal, path, right = case.rng.choice(["count", "all"]), case.file, len(case.truth.tilings)
    words = ["--goal", goal, "--store", "run.db", *options(case, "--threads")]
    words += ["--engine", "native"] if case.rng.random() < 0.3 else []
    words += ["--limit", 200] if case.rng.random() < 0.5 else []
    ran = case.run("run", "start", path, *words, "--json")
    if ran.code == BAD and not case.has_cells:
        return
    expect_code(ran, DONE if right else NO)
    expect((ran.json["value"], ran.json["finished"]), (right, True), str(ran))
    ran = case.run("run", "resume", "run.db", *options(case, "--threads"), "--limit", 200, "--json")
    expect(ran.json["value"], right, str(ran))
    ran = case.run("run", "status", "run.db", "--json")
    expect(ran.json["value"], right, str(ran))
    expect_code(case.run("run", "log", "run.db", "--last", 3, "--json"), DONE)
    by = case.rng.choice(["reference", "native"])
    ran = case.run("run", "verify", "run.db", "--sample", 4, "--engine", by, "--json")
    expect((ran.code, ran.json["valid"], ran.json["count"]), (DONE, True, str(right)), str(ran))
    if goal == "all":
        _check_archive(case, right)
    more = ["--puzzle", path, "--goal", goal, "--engine", "native"] if case.rng.random() < 0.5 else []
    expect_code(case.run("run", "salvage", "run.db", "-o", "saved.db", *more), DONE)


def _check_archive(case: PuzzleCase, right: int) -> None:
    """All tilings of a run, exported."""
    ran = case.run("run", "export", "run.db", "-o", "all.jsonl", *options(case, "--force"), "--json")
    expect(ran.json["tilings"], right, str(ran))
    lines = (case.folder / "all.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if "placements" in row]  # behind them stands how many they are
    found = [alike(case.truth, case.named_rows(row["placements"])) for row in rows]
    if not case.truth.tilings.issuperset(found) or len(set(found)) != right:
        raise Wrong(f"{ran}: {len(set(found))} tilings, {right} are right")
    expect_code(case.run("run", "verify", "all.jsonl", "--json"), DONE)


@question(*PUZZLES, share=0.002, suits=suits)
def command_apart(case: PuzzleCase) -> None:
    """The same in a process of its own."""
    ran = case.run_apart("count", case.file)
    right = len(case.truth.tilings)
    expect((ran.code, ran.out.strip()), (DONE if right else NO, str(right)), str(ran))
