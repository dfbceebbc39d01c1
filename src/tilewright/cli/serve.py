"""`tilewright serve`: the studio in a browser."""

from __future__ import annotations

import socket
from typing import Annotated

import typer

from tilewright.cli.app import app
from tilewright.errors import EngineUnavailableError, NotationError


@app.command()
def serve(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; others than the loopback let others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 takes a free one.")] = 8765,
    searches: Annotated[
        int, typer.Option("--searches", min=1, max=64, help="Searches at once, each in its own process.")
    ] = 2,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not log requests.")] = False,
) -> None:
    """Open the studio: draw, solve, play and make puzzles in a browser.

    Example: `tilewright serve`, then open the address it prints.
    """
    try:
        from tilewright.web.app import create_app
        from tilewright.web.server import StudioServer
    except ModuleNotFoundError as missing:
        raise EngineUnavailableError(f"the studio needs {missing.name}: pip install 'tilewright[studio]'") from None
    listening = _listen(host, port)
    name = f"[{host}]" if ":" in host else host
    print(f"The studio: http://{name}:{listening.getsockname()[1]}/", flush=True)
    studio = create_app(searches=searches, hosts=(host,))
    server = StudioServer(studio, studio.state.close, "warning" if quiet else "info")
    server.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """A socket of ours, so that the address printed is the true one, and a refusal is one line."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise NotationError(f"--host {host} --port {port}: {error.strerror}: choose another, or --port 0") from None
