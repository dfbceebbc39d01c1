"""`tilewright design`: makers of puzzles, a file each."""
