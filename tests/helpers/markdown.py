"""What tests read from the pages of the docs: links, headings, and blocks of code with how they are to be run.

A comment before a block says what is special about it: `<!-- block: full -->` puts its page into the full tier,
`<!-- block: not run, because ... -->` is only read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.helpers.paths import ROOT

FENCE = re.compile(
    r"(?:^<!-- block: (?P<mark>[^\n]*?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A block of code. language: as behind the fence; mark: what the comment before it says."""

    language: str
    text: str
    mark: str
    line: int

    @property
    def is_run(self) -> bool:
        return not self.mark.startswith("not run")

    @property
    def is_full(self) -> bool:
        return self.mark == "full"

    def commands(self) -> Iterator[tuple[str, str]]:
        """Of a console block, each command and what is printed below it."""
        for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", self.text, re.MULTILINE):
            yield found[1], found[2]


@dataclass(frozen=True)
class Page:
    """A file of Markdown."""

    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT))

    @cached_property
    def prose(self) -> str:
        """The page without its blocks of code."""
        return FENCE.sub("", self.text)

    @cached_property
    def blocks(self) -> list[Block]:
        return [
            Block(found["language"], found["text"], found["mark"] or "", self.text[: found.start()].count("\n") + 1)
            for found in FENCE.finditer(self.text)
        ]

    @cached_property
    def links(self) -> list[str]:
        """The targets that lie in this repository."""
        return [link for link in LINK.findall(self.prose) if not re.match(r"\w+:", link)]

    @cached_property
    def anchors(self) -> set[str]:
        """What a link may name behind `#`: the headings, as GitHub spells them."""
        headings = re.findall(r"^#+ (.*)$", self.prose, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def pages() -> list[Page]:
    """Every page of the docs, and those in the root."""
    folders = (path for name in ("benchmarks", "docs", "tests") for path in sorted((ROOT / name).rglob("*.md")))
    return [Page(path) for path in (*sorted(ROOT.glob("*.md")), *folders)]
