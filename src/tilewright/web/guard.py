"""Who may ask, and how much: hosts, origins, sizes, and the headers that keep the page to itself."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
)


class TooLarge(Exception):
    """The body of a request is longer than allowed."""


class Guard:
    """ASGI middleware. A page of another site cannot reach the studio through the user's browser: requests must name
    one of our hosts (which defeats DNS rebinding), and an `Origin` header, where there is one, must be our own. A GET of
    another site's page bears no `Origin`, but `Sec-Fetch-Site`: puzzles are made, and work is done, for our own page only;
    the page itself may be linked to.
    A studio that listens on every address of the machine answers to any address, which no foreign name can pose as.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], body: int) -> None:
        self.app, self.hosts, self.body = app, frozenset(hosts), body
        self.everywhere = not self.hosts.isdisjoint(EVERYWHERE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(headers)
        if refusal:
            return await _refuse(send, *refusal)
        if _is_foreign(headers) and scope["path"].startswith("/api/"):
            return await _refuse(send, 403, "requests from other sites are refused")
        return await self.app(scope, _bounded(receive, self.body), _with_headers(send))

    def _refusal(self, headers: dict[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        name = _name(f"//{host}")
        if name not in self.hosts and not (self.everywhere and _is_address(name)):
            return 421, "this studio answers only to its own address"
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, "requests from other sites are refused"
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > self.body:
            return 413, f"the request is too large: expected at most {self.body:,} bytes"
        return None


def _is_foreign(headers: dict[bytes, str]) -> bool:
    """Return True where a browser says that a page of another site asks; who is no browser says nothing."""
    return headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none")


def _name(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _is_address(name: str | None) -> bool:
    try:
        return bool(ip_address(name or ""))
    except ValueError:
        return False


def _bounded(receive: Receive, most: int) -> Receive:
    """Bodies without a length, counted as they come."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return with_headers


async def _refuse(send: Send, status: int, text: str) -> None:
    body = f'{{"error": "{text}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
