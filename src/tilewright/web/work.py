"""The jobs of search processes and of the static site's worker: tilings, counts, verdicts, hints, new puzzles.

Tilings are sent as lines of JSON as they are found, hints as fields without sentences.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from tilewright.api.answer import LineWriter, count_answer, line_of, reason_row
from tilewright.api.count import count
from tilewright.api.solve import TilingStream, solve, tilings
from tilewright.api.verdict import verdict
from tilewright.design.blocks import make_level
from tilewright.design.edges import EdgesRecipe, make_edges
from tilewright.design.shikaku import Recipe, make
from tilewright.design.targets import assembled
from tilewright.errors import LimitError, OutOfTimeError, TilewrightError
from tilewright.exact_cover.engines.reference import PlainSearch
from tilewright.exact_cover.limits import Clock, Deadline, Limit
from tilewright.exact_cover.outcome import UpTo
from tilewright.exact_cover.problem import Solution
from tilewright.exact_cover.progress import Progress
from tilewright.exact_cover.sampling import SolutionGraph
from tilewright.explain.hint import hint
from tilewright.explain.reasons import prepare
from tilewright.formats import tables
from tilewright.kinds import Packing
from tilewright.lattice import Atom
from tilewright.pieces import select
from tilewright.puzzle import Board, Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults, with_partial
from tilewright.puzzle.orbits import Orbits
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.tilings import Tilings
from tilewright.system import ticking
from tilewright.web.requests import PhrasedError

EVERY = 0.25  # seconds between two reports of progress
Tell = Callable[[dict[str, Any]], None]


class ToldProgress(Progress):
    """A progress that is reported regularly: by a thread, or by the work itself in a browser, which has no threads."""

    def __init__(self, tell: Tell) -> None:
        super().__init__(self._look if sys.platform == "emscripten" else None)
        self._tell, self._last = tell, time.monotonic()

    def tell(self) -> None:
        """Report the progress of the search."""
        row = {name: getattr(self, name) for name in ("nodes", "solutions", "fraction", "estimate")}
        self._tell({"event": "progress", **row, "seconds": round(self.seconds, 2)})

    def _look(self) -> None:
        if time.monotonic() - self._last >= EVERY:
            self._last = time.monotonic()
            self.tell()


def watched(tell: Tell, progress: ToldProgress, body: Callable[[], dict[str, Any]]) -> None:
    """Do the work, report its progress, and report its result."""
    with nullcontext() if sys.platform == "emscripten" else ticking(EVERY, progress.tell):
        end = body()
    tell({"event": "end", **end})


def puzzle_from_here(job: dict[str, Any]) -> Puzzle:
    """Return the puzzle with the placements on its board pinned."""
    puzzle: Puzzle = with_partial(job["puzzle"], job.get("partial", ()))
    return puzzle


def count_tilings(job: dict[str, Any], tell: Tell) -> None:
    """Report the number of tilings, also up to symmetry."""
    puzzle = puzzle_from_here(job)
    progress = ToldProgress(tell)

    def body() -> dict[str, Any]:
        limit = Limit(seconds=job["seconds"])
        found = count(puzzle, up_to=job.get("up_to", "none"), limit=limit, progress=progress)
        return {**count_answer(puzzle, found), "seconds": round(progress.seconds, 3)}

    watched(tell, progress, body)


def tell_found(job: dict[str, Any], tell: Tell) -> None:
    """Report the identity of the tiling in `partial` up to symmetry, and the number of tilings.

    The identity is a digest that a tiling shares with its images only.
    """
    puzzle, placements = job["puzzle"], job["partial"]
    limit = Limit(seconds=job["seconds"])
    number = count(puzzle, up_to="symmetries", limit=limit)
    tell({"event": "end", "orbit": orbit_digest(puzzle, placements), **count_answer(puzzle, number)})


def orbit_digest(puzzle: Puzzle, placements: Sequence[Placement]) -> str:
    """Return 16 hexadecimal digits that a tiling shares with its images under the puzzle's symmetries only."""
    compiled = puzzle.compile()
    there: dict[tuple[tuple[object, ...], str], list[int]] = defaultdict(list)
    for option, (owner, _) in enumerate(compiled.meanings):
        for name in compiled.owner_names(owner):
            there[compiled.place_of(option), name].append(option)
    laid = [(placement, there[placement.place, placement.piece]) for placement in placements]
    solution = tuple(sorted(next(o for o in fitting if compiled.is_option(o, each)) for each, fitting in laid))
    images = Orbits(compiled, "symmetries").images(solution)
    least = min(sorted(_identity(compiled, option) for option in image) for image in images)
    return sha256(repr(least).encode()).hexdigest()[:16]


