"""Durable searches: split into subproblems, kept in a store that survives anything."""
