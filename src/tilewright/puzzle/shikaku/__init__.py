"""Shikaku: a grid divided into rectangles, one clue each."""
