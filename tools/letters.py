"""Writes src/tilewright/data/letters.json: the outlines of the letters in pictures, from DejaVu Sans.

    uv run --with fonttools tools/letters.py /path/to/dejavu

Letters are drawn as paths, so that pictures look the same where no font is installed, and can be engraved.
"""

import json
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

CHARACTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0x100)))) + "‐–—‘’“”…×−∞≤≥≠→←↔√°′ŁłŒœŠšŽž"
TARGET = Path(__file__).parent.parent / "src/tilewright/data/letters.json"


def outlines(path: Path) -> dict[str, list[object]]:
    """(advance width, path data) of each character."""
    font = TTFont(path)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for character in sorted(set(CHARACTERS)):
        if ord(character) in names:
            glyph = glyphs[names[ord(character)]]
            pen = SVGPathPen(glyphs)
            glyph.draw(pen)
            found[character] = [glyph.width, pen.getCommands()]
    return found


def main(folder: Path) -> None:
    """Write the table from the two fonts in `folder`."""
    version = TTFont(folder / "DejaVuSans.ttf")["name"].getDebugName(5)
    table = {
        "source": f"DejaVu Sans and DejaVu Sans Bold, {version}",
        "licence": "LICENSE-DejaVu.txt",
        "command": "uv run --with fonttools tools/letters.py FOLDER",
        "units": 2048,
        "regular": outlines(folder / "DejaVuSans.ttf"),
        "bold": outlines(folder / "DejaVuSans-Bold.ttf"),
    }
    TARGET.write_text(json.dumps(table, ensure_ascii=False, indent=0, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
