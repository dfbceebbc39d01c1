"""Pictures of cell states, a file for each kind that has them."""
