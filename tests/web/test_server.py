"""The studio's server: what it answers, what it refuses, and that searches end when they should."""

from __future__ import annotations

import json
import random
import socket
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.helpers.studio import serving
from tilewright import Tiling, load
from tilewright.formats.solution import parse_solution
from tilewright.puzzle.check import faults


@pytest.fixture(scope="module")
def studio() -> Iterator[httpx.Client]:
    with serving("--searches", "2") as (address, _), httpx.Client(base_url=address, timeout=60) as client:
        yield client


def begin(studio: httpx.Client, puzzle: str, **more: Any) -> str:
    answer = studio.post("/api/search", json={"puzzle": puzzle, **more})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def events(studio: httpx.Client, search: str) -> Iterator[dict[str, Any]]:
    with studio.stream("GET", f"/api/search/{search}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line[6:])


def test_every_puzzle_of_the_gallery_opens_and_has_a_picture(studio: httpx.Client) -> None:
    entries = studio.get("/api/gallery").json()
    names = [entry["name"] for entry in entries]
    assert {name.partition("/")[0] for name in names} >= {"doodle-fit", "fridgeiq", "katamino", "shikaku", "tetris"}
    lattices = studio.get("/api/lattices").json()
    for name, entry in zip(names, entries, strict=True):
        view = studio.get(f"/api/gallery/{name}").json()
        flat = view.get("lattice", "").partition("~")[0]  # the page wraps it itself; polygons lie on none
        assert flat in lattices or view["kind"] == "polygons", name
        assert entry["card"]["board"].startswith("M") and entry["card"].get("lattice") == view.get("lattice"), name
        assert load(view["puzzle"]), name


def test_a_listing_streams_each_tiling_once_and_all_are_right(studio: httpx.Client) -> None:
    puzzle = load("FNPUV@5x5")
    found = []
    for event in events(studio, begin(studio, "FNPUV@5x5", number=1000)):
        found += event["solutions"] if event["event"] == "solutions" else []
    tilings = {Tiling(puzzle, parse_solution(json.dumps(answer), puzzle)) for answer in found}
    assert len(tilings) == len(found) == event["count"]
    assert not any(faults(puzzle, tiling.placements) for tiling in tilings)
    assert event["ended"] == "exhausted"


def test_a_late_listener_misses_nothing(studio: httpx.Client) -> None:
    search = begin(studio, "FNPUV@5x5", number=1000)
    first = list(events(studio, search))
    again = list(events(studio, search))
    assert [e for e in first if e["event"] != "progress"] == [e for e in again if e["event"] != "progress"]


def test_a_count_ends_with_the_exact_number(studio: httpx.Client) -> None:
    *_, end = events(studio, begin(studio, "pentominoes@3x20", goal="count", up_to="symmetries"))
    assert (end["count"]["value"], end["ended"]) == (2, "exhausted")


def test_an_impossible_puzzle_ends_with_its_reason(studio: httpx.Client) -> None:
    *_, end = events(studio, begin(studio, "T*@6x6"))
    assert end["verdict"] == "impossible" and end["reason"]["text"]


def test_cancel_ends_the_search_and_frees_its_process(studio: httpx.Client) -> None:
    endless = [begin(studio, "pentominoes!turn@9x10", goal="count") for _ in range(3)]  # one more than run at once
    for search in endless:
        assert studio.delete(f"/api/search/{search}").json() == {"ended": "stopped"}
        *_, end = events(studio, search)
        assert end["ended"] == "stopped"
    *_, end = events(studio, begin(studio, "pentominoes@3x20", goal="count"))
    assert end["count"]["value"] == 8


def test_partial_solutions_are_checked_hinted_on_and_solved_from(studio: httpx.Client) -> None:
    found, _ = events(studio, begin(studio, "FNPUV@5x5"))
    lying = found["solutions"][0]["placements"]
    part = json.dumps({"placements": lying[:2]})
    asked = {"puzzle": "FNPUV@5x5", "solution": part}
    assert studio.post("/api/hint", json=asked).json()["text"]
    assert studio.post("/api/check", json=asked).json() == {"faults": [], "done": False, "searchable": True}
    whole = json.dumps({"placements": lying})
    assert studio.post("/api/check", json=asked | {"solution": whole}).json() == {
        "faults": [],
        "done": True,
        "searchable": True,
    }
    again, _ = events(studio, begin(studio, "FNPUV@5x5", partial=part))
    assert {row["id"] for row in lying[:2]} <= {row["id"] for row in again["solutions"][0]["placements"]}
    twice = json.dumps({"placements": [lying[0], lying[0]]})
    assert studio.post("/api/check", json=asked | {"solution": twice}).json()["faults"]


def test_export_gives_files_that_load_again(studio: httpx.Client) -> None:
    for form in ("json", "toml", "svg", "png", "pdf", "txt"):
        answer = studio.post("/api/export", json={"puzzle": "FNPUV@5x5", "form": form})
        assert answer.status_code == 200 and answer.headers["content-disposition"].startswith("attachment")
        if form in ("json", "toml"):
            assert load(answer.text) == load("FNPUV@5x5")
    refused = studio.post("/api/export", json={"puzzle": "FNPUV@5x5", "form": "puzz.link"})
    assert refused.status_code == 422 and "shikaku" in refused.json()["error"]


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        ("I*@60x70", "this board has 4,200 cells; the studio solves up to 2,500"),
        ("", "there is no puzzle yet"),
        ("/etc/passwd", ""),
        ("../../pyproject.toml", ""),
        ("FNPUV@5x", ""),
        ("https://puzz.link/p?shikaku/3/3/zzzz~", ""),
    ],
)
def test_bad_puzzles_get_one_line(studio: httpx.Client, puzzle: str, told: str) -> None:
    for path in ("/api/puzzle", "/api/search"):
        answer = studio.post(path, json={"puzzle": puzzle})
        assert answer.status_code == 422, answer.text
        text = answer.json()["error"]
        assert told in text and "\n" not in text and "root:" not in text


