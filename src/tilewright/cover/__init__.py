"""Exact cover: the problem, its engines, its independent checker. Knows no geometry."""
