"""Edge-matching puzzles in the studio."""

from tilewright.web.edges.view import tiles_view

__all__ = ["tiles_view"]
