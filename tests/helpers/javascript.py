"""The strings of a script in JavaScript, without its comments: enough of the language for the studio's page."""

from __future__ import annotations

HOLE = "\0"  # stands for `${...}` in a template
BEFORE_REGEX = "(,=:[!&|?{};\n"


class Literals:
    """All strings and templates of a script, in `found`: those inside a template's holes too."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: list[str] = []
        self._code(closing="")

    def _code(self, closing: str) -> None:
        """Read code up to the closing bracket of a hole, or to the end."""
        depth, before = 0, "\n"
        while self.at < len(self.text):
            rest = self.text[self.at :]
            char = rest[0]
            if rest.startswith("//"):
                self.at += rest.find("\n") if "\n" in rest else len(rest)
            elif rest.startswith("/*"):
                self.at += rest.index("*/") + 2
            elif char in "\"'`":
                self._string(char)
                before = char
            elif char == "/" and before in BEFORE_REGEX:
                self._regex()
                before = "/"
            else:
                self.at += 1
                depth += (char == "{") - (char == "}")
                if closing and depth < 0:
                    return
                before = before if char == " " else char

    def _string(self, quote: str) -> None:
        self.at += 1
        parts = []
        while self.text[self.at] != quote:
            if self.text[self.at] == "\\":
                parts.append(self.text[self.at : self.at + 2])
                self.at += 2
            elif quote == "`" and self.text.startswith("${", self.at):
                self.at += 2
                self._code(closing="}")
                parts.append(HOLE)
            else:
                parts.append(self.text[self.at])
                self.at += 1
        self.at += 1
        self.found.append("".join(parts))

    def _regex(self) -> None:
        in_class = False
        self.at += 1
        while self.text[self.at] != "/" or in_class:
            in_class = {"[": True, "]": False}.get(self.text[self.at], in_class)
            self.at += 2 if self.text[self.at] == "\\" else 1
        self.at += 1


def literals(text: str) -> list[str]:
    """The strings of a script; a template has HOLE for each value in it.

    >>> literals('say(`a ${b ? "c" : "d"} e`); // "no"')
    ['c', 'd', 'a \\x00 e']
    """
    return Literals(text).found
