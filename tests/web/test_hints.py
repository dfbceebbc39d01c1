"""Hints of the studio: worked out beside everything else, and no longer than somebody waits for them."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.helpers.tiers import quick

LARGE = {"puzzle": "pentominoes*@50x50", "solution": '{"placements": []}'}
SMALL = {"puzzle": "FNPUV@5x5", "solution": '{"placements": []}'}
ROW = " ".join("." * 25)
WIDE = {"puzzle": "\n".join([ROW.replace(".", "625", 1), *[ROW] * 24]), "solution": '{"placements": []}'}
ENDLESS = """
import socket, sys, uvicorn
from tilewright.web.server import create_app
from tilewright.web.requests import StudioLimits
if __name__ == "__main__":
    app = create_app(StudioLimits(hint=1e6))
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(sys.argv[1]))])
"""


@contextmanager
def patient_studio(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A studio whose hints have no limit that a test would live to see."""
    (script := tmp_path / "studio.py").write_text(ENDLESS)
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        handle = listening.fileno()
        process = subprocess.Popen([sys.executable, script, str(handle)], pass_fds=(handle,))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", process
        finally:
            process.kill()
            process.wait()


def asked(address: str, request: dict[str, str]) -> socket.socket:
    """A connection on which a hint was asked for; the answer is not read."""
    body = json.dumps(request).encode()
    host = address.removeprefix("http://")
    name, port = host.split(":")
    connection = socket.create_connection((name, int(port)))
    connection.sendall(
        b"POST /api/hint HTTP/1.1\r\nhost: %s\r\ncontent-length: %d\r\n\r\n" % (host.encode(), len(body))
    )
    connection.sendall(body)
    return connection


def unanswered(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return not connection.recv(1)
    except BlockingIOError:
        return True


def test_whoever_plays_is_answered_while_hints_are_at_work_and_those_who_left_wait_for_nothing(tmp_path: Path) -> None:
    with patient_studio(tmp_path) as (address, _), httpx.Client(base_url=address, timeout=300) as client:
        waiting = [asked(address, LARGE) for _ in range(6)]
        for _ in range(20):
            assert client.post("/api/check", json=SMALL).json() == {"faults": [], "done": False, "searchable": True}
        hint = client.post("/api/hint", json=SMALL)  # which does not wait behind large puzzles
        assert hint.status_code == 200 and hint.json()["kind"] == "rule out", hint.text
        assert all(map(unanswered, waiting))
        for connection in waiting:
            connection.close()
        hint = client.post("/api/hint", json=WIDE)  # its process was at work on what nobody waits for any more
        assert hint.status_code == 200 and hint.json()["kind"] == "place", hint.text


@pytest.mark.parametrize("ending", quick([signal.SIGTERM, signal.SIGINT], 1), ids=str)
def test_hints_at_work_do_not_keep_the_studio_from_ending(tmp_path: Path, ending: signal.Signals) -> None:
    with patient_studio(tmp_path) as (address, process), httpx.Client(base_url=address, timeout=300) as client:
        waiting = [asked(address, LARGE) for _ in range(6)]
        assert client.post("/api/check", json=SMALL).status_code == 200
        assert all(map(unanswered, waiting))
        process.send_signal(ending)
        assert process.wait(timeout=60) in (0, -ending)
        for connection in waiting:
            connection.close()


def test_hints_end_by_themselves_and_refuse_what_is_no_solution(shared_address: str) -> None:
    with httpx.Client(base_url=shared_address, timeout=300) as client:
        hint = client.post("/api/hint", json=LARGE).json()
        assert hint["kind"] in ("none", "rule out") and hint["text"].endswith(".")
        for solution in ('{"placements": 3}', "nonsense", '{"placements": [{"id": "Q@0,0/0"}]}'):
            answer = client.post("/api/hint", json={"puzzle": "FNPUV@5x5", "solution": solution})
            assert answer.status_code == 422 and answer.json()["error"], answer.text


def test_a_hint_comes_as_fields_from_which_the_page_makes_its_sentence(tmp_path: Path) -> None:
    with patient_studio(tmp_path) as (address, _), httpx.Client(base_url=address, timeout=300) as client:
        shikaku = {"puzzle": "2 .\n. 2", "solution": '{"placements": []}'}
        rows = {request["puzzle"]: client.post("/api/hint", json=request).json() for request in (SMALL, shikaku)}
        laid = '{"placements": [{"piece": "V", "cells": [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0]]}]}'
        wrong = client.post("/api/hint", json={**SMALL, "solution": laid.replace("[2, 0]", "[1, 1]")}).json()
    for row in rows.values():
        assert row["kind"] in ("place", "rule out", "free") and row["ended"] == "exhausted"
    ruled_out = rows[SMALL["puzzle"]]
    assert ruled_out["technique"] and ruled_out["placements"][0]["piece"] in "FNPUV"
    assert ruled_out["atoms"] or ruled_out["pieces"]
    assert (wrong["kind"], wrong["technique"], wrong["rule"]) == ("wrong", "rules", "shape")
