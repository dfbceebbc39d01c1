"""Covers as formulas and matrices for other solvers."""
