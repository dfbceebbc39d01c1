"""Families of boards: a count for each member, their known terms, recurrences with proofs, growth."""
