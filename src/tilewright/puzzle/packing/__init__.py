"""Packing puzzles: pieces that must fill a board."""
