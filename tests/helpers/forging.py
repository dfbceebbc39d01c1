"""Forged certificates: genuine ones that were bent, and some that were built to deceive.

A `Case` is a small puzzle with its true number of tilings, by brute force. Forgers draw (certificate, proof beside it)
for the puzzle of a case, mostly of claims that are false of it.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.helpers.brute import Brute, TooManyError, divisions
from tests.helpers.generate import random_puzzle
from tilewright.api.certificate import _formula, refute, statement
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.problem import Solution
from tilewright.explain.reasons import invariant_reason
from tilewright.formats.certificate import escape_id
from tilewright.kinds import Packing, Shikaku
from tilewright.puzzle import Board, Puzzle
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.rules import Reason

Files = tuple[bytes, bytes | None]
LATTICES = ("square", "halfsquare", "triangular", "hexagonal")
ODD: tuple[Any, ...] = (
    True,
    False,
    None,
    2.0,
    1e300,
    2**53 + 1,
    2**64,
    -1,
    0,
    1,
    "",
    "A",
    [],
    [[]],
    {},
    [0, 0.0],
    10**30,
)


@dataclass(frozen=True)
class Case:
    """A puzzle, and how many tilings it has."""

    puzzle: Puzzle
    count: int

    @cached_property
    def compiled(self) -> Compiled:
        return self.puzzle.compile()

    @cached_property
    def tilings(self) -> list[Solution]:
        """The tilings as options of the cover."""
        found = engine("reference").solutions(self.compiled.cover, Limit())
        return [tuple(sorted(solution)) for batch in found for solution in batch]

    @cached_property
    def near(self) -> list[Reason]:
        """Invariants of boards that lack one of the cells."""
        board = self.puzzle.board
        if isinstance(self.puzzle, Shikaku) or self.puzzle.pinned or len(board.atoms) < 2:
            return []
        boards = [Board(board.atoms[:i] + board.atoms[i + 1 :], board.optional, board.lattice) for i in range(6)]
        puzzles = [Packing(each, self.puzzle.pieces) for each in boards if len(each.atoms) < len(board.atoms)]
        return [reason for puzzle in puzzles if (reason := invariant_reason(puzzle.compile())) is not None]

    @cached_property
    def lines(self) -> list[str]:
        """The tilings as a list of them would have them."""
        names = [escape_id(self.compiled.placement(option).id) for option in range(len(self.compiled.cover.options))]
        return sorted(" ".join(sorted(names[option] for option in tiling)) for tiling in self.tilings)

    def formula(self, known: list[Solution]) -> bytes:
        """The genuine formula with these tilings forbidden."""
        if (made := self.formulas.get(tuple(known))) is None:
            made = _formula(self.compiled, known, statement(self.compiled.cover, known)).encode()
            self.formulas[tuple(known)] = made
        return made

    @cached_property
    def formulas(self) -> dict[tuple[Solution, ...], bytes]:
        return {}

    @cached_property
    def clauses(self) -> list[str]:
        """The clauses of the formula that there is no tiling, as a proof would write them."""
        return [" ".join(map(str, clause)) for clause in statement(self.compiled.cover, []).cnf.clauses()]

    @cached_property
    def variables(self) -> int:
        return statement(self.compiled.cover, []).cnf.variables

    @cached_property
    def proof(self) -> list[str]:
        """A genuine proof that there are no other tilings than there are."""
        proof = refute(statement(self.compiled.cover, self.tilings), Deadline())
        assert proof is not None
        return proof


def cases(number: int) -> list[Case]:
    """Small puzzles on all kinds of lattices, each tenth a Shikaku; with few tilings, a third of them with none."""
    found: list[Case] = []
    seed = 0
    wanted = {True: number // 3, False: number - number // 3}
    while len(found) < number:
        seed += 1
        puzzle = _random_shikaku(seed) if seed % 10 == 0 else random_puzzle(seed, LATTICES)
        try:
            value = len(divisions(puzzle) if isinstance(puzzle, Shikaku) else Brute(puzzle, 60).unlabelled)
        except TooManyError:
            continue
        if value <= 12 and wanted[value == 0]:
            wanted[value == 0] -= 1
            found.append(Case(puzzle, value))
    return found


def _random_shikaku(seed: int) -> Shikaku:
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 3), rng.randint(2, 4)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    chosen = rng.sample(cells, rng.randint(1, max(1, len(cells) // 2)))
    return Shikaku(rows, columns, tuple((r, c, rng.choice([None, None, 1, 2, 2, 3, 4])) for r, c in chosen))


def bend(rng: random.Random, data: bytes) -> bytes:
    """Flip bits, drop, double or swap lines, or cut the end."""
    how = rng.randrange(6)
    if how == 0 and data:
        place = rng.randrange(len(data))
        return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
    lines = data.splitlines(keepends=True)
    if len(lines) < 2 or how == 1:
        return data[: rng.randrange(len(data) + 1)]
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    if how == 2:
        del lines[a]
    elif how == 3:
        lines.insert(a, lines[b])
    elif how == 4:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        words = lines[a].split()
        rng.shuffle(words)
        lines[a] = b" ".join(words) + b"\n"
    return b"".join(lines)


def forge_refutation(rng: random.Random, case: Case, others: list[Case]) -> Files:
    """A formula, mostly the genuine one of a claim that may be false, with a proof of something else, bent."""
    claim_unique = case.tilings and rng.random() < (0.6 if case.count > 1 else 0.1)
    known = [rng.choice(case.tilings)] if claim_unique else []
    formula = case.formula(known)
    source = case if rng.random() < 0.7 else rng.choice(others)
    if rng.random() < 0.1:
        formula = source.formula(known if source is case else [])
        formula = formula.replace(source.puzzle.digest.encode(), case.puzzle.digest.encode())
    if rng.random() < 0.1:
        formula = bend(rng, formula)
    lines = deceive(rng, list(source.proof), case)
    proof = "".join(f"{line}\n" for line in lines).encode()
    return formula, bend(rng, proof) if rng.random() < 0.4 else proof


def deceive(rng: random.Random, lines: list[str], case: Case) -> list[str]:
    """Lines of a proof with steps between them that no formula implies, but some checkers have believed."""
    most = case.variables
    fresh = most + rng.choice([0, 1, 1, 2])
    unit = f"{rng.choice([-1, 1]) * rng.randint(1, max(1, most))} 0"
    tricks: list[Callable[[], list[str]]] = [
        lambda: [f"{fresh} 0", f"{fresh + 1} -{fresh} 0", f"d {fresh + 1} -{fresh} 0", f"-{fresh + 1} 0", "0"],
        lambda: [unit, f"d {unit}", "0"],
        lambda: [f"{fresh} {unit}", f"-{fresh} {unit}", unit],
        lambda: [f"d {rng.choice(lines)}".replace("d d", "d")] if lines else ["d 0"],
        lambda: [f"d {clause} 0" for clause in rng.sample(case.clauses, min(len(case.clauses), 3))],
        lambda: [rng.choice(["00", "1", "1 0 2 0", "1  0", "1.0 0", "+1 0", f"{10**30} 0", "٣ 0", "", "c", "-0 0"])],
        lambda: [" ".join(rng.sample(words, len(words))) + " 0" for words in [rng.choice(lines or ["0"]).split()[:-1]]],
    ]
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(lines) + 1)
        lines[place:place] = rng.choice(tricks)()
    return lines


def forge_reason(rng: random.Random, case: Case, others: list[Case]) -> Files:
    """A reason that would sound well, with odd values in odd places."""
    puzzle = case.puzzle
    every = [*puzzle.board.atoms, *puzzle.board.optional]
    kind = rng.choice(["area", "region", "invariant", "invariant", "invariant"])
    modulus = rng.choice([2, 2, 3, 4, 5, 7])
    weights = random_weights(rng, every, modulus)
    part = rng.choice([rng.sample(every, rng.randint(0, len(every))), *puzzle.grid.components(every), []])
    names = [piece.name for piece in getattr(puzzle, "pieces", ())]
    told = {
        "kind": kind,
        "atoms": part if kind != "invariant" else [],
        "modulus": modulus if kind == "invariant" else None,
        "weights": weights if kind == "invariant" else [],
        "pieces": [[name, rng.randrange(modulus)] for name in names if rng.random() < 0.5],
    }
    if case.near and rng.random() < 0.3:
        told |= _nearly(rng, rng.choice(case.near), every)
    head: dict[str, Any] = {"tilewright": 1, "certificate": "reason", "puzzle": puzzle.digest, "reason": told}
    for _ in range(rng.choice([0, 0, 0, 0, 0, 1, 2])):
        spoil(rng, rng.choice([head, told, told]))
    data = (json.dumps(head) + "\n").encode()
    return (bend(rng, data) if rng.random() < 0.2 else data), None


def _nearly(rng: random.Random, reason: Reason, every: list[Any]) -> dict[str, Any]:
    """The invariant of a board that is not quite the same; the cells it lacks get any weight."""
    modulus = reason.modulus or 2
    weights = {atom: weight for atom, weight in reason.weights if atom in every}
    weights |= {atom: rng.randrange(modulus) for atom in every if atom not in weights and rng.random() < 0.8}
    rows = [[list(atom), weight] for atom, weight in weights.items()]
    return {"kind": "invariant", "atoms": [], "modulus": modulus, "weights": rows, "pieces": reason.pieces}


def random_weights(rng: random.Random, every: list[Any], modulus: int) -> list[Any]:
    """Weights by color, by stripe or at random, often of a part of the board only."""
    how = rng.randrange(4)
    factor = [rng.randrange(modulus) for _ in range(5)]
    raised = rng.choice([[0], [0], [0, modulus, -modulus], [0, 2**53 * modulus]])
    rows = []
    for atom in every:
        by_place = sum(f * v for f, v in zip(factor, atom, strict=False)) + factor[4]
        value = rng.randrange(modulus) if how == 0 else by_place if how < 3 else int(rng.random() < 0.2)
        rows.append([list(atom), value % modulus + rng.choice(raised)])
    return rows if rng.random() < 0.7 else rng.sample(rows, rng.randint(0, len(rows)))


def spoil(rng: random.Random, value: Any) -> None:
    """Somewhere in a JSON value put something odd, rename a key, drop or double an entry."""
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return None
    key = rng.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and rng.random() < 0.8:
        return spoil(rng, value[key])
    how = rng.randrange(4)
    if how < 2:
        value[key] = deepcopy(rng.choice(ODD))
    elif isinstance(value, list):
        value.insert(key, deepcopy(value[rng.choice(keys)])) if how == 2 else value.pop(key)
    else:
        value[f"{key}s"] = value.pop(key) if how == 2 else deepcopy(value[key])
    return None


def forge_tilings(rng: random.Random, case: Case, others: list[Case]) -> Files:
    """A list of tilings that lacks some, has some twice or has some that are none; its number and hash fit, or not."""
    lines = list(case.lines if rng.random() < 0.8 else rng.choice(others).lines)
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(lines) + 1)
        words = lines[place].split() if place < len(lines) else [rng.choice(["", " ", "A@0,0/0", "%", "x"])]
        rng.shuffle(words)
        changes = [lambda at=place: lines.pop(at) if at < len(lines) else None]
        changes.append(lambda at=place, some=words: lines.insert(at, " ".join(some)))
        changes.append(lambda at=place, some=words: lines.insert(at, " ".join(some[1:])))
        rng.choice(changes)()
    if rng.random() < 0.8:
        lines.sort()
    body = "".join(f"{line}\n" for line in lines).encode()
    head: dict[str, Any] = {"tilewright": 1, "certificate": "tilings", "puzzle": case.puzzle.digest}
    head |= {"count": len(lines), "sha256": hashlib.sha256(body).hexdigest()}
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        spoil(rng, head)
    data = json.dumps(head).encode() + b"\n" + body
    return (bend(rng, data) if rng.random() < 0.2 else data), None
