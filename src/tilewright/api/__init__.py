"""The layer that connects puzzles with engines: solve, count, verdict, certificate, optimise, relax and hint."""
