"""Challenges: shapes, some of the pieces, and how hard it is to fill one with the other."""
