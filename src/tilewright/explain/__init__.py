"""Explanations: why a puzzle has no answer, and how a person finds one."""
