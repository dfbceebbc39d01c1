"""Block levels with one solution."""
