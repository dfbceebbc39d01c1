"""The tables of the page's words, as the files have them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tilewright import web

STATIC = Path(web.__file__).parent / "static"
WORDS = STATIC / "words"
LOADER = (WORDS / "words.js").read_text(encoding="utf-8")
LANGUAGES = tuple(re.findall(r'^  (\w+): "', LOADER, re.M))
SUBJECTS = tuple(re.findall(r'^  "(\w+)",$', LOADER, re.M))
STRING = r'"(?:[^"\\\n]|\\.)*"'
ENTRY = re.compile(rf"^  (?P<key>[\w-]+|{STRING}):\s*(?P<text>{STRING}(?:\s*\+\s*{STRING})*),$", re.M)
OWN = "titles"  # names of puzzles, which are English where they come from


def files(language: str) -> list[Path]:
    """The files with the texts of a language."""
    return sorted((WORDS / language).glob("*.js"))


@lru_cache
def table(language: str) -> dict[str, str]:
    """The texts of a language by their keys, `subject.key`."""
    found = {}
    for file in files(language):
        for entry in ENTRY.finditer(file.read_text(encoding="utf-8")):
            found[f"{file.stem}.{entry['key'].strip(chr(34))}"] = "".join(
                part[1:-1] for part in re.findall(STRING, entry["text"])
            )
    return found


def phrases(language: str) -> dict[str, str]:
    """The table without the names of puzzles."""
    return {key: text for key, text in table(language).items() if key.partition(".")[0] != OWN}
