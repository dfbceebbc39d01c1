"""Durable searches, split into subproblems and kept in a store that survives interruptions."""
