"""The silhouettes found so far: each once up to the symmetries of the plane, each checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tilewright.cover.search.report import Ended
from tilewright.silhouettes.budget import SilhouetteProgress
from tilewright.silhouettes.catalogues.catalogue import Catalogue
from tilewright.silhouettes.check import check_answers, check_silhouette, fits
from tilewright.silhouettes.problem import Problem
from tilewright.silhouettes.silhouette import PlacedPiece, Silhouette

OnFound = Callable[[Silhouette, Catalogue], None]


def ignore(silhouette: Silhouette, so_far: Catalogue) -> None:
    """Do nothing with what is found: the default."""


@dataclass
class Collection:
    """What a search has found. on_found is called with each new silhouette and the catalogue so far.

    complete_for: larger groups, all of whose silhouettes are there.
    """

    problem: Problem
    progress: SilhouetteProgress = field(default_factory=SilhouetteProgress)
    on_found: OnFound = ignore
    silhouettes: dict[str, Silhouette] = field(default_factory=dict)
    complete_for: list[str] = field(default_factory=list)

    def add_tilings(self, tilings: Iterable[Sequence[PlacedPiece]]) -> None:
        """Check and add the silhouettes of tilings that belong to the answer."""
        for placed in tilings:
            silhouette = Silhouette.of(self.problem.grid.name, placed)
            if silhouette.id not in self.silhouettes and fits(silhouette, self.problem.query.within):
                self.add(check_silhouette(silhouette, self.problem.pieces))

    def add(self, silhouette: Silhouette) -> None:
        """Add a checked silhouette, unless it is there; with a mirror alone also unless it mixes lattices."""
        if silhouette.id in self.silhouettes or (self.problem.mirror_only and silhouette.mixed):
            return
        self.silhouettes[silhouette.id] = check_answers(silhouette, self.problem.query)
        self.progress.found = len(self.silhouettes)
        self.on_found(silhouette, self.catalogue("stopped"))

    def catalogue(self, ended: Ended) -> Catalogue:
        """Return the catalogue of what there is."""
        found = sorted(self.silhouettes.values(), key=lambda silhouette: silhouette.id)
        return Catalogue(self.problem.query, self.problem.pieces, tuple(found), ended, tuple(self.complete_for))
