"""The studio: a small server and a static page. Speaks the same JSON as puzzle files and `--json`."""

import re

COMMENTS = re.compile(r"^[ \t]*(/\*\* @[^\n]*\*/|//[^\n]*)\n|/\*\* @[^*\n]*\*/ ?", re.MULTILINE)


def without_comments(script: str) -> str:
    """Return a module of the page without its types (`/** @param ... */`) and lines of comments, a tenth of what is sent."""
    return COMMENTS.sub("", script)
