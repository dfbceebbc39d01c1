"""`tilewright serve`: the studio in a browser."""

from __future__ import annotations

import socket
from argparse import Namespace

from tilewright.cli import options
from tilewright.cli.options import Command, Parser
from tilewright.cli.terminal import DONE
from tilewright.errors import EngineUnavailableError, NotationError

DETAILS = "Example: `tilewright serve`, then open the address it prints."


def add_arguments(parser: Parser) -> None:
    """Where to listen, and how much to do at once."""
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="Address to listen on; others than the loopback let others in. [default: 127.0.0.1]",
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=options.whole(0, 65535),
        default=8765,
        help="Port; 0 takes a free one. [default: 8765]",
    )
    parser.add_argument(
        "--searches",
        metavar="N",
        type=options.whole(1, 64),
        default=2,
        help="Searches at once, each in its own process. [default: 2]",
    )
    parser.add_argument("--quiet", action="store_true", help="Do not log requests.")


def run(args: Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        from tilewright.web.app import create_app  # the extra `studio`, which may not be installed
        from tilewright.web.server import StudioServer  # the same
    except ModuleNotFoundError as missing:
        raise EngineUnavailableError(f"the studio needs {missing.name}: pip install 'tilewright[studio]'") from None
    listening = _listen(args.host, args.port)
    name = f"[{args.host}]" if ":" in args.host else args.host
    print(f"The studio: http://{name}:{listening.getsockname()[1]}/", flush=True)
    studio = create_app(searches=args.searches, hosts=(args.host,))
    server = StudioServer(studio, studio.state.close, "warning" if args.quiet else "info")
    server.run(sockets=[listening])
    return DONE


def _listen(host: str, port: int) -> socket.socket:
    """A socket of ours, so that the address printed is the true one, and a refusal is one line."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise NotationError(f"--host {host} --port {port}: {error.strerror}: choose another, or --port 0") from None


COMMAND = Command(DETAILS, add_arguments, run)
