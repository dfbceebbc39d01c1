"""Docstrings, as they stand in the source, made into what Sphinx reads."""

from __future__ import annotations

import re

ADDRESS = re.compile(r"(?<![`\w])[A-Z]\w*@\w+(?![`\w])")  # a notation, which would be taken for a person's address
FIELD = re.compile(r"^(\w+(?:, \w+)*):\s+(\S.*)$")


def as_definitions(lines: list[str]) -> list[str]:
    """Return the lines of a docstring with its fields (`name:  text`, going on in indented lines) as definitions.

    >>> as_definitions(["A step.", "", "kind:  what it is,", "       in a word"])
    ['A step.', '', '``kind``', '   what it is,', '   in a word']
    """
    made: list[str] = []
    inside = False
    for line in lines:
        line = line if line.startswith(">>>") else ADDRESS.sub(r"``\g<0>``", line)
        field = FIELD.match(line)
        if field:
            made += [""] if made and made[-1] and not inside else []
            made += [f"``{field[1]}``", f"   {field[2]}"]
        elif inside and line.startswith(" "):
            made.append(f"   {line.strip()}")
        else:
            made += ["", line] if inside and line else [line]
        inside = bool(field) or (inside and line.startswith(" "))
    return made
