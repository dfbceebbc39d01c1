"""Convert puzzles, tilings, hints, verdicts and ratings to plain dictionaries and JSON, and back.

The dictionary of a puzzle is the content of its JSON file. The others state their type by the key `kind` and
contain the puzzle that they are about, so that each can be read by itself. Input is not trusted: types are
strict, and the tilings of a verdict are checked. The truth of a verdict and the quality of a hint are not
checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from tilewright.api.verdict import Verdict
from tilewright.errors import NotationError, argument_error, check_instance, quote
from tilewright.exact_cover.outcome import Ended, UpTo
from tilewright.explain.techniques import Rating
from tilewright.kinds import KINDS
from tilewright.lattice import Atom
from tilewright.loader import load
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.puzzle import Hint, Kind, Tier
from tilewright.puzzle.rules import Reason
from tilewright.puzzle.table import PlacementRow, learnt, parse_json
from tilewright.system import dumps_json, dumps_line

Value = Puzzle | Tiling | Hint | Verdict | Rating


class _Data(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    tilewright: Literal[1]
    kind: str


class _Tiling(_Data, kw_only=True):
    puzzle: dict[str, Any]
    placements: list[PlacementRow]


class _Rating(_Data, kw_only=True):
    tier: Tier
    techniques: tuple[tuple[str, int], ...]
    solvable: bool = True


class _Hint(_Data, kw_only=True):
    step: Kind
    technique: str
    tier: str
    text: str
    puzzle: dict[str, Any]
    position: list[PlacementRow]
    placements: list[PlacementRow]
    atoms: tuple[Atom, ...] = ()
    ended: Ended = "exhausted"
    pieces: tuple[str, ...] = ()


class _Reason(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    kind: str
    text: str
    atoms: tuple[Atom, ...] = ()
    modulus: int | None = None
    weights: tuple[tuple[Atom, int], ...] = ()
    pieces: tuple[tuple[str, int], ...] = ()


class _Verdict(_Data, kw_only=True):
    puzzle: dict[str, Any]
    verdict: Literal["impossible", "unique", "several", "unknown"]
    tilings: list[list[PlacementRow]] = []
    unique_up_to: UpTo | None = None
    reason: _Reason | None = None
    proof: Literal["checked", "unchecked"] | None = None
    ended: Ended = "exhausted"
    engine: str = ""
    nodes: int = 0


STRUCTS: dict[str, type[_Data]] = {"tiling": _Tiling, "rating": _Rating, "hint": _Hint, "verdict": _Verdict}


def to_dict(value: Value) -> dict[str, Any]:
    """Return a puzzle, tiling, hint, verdict or rating as a dictionary of plain lists, texts and numbers.

    Raises ArgumentError for anything else, and for a hint that names no position.

    >>> from tilewright import load, solve
    >>> data = to_dict(solve(load("tetrominoes:O@2x2"))[0])
    >>> data["kind"], data["placements"]
    ('tiling', [{'piece': 'O', 'id': 'O@0,0/0', 'cells': [[0, 0], [0, 1], [1, 0], [1, 1]]}])
    """
    if isinstance(value, Puzzle):
        return value.to_table()
    if isinstance(value, Tiling):
        return {**_head("tiling"), "puzzle": value.puzzle.to_table(), "placements": _rows(value.puzzle, value)}
    if isinstance(value, Rating):
        return {**_head("rating"), **_fields(value, "tier", "techniques", "solvable")}
    if isinstance(value, Hint) and value.position is not None:
        puzzle = value.position.puzzle
        return {
            **_head("hint"),
            "step": value.kind,
            **_fields(value, "technique", "tier", "text"),
            "puzzle": puzzle.to_table(),
            "position": _rows(puzzle, value.position),
            "placements": _rows(puzzle, value.placements),
            **_fields(value, "atoms", "ended", "pieces"),
        }
    if isinstance(value, Verdict):
        puzzle, reason = value.puzzle, value.reason
        why = {} if reason is None else {"reason": _fields(reason, *_Reason.__struct_fields__)}
        return {
            **_head("verdict"),
            "puzzle": puzzle.to_table(),
            "verdict": value.verdict,
            "tilings": [_rows(puzzle, tiling) for tiling in value.tilings],
            **why,
            **_fields(value, "unique_up_to", "proof", "ended", "engine", "nodes"),
        }
    raise argument_error("value", value, "a puzzle, tiling, hint, verdict or rating", False)


def _head(kind: str) -> dict[str, Any]:
    return {"tilewright": 1, "kind": kind}


def _rows(puzzle: Puzzle, placements: Iterable[Placement]) -> list[dict[str, Any]]:
    return [puzzle.placement_row(placement) for placement in placements]


def _fields(value: object, *names: str) -> dict[str, Any]:
    return {name: _plain(getattr(value, name)) for name in names}


def _plain(value: object) -> object:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def from_dict(data: Mapping[str, Any]) -> Value:
    """Return the value that `to_dict` converted to such a dictionary.

    Raises NotationError with the fault if the dictionary is not valid.

    >>> from tilewright import load, rate
    >>> rating = rate(load("FNPUV@5x5"))
    >>> from_dict(to_dict(rating)) == rating
    True
    """
    if not isinstance(data, Mapping):
        raise argument_error("data", data, "a dictionary, as to_dict gives it", False)
    kind = data.get("kind", "packing")
    if not isinstance(kind, str) or kind not in (*STRUCTS, *KINDS):
        raise NotationError(f"kind {quote(str(kind))}: expected one of {', '.join(STRUCTS)}, or a puzzle")
    if kind in KINDS:
        return load(data)
    try:
        read = msgspec.convert(dict(data), learnt(STRUCTS[kind]))
    except msgspec.ValidationError as error:
        raise NotationError(f"{kind}: {error}: expected what to_dict gives") from None
    if isinstance(read, _Rating):
        return Rating(read.tier, read.techniques, read.solvable)
    assert isinstance(read, _Tiling | _Hint | _Verdict)
    puzzle = load(read.puzzle)
    if isinstance(read, _Tiling):
        return Tiling(puzzle, _placements(read.placements, puzzle))
    return _hint(read, puzzle) if isinstance(read, _Hint) else _verdict(read, puzzle)


def _placements(rows: Sequence[PlacementRow], puzzle: Puzzle) -> tuple[Placement, ...]:
    return tuple(map(puzzle.read_row, rows))


def _check_atoms(atoms: Iterable[Atom], puzzle: Puzzle) -> None:
    """Raise NotationError quoting the first atom that is not on the board."""
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    if (strange := next((atom for atom in atoms if atom not in there), None)) is not None:
        raise NotationError(f"atom {quote(str(list(strange)))}: expected one of the board")


def _hint(read: _Hint, puzzle: Puzzle) -> Hint:
    _check_atoms(read.atoms, puzzle)
    position, found = Tiling(puzzle, _placements(read.position, puzzle)), _placements(read.placements, puzzle)
    tier: Any = read.tier
    return Hint(read.step, read.technique, tier, read.text, found, read.atoms, read.ended, read.pieces, position)


def _verdict(read: _Verdict, puzzle: Puzzle) -> Verdict:
    tilings = tuple(Tiling(puzzle, _placements(rows, puzzle)) for rows in read.tilings)
    for tiling in tilings:
        if wrong := faults(puzzle, tiling.placements):
            raise NotationError(f"a tiling of the verdict is none: {wrong[0].text}")
    if (read.verdict in ("unique", "several")) != bool(tilings):
        raise NotationError(
            f"a verdict {read.verdict!r} with {len(tilings)} tilings: expected some where it is solvable"
        )
    reason = None
    if read.reason is not None:
        _check_atoms((*read.reason.atoms, *(atom for atom, _ in read.reason.weights)), puzzle)
        reason = Reason(*msgspec.structs.astuple(read.reason))
    return Verdict(
        puzzle=puzzle,
        verdict=read.verdict,
        tilings=tilings,
        unique_up_to=read.unique_up_to,
        reason=reason,
        proof=read.proof,
        ended=read.ended,
        engine=read.engine,
        nodes=read.nodes,
    )


def dumps(value: Value, *, indent: bool = False) -> str:
    """Return a puzzle, tiling, hint, verdict or rating as JSON: one line, or with `indent` several readable ones.

    >>> from tilewright import load, rate
    >>> dumps(rate(load("tetrominoes:O@2x2")))
    '{"tilewright":1,"kind":"rating","tier":"easy","techniques":[["forced cell",1]],"solvable":true}'
    """
    text = dumps_json(to_dict(value)) if indent else dumps_line(to_dict(value))
    return text.rstrip("\n")


def loads(text: str) -> Value:
    """Return the value that `dumps` wrote as this text.

    Raises NotationError with the fault if the text is not valid.

    >>> loads('{"pieces": "FNPUV", "board": "5x5"}').piece_names
    ('F', 'N', 'P', 'U', 'V')
    """
    check_instance("text", text, str, "a text, as dumps gives it")
    data = parse_json(text)
    if not isinstance(data, dict):
        raise NotationError(f"{quote(text.strip())}: expected a JSON object, as dumps gives it")
    return from_dict(data)
