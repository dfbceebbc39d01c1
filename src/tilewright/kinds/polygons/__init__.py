"""Pieces with exact corners, turned by any angle, on a board that may be any polygon, without a lattice."""

from __future__ import annotations