def _identity(compiled: Compiled, option: int) -> tuple[Any, ...]:
    """Return what identifies an option independently of its number: place, piece, and the motion if it matters."""
    owner, motion = compiled.meanings[option]
    return compiled.place_of(option), compiled.owner_names(owner)[0], motion


def tell_verdict(job: dict[str, Any], tell: Tell) -> None:
    """Report whether there is a tiling, whether it is the only one, or why there is none."""
    puzzle, progress = job["puzzle"], ToldProgress(tell)

    def body() -> dict[str, Any]:
        found = verdict(puzzle, limit=Limit(seconds=job["seconds"]), progress=progress)
        tell({"event": "solutions", "lines": [line_of(tiling) for tiling in found.tilings]})
        answer: dict[str, Any] = {"verdict": found.verdict, "ended": found.ended, "engine": found.engine}
        if found.reason:
            answer["reason"] = reason_row(puzzle, found.reason)
        return {**answer, "unique_up_to": found.unique_up_to, "seconds": found.times["total"], "asked": "verdict"}

    watched(tell, progress, body)


LOT = 50_000  # characters of tilings in one message


def list_tilings(job: dict[str, Any], tell: Tell) -> None:
    """Report tilings as lines of JSON: the first at once, then in batches, up to the requested number and size."""
    puzzle, partial = job["puzzle"], job.get("partial", ())
    most = 1 if job["number"] == 1 else None  # otherwise all are counted, however many are sent
    progress = ToldProgress(tell)
    stream = tilings(puzzle, most, partial=partial, limit=Limit(seconds=job["seconds"]), progress=progress)
    lots = _Lots(tell, job["number"], job["bytes"])

    def body() -> dict[str, Any]:
        _send(stream, lots, job.get("up_to", "none"), tell)
        outcome, count = stream.outcome, stream.found
        reason = reason_row(puzzle, stream.reason) if stream.reason else None
        answer = {"ended": outcome.ended, "verdict": stream.verdict, "reason": reason, "engine": outcome.engine}
        sent = {"sent": lots.sent, "full": lots.full, "up_to": job.get("up_to", "none")} if count and not most else {}
        return {"count": count, **sent, "seconds": round(progress.seconds, 3), **answer}

    watched(tell, progress, body)


def _send(stream: TilingStream, lots: _Lots, up_to: UpTo, tell: Tell) -> None:
    """Send the tilings that are new up to symmetry, the first as soon as it is found."""
    lines, orbits = LineWriter(), None
    for batch in stream.batches():
        if lots.full:
            continue
        if up_to != "none" and orbits is None:
            orbits = Orbits(stream.compiled, up_to)
        texts = lines(batch).splitlines(keepends=True)
        if orbits is not None:
            new = [orbits.add(solution) for solution in _solutions(stream.compiled, batch)]
            texts = [line for line, is_new in zip(texts, new, strict=True) if is_new]
        if not lots.sent:
            tell({"event": "solutions", "lines": texts[:1], "seconds": round(stream.progress.seconds, 4)})
            lots.sent, texts = 1, texts[1:]
        lots.add(texts)
    if not lots.sent:
        tell({"event": "solutions", "lines": [], "seconds": round(stream.progress.seconds, 4)})
    lots.send()


def _solutions(compiled: Compiled, batch: Sequence[Tiling]) -> Iterable[Solution]:
    """Return the options of tilings, including tilings found by a search without an exact cover."""
    if isinstance(batch, Tilings):
        return batch.solutions
    options = {
        (compiled.place_of(option), name): option
        for option, (owner, _) in enumerate(compiled.meanings)
        for name in compiled.owner_names(owner)
    }
    return [tuple(sorted(options[each.place, each.piece] for each in tiling.placements)) for tiling in batch]


