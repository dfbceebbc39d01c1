"""Certificates of counts of exact covers without a board: written, and checked."""
