"""The studio: a small server and a static page.

They exchange the same JSON as puzzle files and `--json`.
"""

import re

COMMENTS = re.compile(r"^[ \t]*(/\*\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)\n|/\*\* @[^*\n]*\*/ ?", re.MULTILINE)


def without_comments(script: str) -> str:
    """Return a module of the page without type comments (`/** @param ... */`) and comment lines.

    This removes about a tenth of the text to be sent.
    """
    return COMMENTS.sub("", script)
