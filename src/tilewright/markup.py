"""Text within XML. The standard library's functions for it import half of its network modules."""

from __future__ import annotations

import re

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_TEXT: dict[str, str | int | None] = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_IN_VALUE: dict[str, str | int | None] = {**_IN_TEXT, '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def escape(text: str) -> str:
    """Text between tags; characters that XML cannot have become a replacement character.

    >>> escape("R & D < 1")
    'R &amp; D &lt; 1'
    """
    return _NOT_XML.sub("\ufffd", text).translate(str.maketrans(_IN_TEXT))


def quoteattr(text: str) -> str:
    """Text as an attribute's value, quotes around it.

    >>> print(quoteattr('5" x 4"'))
    "5&quot; x 4&quot;"
    """
    value = _NOT_XML.sub("\ufffd", text).translate(str.maketrans(_IN_VALUE))
    return f'"{value}"'
