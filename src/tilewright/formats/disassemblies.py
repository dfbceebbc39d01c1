"""Disassemblies read back, to be checked: the answers of `tilewright disassemble` in JSON, and separations in BurrTools files.

What is read comes from strangers: types are strict, sizes are bounded, and nothing of it is believed before
`movement.replay` has checked it.
"""

from __future__ import annotations

import msgspec

from tilewright.errors import LimitError, NotationError
from tilewright.formats.tables import decode_json
from tilewright.movement.disassembly import Disassembly, Move, Separation, StuckPart
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.table import PlacementRow, learnt

MOST_NUMBERS = 5_000_000  # of a certificate: pieces, positions and axes multiplied


class _Move(msgspec.Struct):
    pieces: tuple[str, ...]
    direction: str
    vector: tuple[int, ...]
    distance: int | None


class _Separation(msgspec.Struct):
    pieces: tuple[str, ...]
    moves: tuple[_Move, ...]


class _Stuck(msgspec.Struct):
    pieces: tuple[str, ...]
    positions: tuple[tuple[tuple[int, ...], ...], ...]


class _Row(msgspec.Struct):
    placements: list[PlacementRow]
    pieces: tuple[str, ...]
    apart: bool | None
    separations: tuple[_Separation, ...] = ()
    stuck: _Stuck | None = None


class _Answer(msgspec.Struct):
    disassemblies: list[_Row]
    stuck: _Row | None = None


def parse_disassemblies(text: str, puzzle: Puzzle) -> list[Disassembly]:
    """Return the disassemblies of a text, not checked; none where it has none.

    Raises NotationError for what is not of that form, LimitError for a certificate that is too long.
    """
    if "<puzzle" in text:
        from tilewright.formats.burr_answers import parse_answers  # XML, for files of BurrTools alone

        return [saved.disassembly for saved in parse_answers(text, puzzle) if saved.disassembly is not None]
    data = decode_json(text) if text.lstrip()[:1] == "{" and '"disassemblies"' in text else None
    if not isinstance(data, dict) or "disassemblies" not in data:
        return []
    try:
        answer = msgspec.convert(data, learnt(_Answer))
    except msgspec.ValidationError as error:
        raise NotationError(f"{error}: expected an answer of `tilewright disassemble --json`") from None
    rows = [*answer.disassemblies, *([answer.stuck] if answer.stuck else [])]
    return [_disassembly(row, puzzle) for row in rows]


def _disassembly(row: _Row, puzzle: Puzzle) -> Disassembly:
    tiling = Tiling(puzzle, tuple(map(puzzle.read_row, row.placements)))
    if row.apart is None:
        return Disassembly(pieces=row.pieces, ended="limit", tiling=tiling)
    if row.apart != (row.stuck is None):
        raise NotationError("a disassembly says that it comes apart, and that a part is stuck: expected one of them")
    separations = tuple(
        Separation(each.pieces, tuple(Move(m.pieces, m.direction, m.vector, m.distance) for m in each.moves))
        for each in row.separations
    )
    if row.stuck is None:
        return Disassembly(pieces=row.pieces, separations=separations, tiling=tiling)
    if len(row.stuck.positions) * max(1, len(row.stuck.pieces)) * 3 > MOST_NUMBERS:
        raise LimitError(f"{len(row.stuck.positions):,} positions of a stuck part: the certificate is too long")
    return Disassembly(pieces=row.pieces, stuck=StuckPart(row.stuck.pieces, row.stuck.positions), tiling=tiling)
