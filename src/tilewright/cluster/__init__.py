"""Hands the subproblems of a run to a cluster. No search code."""
