"""Edge-matching puzzles as tables of TOML and JSON, and tiles as lines of text."""

from tilewright.formats.edges.table import KEY, read_table

__all__ = ["KEY", "read_table"]
