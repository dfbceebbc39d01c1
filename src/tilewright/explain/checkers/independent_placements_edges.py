"""Certificates of counts state which cells are covered, not which labels stand at their edges: there is none for edge matching."""

from __future__ import annotations

from collections.abc import Collection

from tilewright.cover.search.deadline import Deadline
from tilewright.errors import NotationError
from tilewright.explain.checkers.independent_placements import PlacementRules, placement_rules
from tilewright.lattice import Atom
from tilewright.puzzle import EdgeMatching


@placement_rules.register(EdgeMatching)
def _no_rules(puzzle: EdgeMatching, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
    raise NotationError("certificates of counts know no labels of edges: expected a puzzle of pieces or a Shikaku")
