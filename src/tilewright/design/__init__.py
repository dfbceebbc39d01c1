"""Makers: things that design puzzles, on top of the API."""
