"""Exact covers: the items to be covered, the options that cover them, and engines, which know nothing of boards."""