class _Lots:
    """Lines to send to the page, in small messages so that no other message waits long."""

    def __init__(self, tell: Tell, number: int, most_bytes: int) -> None:
        self.tell, self.number, self.bytes = tell, number, most_bytes
        self.sent, self.full = 0, False
        self.lot: list[str] = []
        self.size = 0

    def add(self, lines: Iterable[str]) -> None:
        """Add lines until the requested number or size is reached."""
        for line in lines:
            if self.sent >= self.number or self.bytes <= 0:
                self.full = True
                return
            self.lot.append(line)
            self.sent += 1
            self.bytes -= len(line)
            self.size += len(line)
            if self.size > LOT:
                self.send()

    def send(self) -> None:
        """Send the collected lines."""
        if self.lot:
            self.tell({"event": "solutions", "lines": self.lot})
        self.lot, self.size = [], 0


def tell_hint(job: dict[str, Any], tell: Tell) -> None:
    """Report the next step after the placements on the board."""
    puzzle, placements = job["puzzle"], job["partial"]
    tell({"event": "end", "hint": next_step(puzzle, placements, Limit(seconds=job["seconds"]))})


def next_step(puzzle: Puzzle, placements: Sequence[Placement], limit: Limit) -> dict[str, Any]:
    """Return the easiest next step as fields, from which the page makes a sentence.

    `text` is the sentence of the command line. `placements` holds the placement that the step is about, and `others` is
    the number of further placements for which the same is true. `atoms` and `pieces` are the subject of the reason.
    `rule` names a broken rule.
    """
    step = hint(puzzle, placements, limit=limit)
    row: dict[str, Any] = {
        **{name: getattr(step, name) for name in ("kind", "technique", "tier", "ended", "text", "pieces")},
        "atoms": sorted(set(step.atoms)),
        "placements": [{**puzzle.placement_row(p), "atoms": puzzle.picture.atoms_of(p)} for p in step.placements[:1]],
        "others": max(0, len(step.placements) - 1),
    }
    if step.technique == "rules":
        row["rule"] = faults(puzzle, placements, partial=True)[0].rule
    return row


MEMORY = 256 << 20  # most bytes of the graph that holds all solutions
STEPS = 1500  # most nodes of a search to watch
LOOKING = 5.0  # most seconds that such a search may take


def map_places(job: dict[str, Any], tell: Tell) -> None:
    """Report how many tilings use each place."""
    puzzle, progress = puzzle_from_here(job), ToldProgress(tell)
    limit = Limit(seconds=job["seconds"], memory=MEMORY)
    watched(tell, progress, lambda: count_places(puzzle, Deadline(limit, progress)))


def show_steps(job: dict[str, Any], tell: Tell) -> None:
    """Report the steps of a plain search."""
    tell({"event": "end", **search_steps(puzzle_from_here(job), job["seconds"])})


def count_places(puzzle: Puzzle, deadline: Deadline) -> dict[str, Any]:
    """Return in how many tilings each piece covers each atom, counted exactly without listing tilings.

    `places` has a row for each class of identical pieces, or each clue: their names, and `[atom, number]`. The numbers
    are text, because they may exceed the page's integers. `ended` is "limit" if the graph of all tilings does not fit
    into memory or time.
    """
    try:
        prepared = prepare(puzzle, False, deadline, Clock())
        if prepared.compiled is None or prepared.reason is not None:
            return {"ended": "exhausted", "asked": "map", "total": "0", "places": []}
        graph = SolutionGraph(prepared.compiled.cover, deadline)
    except (LimitError, OutOfTimeError):
        return {"ended": "limit", "asked": "map"}
    places = _by_place(prepared.compiled, graph.with_option)
    return {"ended": "exhausted", "asked": "map", "total": str(graph.number), "places": places}


