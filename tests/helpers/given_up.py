"""Searches that are given up at random moments; run as a program, which shows where it stood when one does not end.

    python -m tests.helpers.given_up SEED ROUNDS [interrupts]

Three threads of Python's do so many rounds each: a count or a listing by some engine and some threads, which its limit
ends, or is dropped half way, by whoever has it or by a thread of its own, or by Ctrl-C when it comes. What has a known
number must have that one.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from tilewright import Limit, count, load, tilings
from tilewright.errors import TilewrightError
from tilewright.exact_cover import kernel, race
from tilewright.puzzle import Puzzle

STANDSTILL = 60.0  # seconds that no round lasts
ENGINES = ("native", "sweep", "frontier", "race", "auto")
KNOWN = {"FNPUV@5x5": 16, "pentominoes@3x20": 8, "tetrominoes*@6x6": 178_939, "dominoes*@6x6": 6_728}
LONG = ("tetrominoes*@10x12", "pentominoes@6x10", "pentominoes!turn@9x10")


def main() -> None:
    """Do the rounds and print `good`; an error of a thread ends the process with its traceback."""
    seed, rounds, interrupts = int(sys.argv[1]), int(sys.argv[2]), "interrupts" in sys.argv[3:]
    kernel.ALONE_SECONDS, kernel.FIRST_NODES, race.TEAM_SECONDS = 0.0, 3, 0.0  # threads begin at once
    puzzles = {name: load(name) for name in (*KNOWN, *LONG)}
    for engine in ENGINES:  # Ctrl-C inside Python's own import can leave its lock taken: here nothing is imported late
        count(puzzles["FNPUV@5x5"], engine=engine)
        next(tilings(puzzles["FNPUV@5x5"], engine=engine, threads=2), None)
    over = threading.Event()
    workers = [threading.Thread(target=_rounds, args=(puzzles, seed + k, rounds)) for k in (1, 2)]
    for worker in workers:
        worker.start()
    if interrupts:
        threading.Thread(target=_interrupt, args=(over, random.Random(seed))).start()
    _despite_interrupts(lambda: _rounds(puzzles, seed, rounds), over)
    for worker in workers:
        worker.join()
    print("good")


def _despite_interrupts(work: Callable[[], None], over: threading.Event) -> None:
    """Work until it is done, or an interrupt came in between two rounds; there are none afterwards."""
    try:
        with suppress(KeyboardInterrupt):
            work()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        over.set()


def _interrupt(over: threading.Event, rng: random.Random) -> None:
    while not over.wait(0.2 * rng.random()):
        os.kill(os.getpid(), signal.SIGINT)


def _rounds(puzzles: dict[str, Puzzle], seed: int, rounds: int) -> None:
    rng = random.Random(seed)
    for _ in range(rounds):
        faulthandler.dump_traceback_later(STANDSTILL, exit=True)
        try:
            _round(puzzles, rng)
        except (KeyboardInterrupt, TilewrightError):  # such as too little memory
            continue
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)


def _round(puzzles: dict[str, Puzzle], rng: random.Random) -> None:
    name, engine, threads = rng.choice(list(puzzles)), rng.choice(ENGINES), rng.randint(1, 4)
    most = rng.choice([0.0, 0.001, 0.005, 0.02, 0.1])
    limit = Limit(seconds=most, memory=rng.choice([1 << 16, 1 << 22, 1 << 30]))
    if rng.random() < 0.5:
        found = count(puzzles[name], engine=engine, threads=threads, limit=limit)
        assert found.bound != "exact" or found.value == KNOWN.get(name, found.value), (
            name,
            engine,
            threads,
            found.value,
        )
        return
    stream = tilings(puzzles[name], engine=engine, threads=threads, limit=limit)
    for _ in range(rng.choice([1, 2, 50])):
        next(stream, None)
    if rng.random() < 0.5:
        held = [stream]
        del stream
        dropping = threading.Thread(target=held.clear)
        dropping.start()
        dropping.join()


if __name__ == "__main__":
    main()
