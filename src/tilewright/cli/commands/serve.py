"""`tilewright serve`: run the studio in a browser."""

from __future__ import annotations

import os
import socket
import sys
from argparse import Namespace

from tilewright.cli.options import Argument, Command, whole
from tilewright.errors import EngineUnavailableError, NotationError
from tilewright.exit_codes import DONE

SERVE = """Example: `tilewright serve`. The browser opens by itself if the terminal has a screen; otherwise open the address that
is printed."""


def _run(args: Namespace) -> int:
    try:
        from tilewright.web.server import StudioServer, create_app
    except ModuleNotFoundError as missing:
        raise EngineUnavailableError(f"the studio needs {missing.name}: pip install starlette uvicorn") from None
    listening = _listen(args.host, args.port)
    name = f"[{args.host}]" if ":" in args.host else args.host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    print(f"The studio: {address}", flush=True)
    if not args.no_open and _has_browser():
        import threading
        import webbrowser

        # The socket is already listening: the first request of the browser waits until the server accepts it.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    studio = create_app(searches=args.searches, hosts=(args.host,))
    server = StudioServer(studio, studio.state.close, "warning" if args.quiet else "info")
    server.run(sockets=[listening])
    return DONE


def _has_browser() -> bool:
    """Return whether a user at a terminal has a screen: servers, tests and pipes must not open a browser."""
    screen = sys.platform in ("win32", "darwin") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return screen and sys.stdout.isatty()


def _listen(host: str, port: int) -> socket.socket:
    """Open the socket before the server starts, so that the printed address is right and an error is one line."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise NotationError(f"--host {host} --port {port}: {error.strerror}: choose another, or --port 0") from None


COMMANDS = {
    "serve": Command(
        SERVE,
        _run,
        [
            Argument(
                "--host",
                metavar="ADDRESS",
                default="127.0.0.1",
                help="Address to listen on; addresses other than the loopback accept connections from the network.",
            ),
            Argument("--port", type=whole(0, 65535), metavar="N", default=8765, help="Port; 0 takes a free one."),
            Argument(
                "--searches",
                type=whole(1, 64),
                metavar="N",
                default=2,
                help="Searches at once, each in its own process.",
            ),
            Argument("--no-open", action="store_true", help="Do not open the address in the browser."),
            Argument("--quiet", action="store_true", help="Do not log requests."),
        ],
    ),
}
