"""Packing puzzles: pieces that must fill a board."""

from __future__ import annotations
