"""Checkers of reasons and counts, which share nothing with what finds them."""
