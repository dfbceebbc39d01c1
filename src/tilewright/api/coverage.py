"""Count how often each piece lies on each cell, over all tilings, as numbers and as a heat map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from tilewright.api.solve import tilings
from tilewright.errors import check_cells
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import HOW_ENDED, Ended, Result
from tilewright.exact_cover.progress import Progress
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.tilings import Tilings
from tilewright.system import digits

if TYPE_CHECKING:
    from tilewright.render.canvas import Canvas

COLD, HOT = (255, 255, 255), (178, 24, 43)  # colors of the heat map: in no tiling, in all tilings


@dataclass(frozen=True, repr=False, kw_only=True)
class Coverage(Result):
    """In how many tilings each piece covers each atom (on most lattices, a cell).

    tilings: The number of tilings; if `ended` is not "exhausted", the number that was found.
    counts:  For each piece, the number of tilings in which it covers an atom. Atoms that it never covers are
             left out.

    >>> from tilewright import coverage, load
    >>> found = coverage(load("FNPUV@5x5"))
    >>> found.tilings, found.most("V")
    (16, ((0, 2), 8))
    """

    puzzle: Puzzle
    tilings: int
    counts: Mapping[str, Mapping[Atom, int]]
    ended: Ended = "exhausted"
    times: dict[str, float] = field(default_factory=dict, compare=False)

    @property
    def answer(self) -> bool | None:
        """Whether there are tilings; None when the search was not finished."""
        return bool(self.tilings) if self.ended == "exhausted" else None

    def __str__(self) -> str:
        how = "" if self.ended == "exhausted" else f" ({HOW_ENDED[self.ended]})"
        pieces, cells, tilings = len(self.counts), len(self.puzzle.board), self.tilings
        return (
            f"{pieces} piece{'s' * (pieces != 1)} on {cells} cell{'s' * (cells != 1)} "
            f"over {digits(tilings, ',')} tiling{'s' * (tilings != 1)}{how}"
        )

    def most(self, piece: str) -> tuple[Atom, int]:
        """Return the atom that a piece covers most often (the first of several), and in how many tilings it does.

        Raises KeyError for a piece that is never used.
        """
        return min(self.counts[piece].items(), key=lambda each: (-each[1], each[0]))

    def pieces_at(self, atom: Atom) -> dict[str, int]:
        """Return in how many tilings each piece covers an atom, most often first; empty if none ever does."""
        there = {piece: counts[atom] for piece, counts in self.counts.items() if atom in counts}
        return dict(sorted(there.items(), key=lambda each: (-each[1], each[0])))

    def svg(self, piece: str) -> str:
        """Return the board as an SVG heat map: each cell shows the share of tilings with the piece there, in percent."""
        from tilewright.render.canvas import LIGHT, Canvas

        canvas = Canvas(LIGHT, 40.0)
        self._draw(canvas, piece)
        return canvas.svg(title=f"{piece}: percent of {digits(self.tilings, ',')} tiling{'s' * (self.tilings != 1)}")

    def sheet(self) -> str:
        """Return the heat maps of all pieces that are used, side by side as SVG; of all pieces if there is no tiling."""
        from functools import partial

        from tilewright.render.svg import sheet_svg

        names = tuple(self.counts) or self.puzzle.piece_names
        return sheet_svg([partial(self._draw, piece=name) for name in names], names, 4, cell=28.0)

    def _draw(self, canvas: Canvas, piece: str) -> None:
        from tilewright.lattice.outline import regions
        from tilewright.render import draw
        from tilewright.render.canvas import LIGHT

        counts, board = self.counts.get(piece, {}), self.puzzle.board
        grid = draw.board_view(board)
        draw.board(canvas, board)
        for atom in (*board.atoms, *board.optional):
            share = counts.get(atom, 0) / max(1, self.tilings)
            canvas.regions(grid, regions(grid, [atom]), (0, 0), fill=_color(share), stroke=LIGHT.ink, width=0.02)
            corners = grid.polygon(atom)
            middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
            if grid.unit == 1 or not grid.letters:
                canvas.text(f"{100 * share:.0f}", middle, 0.34, "#ffffff" if share > 0.5 else LIGHT.ink)

    def _repr_html_(self) -> str:
        maps = "".join(f"<figure><figcaption>{piece}</figcaption>{self.svg(piece)}</figure>" for piece in self.counts)
        return f"<p>{self}</p>{maps}"


def _color(share: float) -> str:
    mixed = (round(cold + (hot - cold) * share) for cold, hot in zip(COLD, HOT, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def coverage(
    puzzle: Puzzle,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Coverage:
    """Count, for each piece and each cell, the tilings in which the piece covers the cell.

    All tilings are listed for this. Pieces of equal shape are counted under the names that the tilings give
    them. Raises ArgumentError for a puzzle without cells.

    >>> from tilewright import coverage, load
    >>> found = coverage(load("dominoes*@2x3"))
    >>> found.tilings, found.pieces_at((0, 0))
    (3, {'1': 3})
    """
    check_cells(puzzle, "numbers by cells")
    stream = tilings(puzzle, engine=engine, limit=limit, threads=threads, progress=progress)
    counts: dict[str, Counter[Atom]] = {}
    placed = Counter[tuple[str, tuple[Atom, ...]]]()
    with stream:
        for batch in stream.batches():
            if isinstance(batch, Tilings) and not batch.compiled.owners_of_many:
                for option, times in Counter(chain.from_iterable(batch.solutions)).items():
                    one = batch.compiled.placement(option)
                    placed[one.piece, one.atoms] += times
            else:  # identical pieces are named tiling by tiling
                placed.update((one.piece, one.atoms) for tiling in batch for one in tiling.placements)
    for (piece, atoms), times in placed.items():
        each = counts.setdefault(piece, Counter())
        for atom in atoms:
            each[atom] += times
    names = [name for name in puzzle.piece_names if name in counts]
    return Coverage(
        puzzle=puzzle,
        tilings=stream.found,
        counts={name: counts[name] for name in names},
        ended=stream.outcome.ended,
        times=stream.clock.times(),
    )
