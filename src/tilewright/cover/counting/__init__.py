"""Counts by the frontier: exact, or by remainders."""
