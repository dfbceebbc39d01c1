"""Whether a reason holds for an edge-matching puzzle: its tiles and labels, counted; shares nothing with what finds reasons."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import quote
from tilewright.explain.checkers.verify import checkable_reasons, reason_fault
from tilewright.explain.reasons.reason import Reason
from tilewright.puzzle import EdgeMatching


@checkable_reasons.register(EdgeMatching)
def _counted_reasons(puzzle: EdgeMatching) -> tuple[str, ...]:
    return ("area", "labels")


@reason_fault.register(EdgeMatching)
def _reason_fault(puzzle: EdgeMatching, reason: Reason, deadline: Deadline = NEVER) -> str | None:
    places = len(puzzle.board.atoms)
    most = sum(places if tile.copies[1] is None else tile.copies[1] for tile in puzzle.tiles)
    if reason.kind == "area":
        return None if most < places else f"the tiles can fill the {places} places"
    if reason.kind != "labels":
        return f"a reason of kind {quote(reason.kind)} is not checked by counting"
    if most != places or any(tile.copies[1] is None for tile in puzzle.tiles):
        fewest = sum(tile.copies[0] for tile in puzzle.tiles)
        if fewest != places:
            return "it is not known which tiles are used"
    return (
        "the numbers of labels can come out even" if any(_can_be(puzzle, rest) for rest in _insides(puzzle)) else None
    )


def _used(puzzle: EdgeMatching) -> dict[str, int]:
    """How often each label stands on the tiles, when all of them are used."""
    found = dict.fromkeys((label for tile in puzzle.tiles for label in tile.labels), 0)
    fewest = sum(tile.copies[0] for tile in puzzle.tiles) == len(puzzle.board.atoms)
    for tile in puzzle.tiles:
        for label in tile.labels:
            found[label] += tile.copies[0] if fewest else tile.copies[1] or 0
    return found


def _insides(puzzle: EdgeMatching) -> Iterator[dict[str, int]]:
    """What is left inside for each label that the border may show; as it is where the border may show anything."""
    used = _used(puzzle)
    outside = _outside(puzzle)
    if puzzle.border == "free":
        yield used
        return
    for label in used if puzzle.border == "uniform" else (puzzle.border,):
        if used[label] >= outside:
            yield {**used, label: used[label] - outside}


def _outside(puzzle: EdgeMatching) -> int:
    edges = len(puzzle.tiles[0].labels) * len(puzzle.board.atoms)
    there = frozenset(puzzle.board.atoms)
    return edges - sum(len(there.intersection(puzzle.grid.adjacent(atom))) for atom in there)


def _can_be(puzzle: EdgeMatching, inside: dict[str, int]) -> bool:
    """Whether labels can be beside each other, those at a free border left over."""
    if puzzle.match == "same":
        left = sum(times % 2 for times in inside.values())
    else:
        left = sum(max(0, times - inside.get(label.swapcase(), 0)) for label, times in inside.items())
    return left <= (_outside(puzzle) if puzzle.border == "free" else 0)
