"""Clients that send slowly, or too many of them, and what is at work when the server is told to end."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.helpers.studio import COMMAND, serving
from tilewright.web.server import StudioServer

GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n"


async def _echo(request: Request) -> Response:
    try:
        return PlainTextResponse(b"got " + await request.body())
    except ClientDisconnect:
        return PlainTextResponse("", 400)


async def _slow(_: Request) -> Response:
    async def words() -> Iterator[bytes]:
        for _ in range(6):
            await asyncio.sleep(0.5)
            yield b"."

    return StreamingResponse(words())


@contextmanager
def small_server(whole: float = 1.0, connections: int = 50) -> Iterator[int]:
    """The port of a server of its own, in a thread."""
    app = Starlette(routes=[Route("/", _echo, methods=["GET", "POST"]), Route("/slow", _slow)])
    server = StudioServer(app, log_level="warning", whole=whole, connections=connections)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(60)
            assert not thread.is_alive(), "the server does not end"


@contextmanager
def client(port: int, *sent: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as opened:
        for part in sent:
            opened.sendall(part)
        yield opened


def received(opened: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    parts = []
    try:
        while part := opened.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


HALF_SENT = {
    "nothing": (),
    "half a line": (b"GE",),
    "half a head": (GET[:-4],),
    "a head without its body": (POST,),
    "half a body": (POST, b"ab"),
    "a second request, half": (GET, b"GET / HT"),
    "a second request without its body": (GET, POST),
}


@pytest.mark.parametrize("sent", HALF_SENT.values(), ids=HALF_SENT)
def test_what_is_half_sent_is_closed(sent: tuple[bytes, ...]) -> None:
    with small_server() as port, client(port, *sent) as opened:
        answer = received(opened)  # which returns only because the server closes
    assert answer.count(b"200 OK") == sum(part == GET for part in sent)


def test_bytes_that_trickle_give_no_new_time() -> None:
    with small_server() as port, client(port) as opened:
        opened.settimeout(0.05)
        for byte in GET * 100:
            try:
                opened.sendall(bytes([byte]))
                if not opened.recv(1):
                    break
            except TimeoutError:
                continue
            except (ConnectionResetError, BrokenPipeError):
                break
        else:
            pytest.fail("the server took a request that came byte by byte")


def test_whole_requests_have_all_the_time_they_need() -> None:
    """An answer takes longer than a request may; several requests on one connection are several."""
    with small_server(2.0) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as studio:
        assert studio.get("/slow").text == "......"
        for _ in range(4):
            time.sleep(0.2)
            assert studio.post("/", content=b"hello").text == "got hello"


def test_clients_beyond_the_room_wait_until_others_are_closed() -> None:
    with small_server(connections=4) as port:
        half = [socket.create_connection(("127.0.0.1", port)) for _ in range(12)]
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=60).text == "got "
        for opened in half:
            opened.close()


@pytest.fixture
def crowded(tmp_path) -> Iterator[tuple[str, Callable[[], str]]]:
    """A studio that has run out of file descriptors, and what it logs."""
    log = tmp_path / "log"
    with log.open("wb") as stderr:
        process = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=stderr, text=True)
    address = process.stdout.readline().split()[-1].rstrip("/")
    httpx.get(address, timeout=60)
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (40, 40))
    try:
        yield address, log.read_text
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()


def test_running_out_of_file_descriptors_is_one_line(crowded: tuple[str, Callable[[], str]]) -> None:
    address, log = crowded
    where = ("127.0.0.1", int(address.rpartition(":")[2]))
    half = [socket.create_connection(where) for _ in range(100)]
    while not log():
        time.sleep(0.05)
    for opened in half:
        opened.close()
    assert httpx.get(f"{address}/api/lattices", timeout=60).status_code == 200
    assert log().count("\n") == 1 and "Too many open files: new connections wait" in log()


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_whatever_it_does(sig: signal.Signals) -> None:
    """A stream that never ends, half a request, and a thread that works on."""
    with serving() as (address, process):
        endless = {"puzzle": "pentominoes!turn@9x10", "goal": "count"}
        search = httpx.post(f"{address}/api/search", json=endless, timeout=60).json()["id"]
        with (
            httpx.stream("GET", f"{address}/api/search/{search}/events", timeout=60) as events,
            client(int(address.rpartition(":")[2]), POST[:-20]),
        ):
            next(events.iter_raw())
            process.send_signal(sig)
            assert process.wait(timeout=30) == 128 + sig


PROGRAM = """
import asyncio, signal, socket, sys, time
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from tilewright.web.server import StudioServer

async def work(_):
    print("at work", flush=True)
    await asyncio.to_thread(time.sleep, 600)
    return PlainTextResponse("")

signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
with socket.create_server(("127.0.0.1", 0)) as listening:
    print(listening.getsockname()[1], flush=True)
    StudioServer(Starlette(routes=[Route("/", work)]), log_level="error").run([listening])
"""


def test_a_thread_that_works_on_does_not_hold_the_process() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as process:
        port = int(process.stdout.readline())
        with client(port, GET):
            assert process.stdout.readline() == "at work\n"
            process.terminate()
            assert process.wait(timeout=60) == 128 + signal.SIGTERM
