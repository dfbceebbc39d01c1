"""Stars: divide a grid into dominoes, each with exactly one star; a kind of puzzle that the package does not know."""
