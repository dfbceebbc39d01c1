"""Exact covers: what must be covered, the options that cover it, and engines, which know nothing of boards and pieces."""
