"""Archives of the tilings of a run, and their check."""