@pytest.mark.parametrize("headers", [{"host": "evil.example"}, {"origin": "https://evil.example"}, {"origin": "null"}])
def test_other_sites_are_refused(studio: httpx.Client, headers: dict[str, str]) -> None:
    assert studio.post("/api/puzzle", json={"puzzle": "FNPUV@5x5"}, headers=headers).status_code in (403, 421)


def test_every_answer_carries_the_content_policy(studio: httpx.Client) -> None:
    for path in ("/", "/static/main.js", "/api/gallery", "/api/no-such-thing", "/static/../app.py"):
        policy = studio.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy


def test_nothing_outside_the_static_folder_is_served(studio: httpx.Client) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/..%2fapp.py"):
        assert studio.get(path).status_code == 404, path


def test_bodies_that_are_too_large_or_senseless(studio: httpx.Client) -> None:
    assert studio.post("/api/puzzle", content=b"x" * (2 << 20)).status_code == 413
    chunks = (b"x" * 65536 for _ in range(40))  # without a length
    assert studio.post("/api/puzzle", content=chunks).status_code == 413
    for body in (b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"puzzle": 3}', b'{"puzzle": "x", "else": 1}', b"[" * 9000):
        assert studio.post("/api/puzzle", content=body).status_code == 400, body[:20]


def test_random_requests_never_break_the_server(studio: httpx.Client) -> None:
    rng = random.Random(20)
    texts = ["FNPUV@5x5", "O*@4x4", '{"board": "##"}', "3x3\n2.1\n", "", "\0", "🧩", "[[piece]]", "p*@1x1", "9" * 400]
    values: list[Any] = [*texts, None, -1, 10**30, 1.5, [], {}, True]
    paths = ["/api/puzzle", "/api/check", "/api/hint", "/api/export", "/api/search", "/api/search/x", "/api/nothing"]
    for _ in range(300):
        keys = rng.sample(["puzzle", "solution", "form", "goal", "number", "partial", "up_to"], rng.randint(0, 5))
        body = {key: rng.choice(values) for key in keys}
        method = rng.choice(["POST", "POST", "POST", "GET", "DELETE", "PUT"])
        answer = studio.request(method, rng.choice(paths), json=body)
        assert answer.status_code < 500, (body, answer.text)
        assert "Traceback" not in answer.text


def test_a_port_in_use_is_one_line() -> None:
    from tests.helpers.studio import COMMAND

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2 and f"--port {port}" in ran.stderr and len(ran.stderr.splitlines()) == 1


def test_nothing_is_left_when_the_server_ends() -> None:
    with serving() as (address, process):
        search = httpx.post(f"{address}/api/search", json={"puzzle": "pentominoes!turn@9x10", "goal": "count"}).json()
        assert search["id"]
        children = _children(process.pid)
        assert children
    deadline = time.monotonic() + 120
    while any(map(_alive, children)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(_alive, children))


def _children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def _alive(pid: int) -> bool:
    from pathlib import Path

    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("site", ["cross-site", "same-site", "something-new"])
def test_gets_of_other_sites_make_nothing(studio: httpx.Client, site: str) -> None:
    for path in ("/api/day/shikaku/2026-11-21", "/api/gallery", "/api/sets", "/api/lattices", "/api/search/x/events"):
        assert studio.get(path, headers={"sec-fetch-site": site}).status_code == 403, path
        assert studio.get(path, headers={"sec-fetch-site": "same-origin"}).status_code != 403, path
    assert studio.get("/", headers={"sec-fetch-site": site}).status_code == 200  # a link to the studio


def test_processes_that_were_ended_are_no_zombies() -> None:
    with serving("--searches", "2") as (address, process), httpx.Client(base_url=address, timeout=60) as studio:
        for _ in range(3):
            search = begin(studio, "pentominoes!turn@9x10", goal="count")
            studio.delete(f"/api/search/{search}")
        deadline = time.monotonic() + 60
        while (dead := [pid for pid in _children(process.pid) if not _alive(pid)]) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert not dead
