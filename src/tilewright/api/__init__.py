"""The only place where puzzles meet engines: solve, count, verdict, certificate, optimise, relax, hint."""
