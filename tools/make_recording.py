"""Draws docs/pictures/terminal.svg, a session at a terminal that plays by itself: `uv run python -m tools.make_recording`.

The commands are run in a terminal of their own (a pty) and what they print is drawn, colors and all; only the speed of the
typing and the pauses to read are ours. Who prefers less motion, or sees the file where nothing moves, sees the last frame.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "terminal.svg"
COMMANDS = [
    "tilewright solve FNPUV@5x5",
    "tilewright count pentominoes@6x10 --up-to symmetries",
    "tilewright hint examples/shikaku/blog-6x6",
    "tilewright verdict 'dominoes*@8x8-r0c0,r7c7'",
]
COLUMNS = 84
WIDE, HIGH, MARGIN = 8.4, 19, 14  # of a character and a line; around the text
KEY, THINK, READ = 0.05, 0.4, 2.2  # seconds: a key, before the answer, to read it
STYLE = """
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d7dbe0; white-space: pre }
.bold { font-weight: bold } .prompt { fill: #7fb069 } .cover { opacity: 0 }
@media (prefers-reduced-motion: no-preference) {
  .line { animation: appear 1ms both } .cover { animation: typing 1s both steps(1) }
}
@keyframes appear { from { opacity: 0 } }
@keyframes typing { from { opacity: 1 } to { opacity: 1; transform: translateX(var(--far)) } }
"""


def printed(command: str) -> str:
    """Run a command of the shell in a pty, and return what it writes there, colors included."""
    shell = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": str(COLUMNS)}
    shell["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    shell.pop("NO_COLOR", None)
    ours, its = pty.openpty()  # blocking, as pty.spawn's is not: its end is the command's, however late that comes
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        with os.fdopen(its, "wb") as other:
            command_line = ["sh", "-c", command]
            process = subprocess.Popen(command_line, cwd=ROOT, env=shell, stdin=other, stdout=other, stderr=other)
        made = b"".join(iter(lambda: _block(terminal.fileno()), b""))
    process.wait()
    return made.decode().replace("\r\n", "\n")


def _block(descriptor: int) -> bytes:
    """What a terminal shows next; nothing once no program holds its other side, which the system tells by an error."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def rows_of(text: str) -> Iterator[Text]:
    """Yield the rows of a terminal that show this text."""
    console = Console(width=COLUMNS)
    for line in Text.from_ansi(text.rstrip("\n")).split("\n", allow_blank=True):
        if line.plain:
            for row in line.wrap(console, COLUMNS):
                row.rstrip()
                yield row
        else:
            yield line


class Drawing:
    """The picture as it grows: a line of text at a time, each with the moment at which it appears."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.lines, self.now = 0, 0.6

    def type(self, command: str) -> None:
        """Draw a command, uncovered letter by letter."""
        took, far = KEY * len(command), WIDE * len(command)
        prompt = _run(0, "$", 'class="prompt"')
        cover = (
            f'<rect class="cover" x="{MARGIN + 2 * WIDE:.1f}" y="{self._top():.0f}" width="{far:.1f}" height="{HIGH}" '
            f'fill="#16191d" style="--far:{far:.1f}px;animation-delay:{self.now:.2f}s;animation-duration:{took:.2f}s;'
            f'animation-timing-function:steps({len(command)})"/>'
        )
        self._line(f"{prompt}{_run(2, command, '')}", cover)
        self.now += took + THINK

    def show(self, row: Text) -> None:
        """Draw a row of an answer."""
        self._line("".join(_runs(row)))

    def _top(self) -> float:
        return MARGIN + self.lines * HIGH

    def _line(self, content: str, over: str = "") -> None:
        place = f'<text transform="translate({MARGIN} {self._top() + 14:.0f})">{content}</text>{over}'
        self.parts.append(f'<g class="line" style="animation-delay:{self.now:.2f}s">{place}</g>')
        self.lines += 1

    def svg(self) -> str:
        """Return the whole picture."""
        wide, high = COLUMNS * WIDE + 2 * MARGIN, self.lines * HIGH + 2 * MARGIN
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" width="{wide:.0f}" height="{high}">'
        title = "<title>A session at a terminal: " + escape("; ".join(COMMANDS)) + "</title>"
        ground = f'<rect width="{wide:.0f}" height="{high}" rx="8" fill="#16191d"/>'
        return "\n".join([head, title, f"<style>{STYLE}</style>", ground, *self.parts, "</svg>", ""])


def _runs(row: Text) -> Iterator[str]:
    """Yield the parts of a row that are of one style."""
    at = 0
    for segment in row.render(Console(width=COLUMNS, color_system="truecolor")):
        text = segment.text.rstrip("\n")
        style = segment.style
        color = f'fill="{style.color.get_truecolor().hex}"' if style and style.color else ""
        if text:
            yield _run(at, text, f"{color}{' class=' + chr(34) + 'bold' + chr(34) if style and style.bold else ''}")
        at += len(text)


def _run(at: int, text: str, attributes: str) -> str:
    """Letters from a column on, as wide as they have to be whatever the font."""
    place = f'x="{at * WIDE:.1f}" textLength="{len(text) * WIDE:.1f}"'
    return f"<tspan {place} {attributes}>{escape(text)}</tspan>".replace(" >", ">")


def drawing() -> str:
    """Run the session and return its picture."""
    picture = Drawing()
    for command in COMMANDS:
        picture.type(command)
        for row in rows_of(printed(command)):
            picture.show(row)
        picture.now += READ
    return picture.svg()


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
    print(f"{PICTURE.name}: {PICTURE.stat().st_size} bytes", file=sys.stderr)
