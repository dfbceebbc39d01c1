"""Searches in turn or side by side: who goes first, how long, and who is done."""
