"""The studio under load: many clients at once with mixed requests, then a soak with requests made to hurt.

    python benchmarks/studio_load.py --clients 200 --seconds 60

Prints requests, failures, latencies, memory of the server and its processes before and after, and what is left over.
Exit code 1 when a request failed, a process leaked or a reply held a traceback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.helpers.studio import serving

PUZZLES = (
    "FNPUV@5x5",
    "pentominoes@3x20",
    "tetrominoes*@6x6",
    "tetrominoes:S*@4x4",
    "pentominoes@6x10",
    "hexiamonds@t6",
)


@dataclass
class Tally:
    """What happened: kinds of request, milliseconds of each, failures with their cause."""

    done: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def timed(self, kind: str, seconds: float) -> None:
        self.done[kind] += 1
        self.milliseconds.append(1000 * seconds)


def family(pid: int) -> dict[int, int]:
    """Resident kilobytes of a process and its children, by id."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            rows = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            if int(rows["PPid"]) == pid or int(rows["Pid"]) == pid:
                found[int(rows["Pid"])] = int(rows.get("VmRSS", "0 kB").split()[0])
    return found


async def one(client: httpx.AsyncClient, rng: random.Random, names: list[str], tally: Tally) -> None:
    """One action of a visitor."""
    kind = rng.choice(["page", "open", "picture", "puzzle", "hint", "check", "solve", "solve", "count", "cancel"])
    puzzle = rng.choice(PUZZLES)
    begun = time.perf_counter()
    if kind == "page":
        answers = [await client.get("/"), await client.get("/static/main.js"), await client.get("/api/lattices")]
    elif kind in ("open", "picture"):
        answers = [await client.get(f"/api/{'gallery' if kind == 'open' else 'picture'}/{rng.choice(names)}")]
    elif kind == "puzzle":
        answers = [await client.post("/api/puzzle", json={"puzzle": puzzle})]
    elif kind in ("hint", "check"):
        body = {"puzzle": rng.choice(PUZZLES[:1]), "solution": '{"placements": []}'}
        answers = [await client.post(f"/api/{kind}", json=body)]
    else:
        answers = await search(client, kind, puzzle)
    tally.timed(kind, time.perf_counter() - begun)
    tally.failed += [f"{kind} {a.status_code} {a.text[:80]}" for a in answers if a.status_code >= 400]


async def search(client: httpx.AsyncClient, kind: str, puzzle: str) -> list[httpx.Response]:
    """Begin a search and follow it to its end, or leave it and cancel."""
    if kind == "cancel":
        puzzle = "pentominoes!turn@9x10"
    goal = "list" if kind == "solve" else "count"
    if kind == "count":
        puzzle = "pentominoes@3x20"
    begun = await client.post("/api/search", json={"puzzle": puzzle, "goal": goal, "number": 1})
    if begun.status_code >= 400:
        return [begun]
    path = f"/api/search/{begun.json()['id']}"
    if kind == "cancel":
        return [begun, await client.delete(path)]
    return [begun, await client.get(f"{path}/events")]


async def visitor(address: str, seed: int, until: float, names: list[str], tally: Tally) -> None:
    """A client that goes on until the time is over."""
    rng = random.Random(seed)
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        while time.monotonic() < until:
            try:
                await one(client, rng, names, tally)
            except httpx.HTTPError as error:
                tally.failed.append(f"{type(error).__name__} {error}")
            await asyncio.sleep(rng.expovariate(1.0))


async def hurt(address: str, seed: int, until: float, tally: Tally) -> None:
    """A client that sends what no page sends: malformed JSON, oversized bodies, half requests, dropped connections."""
    rng = random.Random(seed)
    host, port = address.removeprefix("http://").split(":")
    while time.monotonic() < until:
        kind = rng.choice(["json", "large", "slow", "drop", "listen and drop"])
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(host, int(port))
            head = f"POST /api/puzzle HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\nContent-Length: "
            body = rng.randbytes(rng.randint(0, 200)) if rng.random() < 0.5 else random_json(rng)
            if kind == "large":
                body = b"x" * (1 << 21)
            if kind == "listen and drop":
                head = f"GET /api/search/none/events HTTP/1.1\r\nHost: {host}:{port}\r\nX: "
            writer.write(f"{head}{len(body)}\r\n\r\n".encode())
            for part in range(0, len(body), max(1, len(body) // 4)):
                writer.write(body[part : part + max(1, len(body) // 4)])
                if kind == "slow":
                    await asyncio.sleep(rng.random())
                if kind == "drop" and rng.random() < 0.5:
                    break
            if kind not in ("drop", "listen and drop"):
                reply = await asyncio.wait_for(reader.read(100_000), 60)
                status = reply.split(b" ", 2)[1] if reply.startswith(b"HTTP") else b"none"
                tally.done[f"{kind} {status.decode()}"] += 1
                if status.startswith(b"5") or b"Traceback" in reply:
                    tally.failed.append(f"{kind}: {reply[:200]!r}")
            writer.close()


def random_json(rng: random.Random) -> bytes:
    """JSON of the right keys and wrong values."""
    values = ["FNPUV@5x5", "", "I*@9999x9999", -1, 1e308, None, [[]], {"a": 1}, "\u0000", "#" * 5000]
    keys = ("puzzle", "solution", "form", "goal", "number")
    return json.dumps({key: rng.choice(values) for key in rng.sample(keys, rng.randint(0, 5))}).encode()


async def storm(address: str, clients: int, seconds: float, soak: float) -> tuple[Tally, Tally]:
    """Visitors, then those who hurt."""
    visited, hurting = Tally(), Tally()
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        names = [entry["name"] for entry in (await client.get("/api/gallery")).json()]
    until = time.monotonic() + seconds
    await asyncio.gather(*(visitor(address, seed, until, names, visited) for seed in range(clients)))
    until = time.monotonic() + soak
    await asyncio.gather(*(hurt(address, seed, until, hurting) for seed in range(50)))
    return visited, hurting


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--soak", type=float, default=30)
    asked = parser.parse_args()
    with serving() as (address, process):
        httpx.get(f"{address}/")
        time.sleep(3)  # the search processes start
        asyncio.run(storm(address, 5, 5, 1))  # what is loaded once, at first use, is loaded
        before = family(process.pid)
        visited, hurting = asyncio.run(storm(address, asked.clients, asked.seconds, asked.soak))
        time.sleep(5)
        after = family(process.pid)
    done, slow = sum(visited.done.values()), quantiles(visited.milliseconds, n=100)[98]
    print(f"{asked.clients} clients, {asked.seconds:g} s: {done} actions, {len(visited.failed)} failed requests")
    print(f"milliseconds an action: median {median(visited.milliseconds):.0f}, 99 % below {slow:.0f}")
    print(f"kinds: {dict(visited.done)}")
    print(f"soak: {dict(hurting.done)}; {len(hurting.failed)} failures")
    print(f"server: {before[process.pid]:,} kB before, {after[process.pid]:,} kB after")
    print(
        f"processes: {len(before)} before, {len(after)} after; together {sum(before.values()):,} kB, then {sum(after.values()):,}"
    )
    for line in (visited.failed + hurting.failed)[:10]:
        print("failed:", line)
    sys.exit(bool(visited.failed or hurting.failed or len(after) > len(before)))


if __name__ == "__main__":
    main()
