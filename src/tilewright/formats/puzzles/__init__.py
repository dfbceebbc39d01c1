"""Formats of puzzles, a file each."""
