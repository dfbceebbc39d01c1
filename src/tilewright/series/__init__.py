"""Families of boards: the number of tilings of each member, published terms, proven recurrences and growth."""
