"""Forges certificates of false claims, kind by kind, for puzzles that are made for it.

    python -m tests.campaign.forge --each 1000 [--seed 7] ["polygons: angles" ...]

Each forger draws a puzzle that is solvable by construction (`solvable.py`) or whose number of tilings a slow program has found, and
writes the strongest false claim that it can: the words of the claim where a checker believes nothing else, a genuine certificate
of a puzzle that differs in one thing, numbers added up over a cover that is not quite the puzzle's, a proof with a step that
does not follow. Some are then written as no certificate should be: other types, doubled keys, digits of other scripts. A certificate
that passes although its claim is false ends the run.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tilewright as tw
from tests.campaign.solvable import MAKERS, Solvable, cut_packing, cut_shikaku
from tests.helpers import forging
from tests.helpers.brute import TooManyError, divisions
from tests.helpers.colors import random_colored_cover
from tests.helpers.constrained import labelled_tilings, random_sentence
from tests.helpers.edge_brute import EdgeBrute
from tests.helpers.edge_brute import TooManyError as TooManyTiles
from tests.helpers.forging import Case, Files, bend, spoil
from tests.helpers.generate import random_cover
from tilewright.api.certificate import check_cover_proof, cover_of_board, reason_certificate
from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.exact_cover import proof_check
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.frontier_count import cover_digest
from tilewright.exact_cover.limits import NEVER, Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.explain.count_states import CountStates
from tilewright.explain.reasons import invariant_reason
from tilewright.formats.certificate import ProofCheck
from tilewright.kinds import EdgeMatching, Packing, Polygons, Shikaku
from tilewright.kinds.packing.constraints import parse_constraint
from tilewright.kinds.packing.puzzle import Pin
from tilewright.puzzle import Board, Puzzle
from tilewright.puzzle.rules import Reason

PLAIN = (
    "square",
    "square",
    "halfsquare",
    "triangular",
    "hexagonal",
)  # lattices of which the slow program knows the rules
MOST_TILINGS = 40
MOST_CELLS = 10  # of a puzzle that is counted


@dataclass(frozen=True)
class Forgery:
    """A certificate, and the number of tilings of its puzzle, or of solutions of its cover; None for some."""

    subject: Puzzle | ExactCover
    files: Files
    count: int | None = None

    def is_true(self, claim: str) -> bool:
        """Whether what a certificate claims is true."""
        if self.count is None:
            return claim not in ("impossible", "count 0")
        return claim in {0: ("impossible", "count 0"), 1: ("unique", "count 1")}.get(
            self.count, (f"count {self.count}",)
        )

    def check(self, path: Path) -> ProofCheck:
        """What the checker says of it."""
        content, proof = self.files
        beside = path.with_name(f"{path.name}.drat")
        path.write_bytes(content)
        beside.unlink(missing_ok=True)
        if proof is not None:
            beside.write_bytes(proof)
        if isinstance(self.subject, ExactCover):
            return check_cover_proof(self.subject, path, NEVER)
        return tw.check_proof(self.subject, path)


# Puzzles that differ in one thing


def variant(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """A puzzle that differs in one thing from this one."""
    changes = {
        Packing: _packing_change,
        Shikaku: _shikaku_change,
        EdgeMatching: _edges_change,
        Polygons: _polygons_change,
    }
    for _ in range(20):
        try:
            return changes[type(puzzle)](rng, puzzle)  # type: ignore[operator]
        except (NotationError, LimitError, IndexError, ValueError):
            continue
    return puzzle


def _packing_change(rng: random.Random, puzzle: Packing) -> Packing:
    board, pieces = puzzle.board, list(puzzle.pieces)
    place = rng.randrange(len(pieces))
    lo, hi = pieces[place].copies
    atom = rng.choice([*board.atoms, *board.optional])
    beside = rng.choice(list(puzzle.grid.adjacent(atom)))

    def with_board(atoms: Any, optional: Any, lattice: str = board.lattice) -> Packing:
        kept = [pair for pair in board.paint if pair[0] in (*atoms, *optional)]
        return replace(
            puzzle, board=Board(tuple(atoms), tuple(optional), lattice, tuple(kept)), pinned=(), constraints=()
        )

    def with_piece(**changes: Any) -> Packing:
        return replace(puzzle, pieces=(*pieces[:place], replace(pieces[place], **changes), *pieces[place + 1 :]))

    def without(atoms: Any) -> list[Any]:
        return [each for each in atoms if each != atom]

    changes: list[Callable[[], Packing]] = [
        lambda: with_board(without(board.atoms), without(board.optional)),
        lambda: with_board(sorted({*board.atoms, atom}), without(board.optional)),
        lambda: with_board(without(board.atoms), sorted({*board.optional, atom})),
        lambda: with_board(sorted({*board.atoms, beside}), [each for each in board.optional if each != beside]),
        lambda: with_board(board.atoms, board.optional, puzzle.grid.plane.name),
        lambda: with_piece(copies=(max(0, lo - 1), hi)),
        lambda: with_piece(copies=(lo + 1, hi if hi is None else max(lo + 1, hi))),
        lambda: with_piece(copies=(min(lo, max(1, (hi or 2) - 1)), max(1, (hi or 2) - 1))),
        lambda: with_piece(motion="fixed"),
        lambda: with_piece(atoms=pieces[place].atoms[1:]),
        lambda: replace(puzzle, pieces=tuple(pieces[:place] + pieces[place + 1 :]), pinned=(), constraints=()),
        lambda: replace(puzzle, constraints=(*puzzle.constraints, parse_constraint(random_sentence(rng, puzzle)))),
        lambda: replace(puzzle, constraints=puzzle.constraints[1:]),
        lambda: replace(puzzle, pinned=puzzle.pinned[1:]),
        lambda: puzzle.with_pins((_random_pin(rng, puzzle),)),
    ]
    return rng.choice(changes)()


def _random_pin(rng: random.Random, puzzle: Packing) -> Pin:
    compiled = puzzle.compile()
    placed = compiled.placement(rng.randrange(len(compiled.cover.options) or 1))
    return Pin(placed.piece, placed.atoms)


def _shikaku_change(rng: random.Random, puzzle: Shikaku) -> Shikaku:
    clues = list(puzzle.clues)
    row, column, value = clues.pop(rng.randrange(len(clues)))
    size = puzzle.rows + rng.randint(0, 1), puzzle.columns + rng.randint(0, 1)
    changes = [
        lambda: Shikaku(*size, puzzle.clues),
        lambda: Shikaku(puzzle.rows, puzzle.columns, tuple(clues)),
        lambda: replace(puzzle, clues=(*clues, (row, column, (value or 1) + rng.choice([-1, 1, 2]))), pinned=()),
        lambda: replace(puzzle, clues=(*clues, (row, column, None))),
        lambda: replace(puzzle, clues=(*clues, (rng.randrange(size[0]), rng.randrange(size[1]), value)), pinned=()),
    ]
    return rng.choice(changes)()


def _edges_change(rng: random.Random, puzzle: EdgeMatching) -> EdgeMatching:
    tiles = list(puzzle.tiles)
    place = rng.randrange(len(tiles))
    tile = tiles[place]
    lo, hi = tile.copies
    side = rng.randrange(len(tile.labels))
    labels = (*tile.labels[:side], rng.choice(puzzle.labels_used), *tile.labels[side + 1 :])

    def with_tile(**changes: Any) -> EdgeMatching:
        return replace(puzzle, tiles=(*tiles[:place], replace(tile, **changes), *tiles[place + 1 :]), pinned=())

    changes = [
        lambda: with_tile(labels=labels),
        lambda: with_tile(copies=(max(0, lo - 1), hi)),
        lambda: with_tile(copies=(lo + 1, hi if hi is None else max(lo + 1, hi))),
        lambda: with_tile(copies=(min(lo, max(1, (hi or 2) - 1)), max(1, (hi or 2) - 1))),
        lambda: with_tile(motion="fixed"),
        lambda: replace(puzzle, border=rng.choice([*puzzle.labels_used, "free", "uniform"])),
        lambda: replace(puzzle, match="partner" if puzzle.match == "same" else "same"),
        lambda: replace(puzzle, pinned=puzzle.pinned[1:]),
        lambda: replace(puzzle, board=Board(puzzle.board.atoms[1:], lattice=puzzle.lattice), pinned=()),
    ]
    return rng.choice(changes)()


def _polygons_change(rng: random.Random, puzzle: Polygons) -> Polygons:
    pieces = list(puzzle.pieces)
    piece = pieces.pop(rng.randrange(len(pieces)))
    changes = [
        lambda: replace(puzzle, pieces=tuple(pieces), pinned=()),
        lambda: replace(puzzle, pieces=(*pieces, replace(piece, copies=piece.copies + 1)), pinned=()),
        lambda: replace(puzzle, pieces=(*pieces, replace(piece, flip=False)), pinned=()),
    ]
    return rng.choice(changes)()


# Reasons


def reason_body(rng: random.Random, kind: str, target: Solvable) -> dict[str, Any]:
    """A reason of a kind, as a certificate has it."""
    puzzle = target.puzzle
    told: dict[str, Any] = {"kind": kind, "atoms": [], "modulus": None, "weights": [], "pieces": []}
    if kind == "region":
        told["atoms"] = _region(rng, target)
    elif kind == "invariant":
        told |= _invariant(rng, target)
    elif rng.random() < 0.05 and puzzle.board.atoms:
        told["atoms"] = [rng.choice(puzzle.board.atoms)]
    return told


def _region(rng: random.Random, target: Solvable) -> list[Any]:
    """Cells that might pass for a part apart: what pins leave, unions and halves of parts, what a piece covers."""
    puzzle, board = target.puzzle, target.puzzle.board
    pinned = {atom for pin in puzzle.pinned_placements for atom in pin.atoms}
    every = [*board.atoms, *board.optional]
    parts = puzzle.grid.components([atom for atom in every if atom not in pinned]) or [tuple(every)]
    must = puzzle.grid.components([atom for atom in board.atoms if atom not in pinned]) or [tuple(every)]
    part = list(rng.choice([*parts, *must]))
    some = [
        part,
        part,
        [atom for each in rng.sample(parts, rng.randint(1, len(parts))) for atom in each],
        [atom for atom in part if atom in board.optional],
        [atom for atom in part if atom in board.atoms],
        part + part,
        part[: len(part) // 2],
        list(rng.choice(target.tiling).atoms),
        every,
        [*part, tuple(value + 1 for value in part[-1])],
        sorted(pinned),
    ]
    return rng.choice(some)


def _invariant(rng: random.Random, target: Solvable) -> dict[str, Any]:
    """Weights that hold for nearly all placements: genuine ones of a puzzle that differs in one thing, or of fewer placements."""
    puzzle = target.puzzle
    every = [*puzzle.board.atoms, *puzzle.board.optional]
    reason = None
    if rng.random() < 0.8:
        reason = _near_invariant(rng, puzzle)
    if reason is None:
        modulus = rng.choice([2, 2, 3, 4, 5, 9])
        names = [piece.name for piece in getattr(puzzle, "pieces", ())]
        pieces = [[name, rng.randrange(modulus)] for name in names if rng.random() < 0.5]
        return {"modulus": modulus, "weights": forging.random_weights(rng, every, modulus), "pieces": pieces}
    modulus = reason.modulus or 2
    weights = {atom: weight % modulus for atom, weight in reason.weights if atom in every or rng.random() < 0.02}
    weights |= {atom: rng.randrange(modulus) for atom in every if atom not in weights and rng.random() < 0.7}
    pieces = [[name, weight % modulus] for name, weight in reason.pieces if rng.random() < 0.95]
    return {"modulus": modulus, "weights": [[atom, weight] for atom, weight in weights.items()], "pieces": pieces}


def _near_invariant(rng: random.Random, puzzle: Puzzle) -> Reason | None:
    try:
        changed = variant(rng, puzzle) if rng.random() < 0.7 else puzzle
        compiled = changed.compile()
        if rng.random() < 0.7:
            number = len(compiled.cover.options)
            kept = sorted(rng.sample(range(number), max(0, number - rng.randint(0, 3))))
            meanings = tuple(compiled.meanings[option] for option in kept)
            compiled = replace(
                compiled.without_constraints(), cover=compiled.cover.with_options(kept), meanings=meanings
            )
        return invariant_reason(compiled)
    except (NotationError, LimitError, AssertionError, IndexError):
        return None


def forge_reason(rng: random.Random, maker: str, kind: str) -> Iterator[Forgery]:
    target = MAKERS[maker](rng)
    puzzle = target.puzzle
    for _ in range(4):
        head = _head("reason", puzzle.digest, reason=reason_body(rng, kind, target))
        yield Forgery(puzzle, (disguised(rng, head), None))
    changed = variant(rng, puzzle)
    for reason in _reasons(changed):
        if reason.kind in changed.checkers.checkable_reasons():
            text = reason_certificate(changed, reason).content.replace(changed.digest, puzzle.digest)
            yield Forgery(puzzle, (text.encode(), None))


def _reasons(puzzle: Puzzle) -> list[Reason]:
    try:
        found = [*puzzle.reasons.of_areas(NEVER)]
    except LimitError:  # a length whose square root cannot be taken apart
        return []
    if not isinstance(puzzle, Polygons):
        found += puzzle.reasons.of_placements(puzzle.compile(), NEVER)
    return found


def _head(kind: str, digest: str, **fields: Any) -> dict[str, Any]:
    return {"tilewright": 1, "certificate": kind, "puzzle": digest, **fields}


def disguised(rng: random.Random, head: dict[str, Any], body: bytes = b"") -> bytes:
    """A certificate, mostly as it should be written; else with values, keys or digits as none should have."""
    if rng.random() < 0.15:
        spoil(rng, rng.choice([head, head.get("reason", head)]))
    data = json.dumps(head).encode()
    if rng.random() < 0.15:
        data = _rewritten(rng, data)
    data += b"\n" + body
    return bend(rng, data) if rng.random() < 0.05 else data


def _rewritten(rng: random.Random, data: bytes) -> bytes:
    """One number written in another way, or one key doubled."""
    text = data.decode()
    numbers = list(re.finditer(r"(?<![\w\".])-?\d+(?![\w\".])", text))
    if not numbers or rng.random() < 0.2:
        key = rng.choice(re.findall(r'"[a-z]+": ', text))
        return text.replace(key, f"{key}{rng.choice(['0', '[]', 'null', '1'])}, {key}", 1).encode()
    found = rng.choice(numbers)
    value = int(found[0])
    ways = [f"{value}.0", f"{value}e0", f"0{value}", f"+{value}", f'"{value}"', f"{value}.00000000000000000001"]
    ways += [f"{value + 2**64}", f"{value + 2**53}", f"{value - 2**63}", "true", "false", "null", "NaN", "1e999", "-0"]
    ways += ["".join(chr(0x660 + int(digit)) for digit in str(abs(value))), f"{value}{'0' * 400}"]
    return (text[: found.start()] + rng.choice(ways) + text[found.end() :]).encode()


# Counts, refutations and lists, of puzzles whose number of tilings is known


def counted(rng: random.Random, maker: str) -> Case | None:
    """A puzzle with few tilings, often none, counted by a slow program of its own."""
    made = (
        cut_packing(rng, 7, PLAIN)
        if maker == "packing"
        else cut_shikaku(rng, 4)
        if maker == "shikaku"
        else MAKERS[maker](rng)
    )
    puzzle = variant(rng, made.puzzle) if rng.random() < 0.4 else made.puzzle
    if len(puzzle.board.atoms) + len(puzzle.board.optional) > MOST_CELLS or max(puzzle.board.extent) > 2 * MOST_CELLS:
        return None  # the slow program is too slow
    try:
        count = number_of_tilings(puzzle)
    except (TooManyError, TooManyTiles, LimitError):
        return None
    return Case(puzzle, count) if count <= MOST_TILINGS else None


def number_of_tilings(puzzle: Puzzle) -> int:
    """The number of tilings, by programs that know neither covers nor the checkers."""
    if isinstance(puzzle, Shikaku):
        return len(divisions(puzzle))
    if isinstance(puzzle, EdgeMatching):
        if len(puzzle.board.atoms) > 6:
            raise TooManyError
        return len(EdgeBrute(puzzle, 100).tilings)
    if isinstance(puzzle, Polygons):
        return tw.count(puzzle).value  # by the search by corners, which the check does not ask
    assert isinstance(puzzle, Packing)
    kind: dict[str, object] = {}
    for piece in puzzle.pieces:
        forms = frozenset((atoms, frozenset(paints)) for atoms, paints in piece.paint_variants.items())
        kind[piece.name] = piece.name if piece.name in puzzle.told_apart else forms
    every = labelled_tilings(puzzle, 300)
    return len({frozenset((kind[name], cells) for name, cells in tiling) for tiling in every})


def forge_refutation(rng: random.Random, maker: str) -> Iterator[Forgery]:
    case = counted(rng, maker)
    if case is None or not case.puzzle.board.atoms:
        return
    others = [case]
    changed = Case(variant(rng, case.puzzle), 0)
    if len(changed.tilings) == 0:
        others.append(changed)
    for _ in range(5):
        yield Forgery(case.puzzle, forging.forge_refutation(rng, case, others), case.count)


def forge_tilings(rng: random.Random, maker: str) -> Iterator[Forgery]:
    case = counted(rng, maker)
    if case is None:
        return
    try:
        others = [Case(variant(rng, case.puzzle), 0)]
        others[0].lines.copy()  # they are made now
    except LimitError:  # polygons whose positions are not in the field
        others = [case]
    for _ in range(5):
        yield Forgery(case.puzzle, forging.forge_tilings(rng, case, others), case.count)


def forge_states(rng: random.Random, maker: str) -> Iterator[Forgery]:
    if maker == "packing":
        target = cut_packing(rng, 8)
        puzzle: Puzzle = variant(rng, target.puzzle) if rng.random() < 0.3 else target.puzzle
        puzzle = replace(puzzle, constraints=tuple(each for each in puzzle.constraints if each.is_of_each))  # type: ignore[arg-type, attr-defined]
    else:
        puzzle = MAKERS[maker](rng).puzzle
    if not puzzle.board.atoms:
        return
    compiled = puzzle.compile()
    count = reference_count(compiled.cover)
    if count is None:
        return
    axes = list(range(len(compiled.atoms[0])))
    for _ in range(4):
        rng.shuffle(axes)
        source = compiled if rng.random() < 0.6 else variant(rng, puzzle).compile()
        if not source.atoms or source.without_constraints().cover.size != source.cover.size:
            continue
        yield from _states(rng, puzzle, puzzle.digest, count, cover_of_board(source, axes), axes)


def forge_cover_states(rng: random.Random) -> Iterator[Forgery]:
    cover = random_colored_cover(rng.randrange(10**6), 9) if rng.random() < 0.5 else random_cover(rng.randrange(10**6))
    count = None if cover.validate() else reference_count(cover)
    if count is None:
        return
    order = list(range(len(cover.lo)))
    for _ in range(4):
        rng.shuffle(order)
        yield from _states(rng, cover, cover_digest(cover), count, (cover, order), order)


def reference_count(cover: ExactCover) -> int | None:
    """The number of solutions by the reference; None where it takes long."""
    stream = engine("reference").solutions(cover, Limit(nodes=1000))
    found = sum(map(len, stream))
    return found if stream.outcome.ended == "exhausted" else None


class LyingStates(CountStates):
    """States of a cover, with numbers that are added up rightly from one that is not."""

    def __init__(self, rng: random.Random, cover: ExactCover, order: list[int]) -> None:
        self.rng, self.lies = rng, int(rng.random() < 0.5)
        super().__init__(cover, order, most=2000)

    def _add(self, place: int, kept: int, states: dict[int, int]) -> None:
        super()._add(place, kept, states)
        if self.lies and states and self.rng.random() < 0.2:
            self.lies -= 1
            states[self.rng.choice(sorted(states))] += self.rng.choice([-1, 1, 1, 10**30])


def _states(
    rng: random.Random,
    subject: Puzzle | ExactCover,
    digest: str,
    count: int,
    sweep: tuple[ExactCover, list[int]],
    told: list[int],
) -> Iterator[Forgery]:
    """Genuine states, states of a cover with other bounds or fewer options, and states of which one is wrong."""
    cover, order = sweep
    if rng.random() < 0.5:
        cover = _near_cover(rng, cover)
    try:
        states = LyingStates(rng, cover, order)
    except LimitError:
        return
    lines = [f"{line}\n" for line in states.lines()]
    value = states.value if rng.random() < 0.9 else rng.choice([0, count + 1, count - 1, 10**400])
    if rng.random() < 0.3 and lines:
        _reorder(rng, lines)
    head = _head("states", digest, version=2, count=str(value), order=list(told))
    yield Forgery(subject, (disguised(rng, head, "".join(lines).encode()), None), count)


def _near_cover(rng: random.Random, cover: ExactCover) -> ExactCover:
    """The cover with one bound or some options changed."""
    lo, hi = list(cover.lo), list(cover.upper)
    if not lo:
        return cover
    item = rng.randrange(len(lo))
    how = rng.randrange(4)
    if how == 0:
        lo[item] = max(0, lo[item] - 1)
    elif how == 1:
        hi[item] = max(lo[item], min(hi[item], 5) + rng.choice([-1, 1]))
    elif how == 2:
        lo[item] = hi[item] = min(hi[item], lo[item] + 1)
    else:
        number = len(cover.options)
        return cover.with_options(sorted(rng.sample(range(number), max(0, number - 1))))
    changed = cover.replace(lo=lo, hi=hi)
    return changed if changed.validate() is None else cover


def _reorder(rng: random.Random, lines: list[str]) -> None:
    """Move, double or drop lines, groups among them, or give one state two numbers."""
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(4)
    if how == 0:
        lines.insert(a, lines.pop(b))
    elif how == 1:
        lines.insert(a, lines[b])
    elif how == 2:
        del lines[a]
    else:
        covered, _, number = lines[a].rstrip("\n").partition(" ")
        lines.insert(b, f"{covered} {int(number or 0) + 1}\n" if number.isdigit() else lines[a])


Forger = Callable[[random.Random], Iterator[Forgery]]


def _table() -> dict[str, Forger]:
    reasons = {
        "packing": ("area", "region", "invariant"),
        "shikaku": ("area",),
        "edges": ("area", "labels"),
        "polygons": ("area", "angles"),
    }
    table: dict[str, Forger] = {}
    for maker, kinds in reasons.items():
        table |= {f"{maker}: {kind}": lambda rng, m=maker, k=kind: forge_reason(rng, m, k) for kind in kinds}  # type: ignore[misc]
    for maker in ("packing", "shikaku", "edges"):
        table[f"{maker}: refutation"] = lambda rng, m=maker: forge_refutation(rng, m)  # type: ignore[misc]
        table[f"{maker}: states"] = lambda rng, m=maker: forge_states(rng, m)  # type: ignore[misc]
    for maker in MAKERS:
        table[f"{maker}: tilings"] = lambda rng, m=maker: forge_tilings(rng, m)  # type: ignore[misc]
    table["cover: states"] = forge_cover_states
    return table


FORGERS = _table()


class ForgedError(AssertionError):
    """A false claim has passed."""


def campaign(name: str, each: int, seed: int, folder: Path) -> Counter[str]:
    """Draw so many forgeries of a kind and check them. Returns how they ended; ForgedError where one passes."""
    seen = Counter[str]()
    number = 0
    while seen.total() < each:
        number += 1
        for forgery in FORGERS[name](random.Random(f"{name} {seed} {number}")):
            seen[judge(forgery, folder / "proof", f"{name}, seed {seed}, puzzle {number}")] += 1
    return seen


def judge(forgery: Forgery, path: Path, where: str) -> str:
    """How a forgery ended."""
    try:
        checked = forgery.check(path)
    except TilewrightError as error:
        assert "\n" not in str(error), error
        return "refused"
    if not checked.good:
        return "rejected, true" if checked.claim and forgery.is_true(checked.claim) else "rejected, false"
    if not forgery.is_true(checked.claim):
        raise ForgedError(f"{where}: {checked.claim} of {forgery.subject!r}: {checked.text}; {forgery.files!r}")
    return "accepted, true"


def main() -> None:
    """Run forgers and print a line for each: how its forgeries ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(FORGERS), help="forgers; all by default")
    parser.add_argument("--each", type=int, default=1000, help="forgeries of each")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    args = parser.parse_args()
    proof_check.opinions = lambda *_: iter(())  # our own checker has to see through it alone
    print(f"seed {args.seed}")
    ends = ("refused", "rejected, false", "rejected, true", "accepted, true")
    print(f"{'':22} {'puzzles made for it':>10} " + " ".join(f"{end:>16}" for end in ends))
    with TemporaryDirectory() as folder:
        for name in args.names:
            began = time.monotonic()
            seen = campaign(name, args.each, args.seed, Path(folder))
            row = " ".join(f"{seen[end]:>16}" for end in ends)
            print(f"{name:22} {seen.total():>10} {row}   {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
