"""Certificates at the command line: how their check is told, and those of covers without a board."""
