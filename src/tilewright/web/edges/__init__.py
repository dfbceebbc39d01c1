"""Edge-matching puzzles in the studio: not yet."""

from tilewright.web.edges.view import refuse_edges

__all__ = ["refuse_edges"]
