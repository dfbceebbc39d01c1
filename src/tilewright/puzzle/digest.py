"""A short stable hash of plain data."""

from __future__ import annotations


def digest(*parts: object) -> str:
    """16 hex digits of the SHA-256 of the parts as JSON (tuples and lists are the same)."""
    import hashlib  # OpenSSL, which takes longer to load than a small puzzle to solve
    import json  # which a drawing does not need

    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
