"""Shikaku: a grid divided into rectangles, one clue each."""

from __future__ import annotations
