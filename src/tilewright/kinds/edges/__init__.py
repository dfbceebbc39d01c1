"""Edge matching: tiles with a label on each edge, laid so that edges that meet match."""

from __future__ import annotations
