"""A short stable hash of plain data."""

from __future__ import annotations

import hashlib
import json


def digest(*parts: object) -> str:
    """16 hex digits of the SHA-256 of the parts as JSON (tuples and lists are the same)."""
    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
