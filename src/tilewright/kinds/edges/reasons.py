"""Reasons why an edge-matching puzzle has no tiling: too few tiles, unplaceable tiles, or labels that cannot be paired.

Every edge inside the board has two labels. Once the labels at the border are subtracted, each label must stand on an
even number of edges, or on as many as its partner. This argument needs to know how often each tile is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilewright.exact_cover.limits import Deadline
from tilewright.kinds.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.puzzle.puzzle import Compiled, Reasons, uncovered_reasons
from tilewright.puzzle.rules import Reason


class EdgesReasons(Reasons):
    """The reasons of edge-matching puzzles."""

    puzzle: EdgeMatching

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        most = [tile.copies[1] for tile in puzzle.tiles]
        places = len(puzzle.board.atoms)
        if None not in most and (total := sum(number for number in most if number)) < places:
            yield Reason("area", f"the tiles are at most {total:,}, the board has {places:,} places")
        elif (fewest := sum(tile.copies[0] for tile in puzzle.tiles)) > places:
            yield Reason("area", f"the tiles are at least {fewest:,}, the board has {places:,} places")
        else:
            yield from label_reasons(puzzle)

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        placed = {owner for owner, _ in deadline.watch(compiled.meanings)}
        for owner in compiled.owners:
            if compiled.owner_copies(owner)[0] > 0 and owner not in placed:
                yield Reason("unplaceable", f"tile {compiled.owner_names(owner)[0]} fits nowhere on the board")
        yield from uncovered_reasons(compiled, deadline)


def label_reasons(puzzle: EdgeMatching) -> Iterator[Reason]:
    """Yield the reason why the labels cannot be paired, if there is one."""
    supply = label_supply(puzzle)
    if supply is None:
        return
    there = set(puzzle.board.atoms)
    outside = sum(other not in there for atom in there for other in puzzle.grid.adjacent(atom))
    if puzzle.border == FREE:
        text = _free(puzzle, supply, outside)
    elif puzzle.border == UNIFORM:
        # The puzzle is impossible only if every label at the border is. The text names the first.
        found = [_given(puzzle, supply, label, outside) for label in supply]
        text = None if None in found else f"whichever label the border shows: {found[0]}"
    else:
        text = _given(puzzle, supply, puzzle.border, outside)
    if text is not None:
        yield Reason("labels", text)


def label_supply(puzzle: EdgeMatching) -> Counter[str] | None:
    """Return how often each label stands on the tiles of a tiling; None if it is unknown which tiles are used."""
    if not all(lo == hi for lo, hi in (tile.copies for tile in puzzle.tiles)):
        most = [tile.copies[1] for tile in puzzle.tiles]
        if None in most or sum(number for number in most if number) != len(puzzle.board.atoms):
            return None  # not all tiles are used
    supply = Counter[str]()
    for tile in puzzle.tiles:
        supply.update(tile.labels * (tile.copies[1] or 0))
    return supply


def _given(puzzle: EdgeMatching, supply: Counter[str], border: str, outside: int) -> str | None:
    """Return what is wrong if the border shows this label."""
    if supply[border] < outside:
        return f"label {border} stands on {supply[border]} edges, the border needs {outside}"
    inside = supply - Counter({border: outside})
    for label in sorted(supply):
        taken = f" ({supply[label]} less the {outside} at the border)" if label == border and outside else ""
        if puzzle.match == "same" and inside[label] % 2:
            return f"label {label} stands on {inside[label]} edges{taken}, an odd number inside"
        if inside[label] != inside[puzzle.partner(label)]:
            partner = puzzle.partner(label)
            return f"label {label} stands on {inside[label]} edges{taken} inside, its partner {partner} on {inside[partner]}"
    return None


def _free(puzzle: EdgeMatching, supply: Counter[str], outside: int) -> str | None:
    """Return what is wrong if the border may show anything: too many labels would have no partner inside."""
    if puzzle.match == "same":
        odd = sorted(label for label, times in supply.items() if times % 2)
        if len(odd) == 1 and not outside:
            return f"label {odd[0]} stands on {supply[odd[0]]} edges, an odd number inside"
        what = f"{len(odd)} labels stand on an odd number of edges ({' '.join(odd)})"
        return f"{what}, the border has only {outside}" if len(odd) > outside else None
    left = sum((supply - Counter({puzzle.partner(label): n for label, n in supply.items()})).values())
    return f"{left} labels are without a partner, the border has only {outside} edges" if left > outside else None
