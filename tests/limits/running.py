"""Runs a command or a call in a process of its own whose clock is its CPU time, so that a busy machine changes nothing."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.limits.hostile import FILES

CLOCK = "import sys, time\ntime.perf_counter = time.process_time\n"
COMMAND = 'sys.argv = ["tilewright", *{words!r}]\nfrom tilewright.cli.main import main\nmain()\n'
CALL = """
from pathlib import Path
import tilewright as tw

def late(call):
    try:
        return call()
    except tw.TilewrightError as error:
        return type(error).__name__

file = Path({files!r}).joinpath
given = {given}
start = time.process_time()
{call}
print(time.process_time() - start)
"""
# What works in processes that it starts has no other clock than that of the wall: CPU is never more than that.
WITH_OTHERS = ("glpk", "--engine mip", "run ")
MOST_SECONDS = 60  # of CPU, after which a process is ended


@dataclass(frozen=True)
class Ran:
    """CPU seconds, its own and those of processes it waited for; exit code; standard error."""

    seconds: float
    code: int
    err: str


def written(name: str, files: Path) -> Path:
    """A hostile file in a folder, made when it is first asked for."""
    path = files / name
    if not path.exists():
        part = path.with_name(f"{name}.{os.getpid()}")
        made = FILES[name]()
        part.write_bytes(made.encode() if isinstance(made, str) else made)
        part.rename(path)
    for proof in [f"{name}.drat"] if f"{name}.drat" in FILES else []:
        written(proof, files)
    return path


def words_of(command: str, files: Path, folder: Path) -> list[str]:
    """The words of a command: `{name}` is a hostile file, `{out}` a new name, `{folder}` an empty folder."""

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name in FILES:
            return str(written(name, files))
        return {"out": str(folder / "out"), "folder": str(folder)}.get(name, match[0])

    return shlex.split(re.sub(r"\{([^{}]+)\}", fill, command))


def run_command(command: str, limit: float, files: Path, folder: Path) -> Ran:
    """Run a command with this limit."""
    words = [*words_of(command, files, folder), "--limit", str(limit)]
    clock = "import sys\n" if any(each in command for each in WITH_OTHERS) else CLOCK
    return _run(clock + COMMAND.format(words=words), folder)


def run_call(given: str, call: str, files: Path, folder: Path) -> Ran:
    """Evaluate a call; the seconds are those after what is `given` to it was made."""
    for name in re.findall(r'file\("([^"]+)"\)', given + call):
        written(name, files)
    ran = _run(CLOCK + CALL.format(given=given, call=call, files=str(files)), folder)
    return Ran(float((folder / "stdout").read_text() or "inf"), ran.code, ran.err)


def _run(program: str, folder: Path) -> Ran:
    bound = f"import resource\nresource.setrlimit(resource.RLIMIT_CPU, ({MOST_SECONDS}, {MOST_SECONDS}))\n"
    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-c", bound + program], stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder
        )
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    text = (folder / "stderr").read_text(errors="replace")
    return Ran(usage.ru_utime + usage.ru_stime, process.returncode, text)
