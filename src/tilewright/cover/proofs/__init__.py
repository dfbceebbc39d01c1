"""Proofs that a cover has no solution: made by a solver, checked by others."""
