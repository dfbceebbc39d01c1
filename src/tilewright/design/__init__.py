"""Makers of puzzles, built on the API."""