def _by_place(compiled: Compiled, with_option: tuple[int, ...]) -> list[dict[str, Any]]:
    numbers: dict[int, dict[Atom, int]] = {owner: defaultdict(int) for owner in compiled.owners}
    for option, number in enumerate(with_option):
        if number:
            for atom in compiled.atoms_of(option):
                numbers[compiled.meanings[option][0]][atom] += number
    return [
        {"pieces": compiled.owner_names(owner), "cells": [[atom, str(number)] for atom, number in sorted(row.items())]}
        for owner, row in numbers.items()
    ]


class _WatchedSearch(PlainSearch):
    """A plain search that records each step.

    The steps are the item it looks at, the number of options, and what it places and removes.
    """

    def __init__(self, compiled: Compiled, deadline: Deadline) -> None:
        super().__init__(compiled.cover, deadline)
        self.compiled = compiled
        self.steps: list[list[Any]] = []

    def choose(self) -> tuple[int | None, list[int]]:
        item, fitting = super().choose()
        if item is None:
            self.steps.append(["found"])
        elif item < len(self.compiled.atoms):
            self.steps.append(["look", self.compiled.atoms[item], len(fitting)])
        else:
            owner = self.compiled.item_owners.get(item)
            names = () if owner is None else self.compiled.owner_names(owner)
            self.steps.append(["choose", names, len(fitting)])
        return item, fitting

    def change(self, number: int, by: int) -> None:
        super().change(number, by)
        self.steps.append(["lay", number] if by > 0 else ["take"])


def search_steps(puzzle: Puzzle, seconds: float) -> dict[str, Any]:
    """Return the first steps of a plain search for all tilings, for people to watch.

    `steps` holds `["look", atom, ways]` and `["choose", pieces, ways]` for the item to branch on and its number of
    options, `["lay", number]` for placing a row of `placements`, `["take"]` for removing the last one, and `["found"]`
    for a tiling. `whole` is true if the search was completed.
    """
    deadline = Deadline(Limit(seconds=min(seconds, LOOKING), nodes=STEPS))
    try:
        prepared = prepare(puzzle, False, deadline, Clock())
    except OutOfTimeError:
        return {"ended": "limit", "asked": "steps"}
    if prepared.compiled is None:
        return {"ended": "exhausted", "asked": "steps", "steps": [], "placements": [], "whole": True}
    search = _WatchedSearch(prepared.compiled, deadline)
    whole = False
    with suppress(OutOfTimeError):
        for _ in search.run():
            pass
        whole = True
    number: dict[int, int] = {}  # numbers the placements used, from 0
    steps = [["lay", number.setdefault(step[1], len(number))] if step[0] == "lay" else step for step in search.steps]
    rows = [puzzle.placement_row(search.compiled.placement(option)) for option in number]
    return {"ended": "exhausted", "asked": "steps", "steps": steps, "placements": rows, "whole": whole}


CUTTING = 6.0  # seconds that cutting a board may take; then the level nearest to the difficulty is used
SPREAD = 1  # how many cells a piece may have more or fewer than requested


def tell_cut(job: dict[str, Any], tell: Tell) -> None:
    """Report a puzzle made by cutting a board into pieces."""
    asked = job["request"]
    size, cells = asked["size"], {tuple(cell) for cell in asked["cells"]}
    pieces = max(1, round(len(cells) / size))
    sizes = (max(1, size - SPREAD), size + SPREAD)
    try:
        made = make_level(
            Board(cells), pieces, asked["seed"], difficulty=asked["difficulty"], limit=CUTTING, sizes=sizes
        )
    except TilewrightError as error:
        raise PhrasedError(str(error), "not cut") from error
    tell({"event": "end", "puzzle": tables.dump_json(made.puzzle)})


