"""The results of a search for tilings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, overload

from tilewright.exact_cover.outcome import HOW_ENDED, Ended, Result
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.rules import Reason
from tilewright.system import digits

VerdictWord = Literal["solved", "impossible", "unique", "several", "unknown"]


class DrawnResult(Result):
    """A result that notebooks show as a picture of its tilings, or of the reason why there are none."""

    puzzle: Puzzle
    tilings: Sequence[Tiling]
    reason: Reason | None

    def _repr_svg_(self) -> str:
        from tilewright.puzzle.picture import answer_svg

        return answer_svg(self.puzzle, self.tilings, self.reason)

    def _repr_html_(self) -> str:
        from tilewright.render.svg import answer_html

        return answer_html(str(self), self._repr_svg_())


@dataclass(frozen=True, repr=False, kw_only=True)
class Solved(DrawnResult, Sequence[Tiling]):
    """The tilings that a search found, as a sequence.

    verdict: "solved", "impossible", or "unknown" (the limit came first).
    tilings: A sequence whose tilings are built when they are accessed.
    engine:  The engine that answered; "filling" for the search behind `partial`, "" if no engine was needed or
             the limit came before one started.
    times:   The seconds of each phase and their sum "total"; "cpu" is processor time.
    draw:    How random tilings were drawn; None if none were requested.
    partial: A partial tiling, if the limit came before any tiling was found and the kind of puzzle has such a
             search (edge matching): the largest set of placements without a fault that was found in the last
             tenth of the limit. If it fills the board, it is reported as a tiling. Boards of more than 50,000
             places get none, unless a tenth of the limit is enough to place and check them.

    >>> from tilewright import load, solve
    >>> found = solve(load("FNPUV@5x5"), n=None)
    >>> found.verdict, len(found), found.ended
    ('solved', 16, 'exhausted')
    >>> print(found)
    16 tilings, and there are no others
    """

    puzzle: Puzzle
    tilings: Sequence[Tiling]
    ended: Ended
    verdict: VerdictWord
    reason: Reason | None = None
    engine: str = ""
    nodes: int = 0
    times: dict[str, float] = field(default_factory=dict, compare=False)
    draw: Draw | None = None
    partial: Tiling | None = None

    @property
    def answer(self) -> bool | None:
        """Whether there are tilings; None if the limit came before the requested number was found."""
        return None if self.ended == "limit" else bool(self.tilings)

    def __len__(self) -> int:
        return len(self.tilings)

    @overload
    def __getitem__(self, place: int) -> Tiling: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Tiling]: ...
    def __getitem__(self, place: int | slice) -> Tiling | Sequence[Tiling]:
        return self.tilings[place]

    def __iter__(self) -> Iterator[Tiling]:
        return iter(self.tilings)

    def __str__(self) -> str:
        number = len(self.tilings)
        if not number:
            why = f": {self.reason.text}" if self.reason else ""
            return (
                f"no tiling{why}" if self.verdict == "impossible" else f"no tiling was found: {HOW_ENDED[self.ended]}"
            )
        text = f"{number:,} tiling{'s' * (number > 1)}"
        others = {"exhausted": ", and there are no others", "enough": "", "limit": " found within the limit"}
        return text + ("" if self.draw else others.get(self.ended, " found before the stop"))


@dataclass(frozen=True)
class Draw:
    """How random tilings were sampled.

    seed:   The seed, with which the same tilings can be drawn again.
    number: The number of all tilings, each of which was equally likely; None if a randomized search found the
            tilings.
    why:    The reason why they were not drawn from all tilings, if so.

    >>> draw = Draw(7, 117)
    >>> draw.uniform, str(draw)
    (True, 'seed 7: drawn from all 117 tilings, each equally likely')
    """

    seed: int
    number: int | None
    why: str = ""

    @property
    def uniform(self) -> bool:
        """Whether every tiling was equally likely."""
        return self.number is not None

    def __str__(self) -> str:
        if self.number == 1:
            return f"seed {self.seed}: the only tiling there is"
        if self.number is not None:
            return f"seed {self.seed}: drawn from all {digits(self.number, ',')} tilings, each equally likely"
        return f"seed {self.seed}: found by a randomised search, not each equally likely ({self.why})"
