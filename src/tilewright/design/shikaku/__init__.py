"""Shikaku puzzles with one solution, of a wanted difficulty."""
