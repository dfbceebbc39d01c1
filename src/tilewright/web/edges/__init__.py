"""Edge-matching puzzles in the studio."""

from tilewright.web.edges.view import edges_view, label_rows

__all__ = ["edges_view", "label_rows"]
