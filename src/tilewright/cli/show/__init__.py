"""What `show` shows that is no puzzle: catalogues, the pack of levels, states of cells."""
