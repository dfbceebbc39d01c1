"""The graph in which symmetric regions grow: positions of the group, contacts, orbits of filled cells, normalizer."""
