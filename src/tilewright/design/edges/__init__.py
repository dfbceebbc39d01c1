"""Edge-matching puzzles with one solution."""
