"""Shikaku: a grid divided into rectangles with one clue each."""

from __future__ import annotations
