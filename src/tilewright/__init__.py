"""Solve, count, prove, design, print and play puzzles in which pieces must fit a board."""
