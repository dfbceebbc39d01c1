"""Edge matching: tiles with a label on each edge, placed so that touching edges match."""

from __future__ import annotations
