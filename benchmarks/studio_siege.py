"""The studio besieged: half-open connections and hints on large boards, while others play; then SIGTERM.

    python benchmarks/studio_siege.py --half-open 300 --hints 6 --players 20 --seconds 60

Prints the latencies of what players ask, the answers by status, how many half-open connections the server closed, and
how long it took to end. Exit code 1 when a play request took a second or more, an answer was 5xx, or ending took over 2 s.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from multiprocessing import Queue, get_context
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.helpers.studio import serving
from tilewright import load, solve

LARGE = "pentominoes*@50x50"
PLAYED = ("FNPUV@5x5", "pentominoes@6x10", "tetrominoes*@6x6")
WITHIN, END = 1.0, 2.0  # seconds


@dataclass
class Tally:
    """Seconds of each play request by kind, the statuses of all answers, half-open connections closed."""

    seconds: list[tuple[float, str]] = field(default_factory=list)
    status: Counter[str] = field(default_factory=Counter)
    closed: int = 0
    began: float = field(default_factory=time.perf_counter)


async def half_open(host: str, port: int, seed: int, tally: Tally) -> None:
    """Half a request again and again, some of it byte by byte."""
    rng = random.Random(seed)
    request = f"POST /api/check HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 99\r\n\r\n".encode()
    while True:
        try:
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(request[: rng.randrange(len(request) + 1)])
            while not await _gone(reader, rng.uniform(1, 5)):
                writer.write(b" ")
            tally.closed += 1
            writer.close()
        except OSError:
            await asyncio.sleep(0.5)


async def _gone(reader: asyncio.StreamReader, seconds: float) -> bool:
    try:
        return not await asyncio.wait_for(reader.read(1000), seconds)
    except TimeoutError:
        return False


async def asks_for_hints(address: str, tally: Tally) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=120, verify=False) as client:
        while True:
            with suppress(httpx.HTTPError):  # when the server ends
                answer = await client.post("/api/hint", json={"puzzle": LARGE, "solution": '{"placements": []}'})
                tally.status[f"hint {answer.status_code}"] += 1
            await asyncio.sleep(0.1)


async def plays(address: str, seed: int, partial: dict[str, str], tally: Tally) -> None:
    """A visitor who opens a puzzle and lays a piece about every second."""
    rng = random.Random(seed)
    kept = httpx.Limits(keepalive_expiry=3)  # the server closes idle connections after 5 s
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=kept, verify=False) as client:
        while True:
            puzzle = rng.choice(PLAYED)
            body = {"puzzle": puzzle, "solution": partial[puzzle]}
            kind = rng.choice(["check"] * 6 + ["puzzle", "page", "gallery"])
            begun = time.perf_counter()
            if kind == "check":
                answer = await client.post("/api/check", json=body)
            elif kind == "puzzle":
                answer = await client.post("/api/puzzle", json={"puzzle": puzzle})
            else:
                answer = await client.get("/" if kind == "page" else "/api/gallery")
            tally.seconds.append((time.perf_counter() - begun, f"{kind} at {begun - tally.began:.0f} s:"))
            tally.status[f"{kind} {answer.status_code}"] += 1
            await asyncio.sleep(rng.expovariate(1.0))


def half_laid(puzzle: str) -> str:
    """Half of a solution, as the page sends it."""
    placements = solve(load(puzzle)).tilings[0].placements
    rows = [{"piece": each.piece, "cells": [list(atom) for atom in each.atoms]} for each in placements]
    return json.dumps({"placements": rows[: len(rows) // 2]})


async def together(tasks: list[Coroutine[Any, Any, None]], seconds: float) -> list[str]:
    """Run tasks that never end for so long; returns the errors with which some did."""
    running = [asyncio.create_task(task) for task in tasks]
    await asyncio.sleep(seconds)
    for task in running:
        task.cancel()
    ended = await asyncio.gather(*running, return_exceptions=True)
    return [type(error).__name__ for error in ended if not isinstance(error, asyncio.CancelledError)]


def attack(address: str, half: int, hints: int, seconds: float, results: Queue[Tally]) -> None:
    """A process of its own, so that what players measure is the server's time. It goes on while the server ends."""
    tally = Tally()
    host, port = address.removeprefix("http://").split(":")
    tasks = [half_open(host, int(port), seed, tally) for seed in range(half)]
    tasks += [asks_for_hints(address, tally) for _ in range(hints)]
    asyncio.run(together(tasks, seconds + 3))
    results.put(tally)


def siege(address: str, pid: int, asked: argparse.Namespace) -> tuple[Tally, float]:
    """Everything at once; then SIGTERM in the midst of it. Returns also when the signal was sent."""
    played, results = Tally(), get_context("spawn").Queue()
    partial = {puzzle: half_laid(puzzle) for puzzle in PLAYED}
    given = (address, asked.half_open, asked.hints, asked.seconds, results)
    attacker = get_context("spawn").Process(target=attack, args=given)
    attacker.start()
    time.sleep(2)  # it has begun
    errors = asyncio.run(together([plays(address, s, partial, played) for s in range(asked.players)], asked.seconds))
    sent = time.monotonic()
    os.kill(pid, signal.SIGTERM)
    attacked = results.get(timeout=60)
    attacker.join()
    played.status.update(attacked.status)
    played.status.update(f"ended early: {error}" for error in errors)
    played.closed = attacked.closed
    return played, sent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--half-open", type=int, default=300)
    parser.add_argument("--hints", type=int, default=6)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    with serving() as (address, process):
        httpx.get(f"{address}/api/gallery", timeout=60)
        time.sleep(3)  # the search processes start
        ended: list[float] = []
        watch = Thread(target=lambda: ended.append(process.wait() and time.monotonic()))
        watch.start()
        tally, sent = siege(address, process.pid, asked)
        watch.join(timeout=60)
        ending = ended[0] - sent if ended else inf
    latencies = sorted(tally.seconds)
    bad = [name for name in tally.status if name.split()[-1].startswith("5") or name.startswith("ended")]
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"play requests: {len(latencies)}, median {median(s for s, _ in latencies) * 1000:.0f} ms")
    print("slowest: " + ", ".join(f"{kind} {seconds * 1000:.0f} ms" for seconds, kind in latencies[-5:]))
    print(f"answers: {dict(sorted(tally.status.items()))}; half-open connections closed: {tally.closed}")
    print(f"ended {ending:.2f} s after SIGTERM with code {process.returncode}")
    sys.exit(bool(bad or latencies[-1][0] >= WITHIN or ending > END))


if __name__ == "__main__":
    main()
