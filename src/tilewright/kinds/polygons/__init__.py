"""Pieces with exact corners, turned by any angle, on a board that is any polygon: no lattice."""

from __future__ import annotations
