"""The studio: a small server and a static page. Speaks the same JSON as puzzle files and `--json`."""

import re

TYPES = re.compile(r"^[ \t]*/\*\* @[^\n]*\*/\n|/\*\* @[^*\n]*\*/ ?", re.MULTILINE)


def without_types(script: str) -> str:
    """Return a module of the page without its comments of types (`/** @param ... */`), which are 5% of what is sent."""
    return TYPES.sub("", script)
