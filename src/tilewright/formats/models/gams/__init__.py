"""GAMS: the model, and reading the listing of a solver."""
