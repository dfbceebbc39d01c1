"""What every kind of puzzle offers; a kind is a folder beside this file."""

from __future__ import annotations

from abc import ABC


class Puzzle(ABC):
    """A board to be covered, and rules."""