TRIES = 200  # Shikaku rated to find one of the difficulty: at most half a second at 15 x 15
BLOCKS = {"easy": 6, "medium": 8, "hard": 10}  # pieces of a level of blocks
ASSEMBLED = {"easy": 4, "medium": 6, "hard": 9}  # pieces of a surprise silhouette
BOARDS = {  # boards of the falling-blocks game: rows x columns, with a multiple of four cells
    "easy": ("4x5", "4x6", "3x8", "6x4"),
    "medium": ("6x6", "5x8", "4x9", "7x8-r0c0,r0c7,r6c0,r6c7"),
    "hard": ("8x7", "8x8", "6x10", "9x8-r4c3,r4c4,r3c3,r3c4"),
}
TILES = {  # boards, numbers of labels and rules of edge-matching puzzles
    "easy": (
        EdgesRecipe("3x3", labels=5),
        EdgesRecipe("3x3", labels=8, border="free", turn=False),
        EdgesRecipe("h1", "triangular", labels=8, border="free"),
        EdgesRecipe("4x4", labels=12),
    ),
    "medium": (
        EdgesRecipe("4x4", labels=6),
        EdgesRecipe("4x4", labels=10, border="free", turn=False),
        EdgesRecipe("3x3", labels=4, border="free", match="partner"),
        EdgesRecipe("h2", "hexagonal", labels=8, border="free"),
        EdgesRecipe("t4", "triangular", labels=12),
    ),
    "hard": (
        EdgesRecipe("5x5", labels=8),
        EdgesRecipe("5x5", labels=10, border="free", turn=False),
        EdgesRecipe("4x4", labels=7, border="free", match="partner"),
        EdgesRecipe("h2", "triangular", labels=18),
    ),
}
CARDS = Path(__file__).parent / "cards.json"


def tell_new(job: dict[str, Any], tell: Tell) -> None:
    """Report a new puzzle made for a request."""
    tell({"event": "end", "puzzle": make_puzzle(job["request"])})


def _tetris(difficulty: str, seed: int) -> Puzzle:
    """Return a board with exactly the pieces of one of its tilings, which is drawn at random."""
    board = Board.of_size(Random(seed).choice(BOARDS[difficulty]))
    tetrominoes = select("tetrominoes!turn")
    drawn = solve(Packing(board, tuple(p.with_copies(0, None) for p in tetrominoes)), 1, random=seed)
    used = [placement.piece for placement in drawn.tilings[0].placements]
    return Packing(board, tuple(p.with_copies(n, n) for p in tetrominoes if (n := used.count(p.name))))


def _card(difficulty: str, seed: int) -> Puzzle:
    """Return one of the cards of this difficulty, which were computed beforehand."""
    cells, names = Random(seed).choice(_cards()[difficulty])
    return tables.parse_json(json.dumps({"lattice": "halfsquare", "pieces": f"fridgeiq:{names}", "board": cells}))


@lru_cache
def _cards() -> dict[str, list[list[Any]]]:
    cards: dict[str, list[list[Any]]] = json.loads(CARDS.read_text(encoding="utf-8"))
    return cards


def make_puzzle(request: Mapping[str, Any]) -> str:
    """Make the puzzle of a request; return it as JSON of the file format."""
    difficulty, seed = request["difficulty"], request["seed"]
    puzzle: Puzzle
    match request["system"]:
        case "shikaku":
            puzzle = make(Recipe(request["rows"], request["columns"], difficulty, tries=TRIES), seed).puzzle
        case "doodle-fit":
            puzzle = make_level(None, BLOCKS[difficulty], seed, difficulty=difficulty).puzzle
        case "tetris":
            puzzle = _tetris(difficulty, seed)
        case "fridgeiq":
            puzzle = _card(difficulty, seed)
        case "surprise":
            puzzle = assembled(select("fridgeiq"), ASSEMBLED[difficulty], seed)
        case _:
            puzzle = make_edges(Random(seed).choice(TILES[difficulty]), seed).puzzle
    return tables.dump_json(puzzle)


# The functions that do the jobs, by goal.
JOBS: dict[str, Callable[[dict[str, Any], Tell], None]] = {
    "list": list_tilings,
    "count": count_tilings,
    "found": tell_found,
    "verdict": tell_verdict,
    "map": map_places,
    "steps": show_steps,
    "hint": tell_hint,
    "new": tell_new,
    "cut": tell_cut,
}


def do(job: dict[str, Any], tell: Tell) -> None:
    """Do one job. Raises TilewrightError if the job is not possible."""
    JOBS[job["goal"]](job, tell)
