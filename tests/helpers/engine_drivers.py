"""Firefox and WebKitGTK, each through its own driver: scripts, pointers, keys, sizes, pictures and complaints.

Firefox speaks WebDriver BiDi over a web socket; WebKitGTK has WebKitWebDriver (HTTP) and needs a screen, which is Xvfb.
Debian's packages: firefox-esr; webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi, xvfb.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

ANSWER = 90.0  # seconds a browser has for a command on a busy machine
START = 30.0  # seconds it has to start
PYTHON = "/usr/bin/python3"  # the system's, which has the bindings of GTK
WINDOW = Path(__file__).with_name("engine_window.py")
# A script is the text of a function of one value, or an expression. What goes in and out travels as JSON.
SCRIPT = "const text = (%s); const result = typeof text === 'function' ? text(JSON.parse(json)) : text;"
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-US",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,  # BiDi alone
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


class Driver(Protocol):
    """A browser with one page."""

    @property
    def complaints(self) -> list[str]:
        """Exceptions and errors on the console since the browser started."""

    def go(self, address: str) -> None:
        """Open an address and wait until it is loaded."""

    def reload(self) -> None:
        """Load the page again and wait for it."""

    def script(self, text: str, value: object = None) -> Any:
        """Return what a function of `value`, or an expression, comes to in the page. Raises RuntimeError if it throws."""

    def size(self, width: int, height: int) -> None:
        """Give the page so many pixels."""

    def act(self, *sources: dict[str, Any]) -> None:
        """Do what sources of WebDriver's input do: pointers, wheels, keys."""

    def picture(self) -> bytes:
        """Return what is seen of the page, as PNG."""

    def close(self) -> None:
        """End the browser."""


def wait_until(look: Callable[[], Any], seconds: float, what: str) -> Any:
    """Return what `look` finds. Raises TimeoutError naming what was waited for."""
    end = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)
    return found


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program and wait for it."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """Return a port of the loopback that nobody listens to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Firefox:
    """Firefox without a window."""

    def __init__(self) -> None:
        self._complaints: list[str] = []
        self._numbers = itertools.count(1)
        self._opened = contextlib.ExitStack()
        self._folder = Path(tempfile.mkdtemp(prefix="tilewright-firefox-"))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (self._folder / "user.js").write_text("".join(lines), encoding="utf-8")
        port = free_port()
        self._process = subprocess.Popen(
            [
                "firefox-esr",
                "--headless",
                "--no-remote",
                "--profile",
                self._folder,
                "--remote-debugging-port",
                str(port),
            ],
            env={**os.environ, "HOME": str(self._folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._socket = wait_until(lambda: self._connected(port), START, "Firefox did not start")
            self._call("session.new", capabilities={})
            self._call("session.subscribe", events=["log.entryAdded"])
            self._page = self._call("browsingContext.create", type="tab")[
                "context"
            ]  # which has the focus; the first has not
        except BaseException:
            self.close()
            raise

    def _connected(self, port: int) -> ClientConnection | None:
        try:
            return self._opened.enter_context(
                connect(f"ws://127.0.0.1:{port}/session", max_size=None, origin=None, proxy=None)
            )
        except OSError:
            return None

    def _call(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=ANSWER))
            if message["type"] == "event":
                self._note(message["params"])
            elif message["id"] == number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry.get("level") == "error":
            self._complaints.append(str(entry["text"]))

    @property
    def complaints(self) -> list[str]:
        return self._complaints

    def go(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def reload(self) -> None:
        self._call("browsingContext.reload", context=self._page, wait="complete")

    def script(self, text: str, value: object = None) -> Any:
        answer = self._call(
            "script.callFunction",
            functionDeclaration=f"async (json) => {{ {SCRIPT % text} return JSON.stringify((await result) ?? null); }}",
            awaitPromise=True,
            target={"context": self._page},
            arguments=[{"type": "string", "value": json.dumps(value)}],
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def size(self, width: int, height: int) -> None:
        self._call("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def act(self, *sources: dict[str, Any]) -> None:
        self._call("input.performActions", context=self._page, actions=list(sources))

    def picture(self) -> bytes:
        return base64.b64decode(self._call("browsingContext.captureScreenshot", context=self._page)["data"])

    def close(self) -> None:
        self._opened.close()
        end(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)


class WebKit:
    """WebKitGTK in a bare window on a screen of its own."""

    def __init__(self) -> None:
        self._session = ""
        self._folder = Path(tempfile.mkdtemp(prefix="tilewright-webkit-"))
        self._programs: list[subprocess.Popen[bytes]] = []
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        self._console = self._folder / "console"
        browser = self._folder / "browser"
        browser.write_text(f'#!/bin/sh\nexec {PYTHON} {WINDOW} "$@" >>{self._console} 2>&1\n')
        browser.chmod(0o700)
        port = free_port()
        self._address = f"http://127.0.0.1:{port}"
        self._run("WebKitWebDriver", f"--port={port}", environment=self._surroundings(self._screen()))
        wait_until(self._is_ready, START, "WebKitWebDriver did not start")
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        made = self._send("POST", "/session", {"capabilities": wanted})
        self._session = f"/session/{made['sessionId']}"
        self._send("POST", f"{self._session}/timeouts", {"script": int(ANSWER * 1000)})

    def _run(self, *words: str, environment: dict[str, str] | None = None, passed: tuple[int, ...] = ()) -> None:
        quiet = subprocess.DEVNULL
        self._programs.append(subprocess.Popen(words, env=environment, stdout=quiet, stderr=quiet, pass_fds=passed))

    def _screen(self) -> str:
        """Start Xvfb, which chooses the number of its screen and tells it."""
        here, there = os.pipe()
        size = ("-screen", "0", "2000x1400x24", "-nolisten", "tcp")
        self._run("Xvfb", "-displayfd", str(there), *size, passed=(there,))
        os.close(there)
        with os.fdopen(here) as told:
            number = told.readline().strip()
        if not number:
            raise TimeoutError("Xvfb did not start")
        return f":{number}"

    def _surroundings(self, display: str) -> dict[str, str]:
        own = {"DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        folder = str(self._folder)
        return {**os.environ, **own, "HOME": folder, "XDG_RUNTIME_DIR": folder, "TILEWRIGHT_FOLDER": folder}

    def _is_ready(self) -> bool:
        try:
            return bool(self._send("GET", "/status")["ready"])
        except (urllib.error.URLError, ConnectionError):
            return False

    def _send(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._address + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=ANSWER) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:300]}") from error

    def _do(self, what: str, body: object) -> Any:
        return self._send("POST", f"{self._session}/{what}", body)

    @property
    def complaints(self) -> list[str]:
        lines = self._console.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if "CONSOLE" in line and " ERROR" in line]

    def go(self, address: str) -> None:
        self._do("url", {"url": address})

    def reload(self) -> None:
        self._do("refresh", {})

    def script(self, text: str, value: object = None) -> Any:
        body = (
            f"const [json, done] = arguments; (async () => {{ {SCRIPT % text} return result; }})()"
            ".then((it) => done(JSON.stringify([it ?? null])), (error) => done(JSON.stringify(String(error))));"
        )
        answer = json.loads(self._do("execute/async", {"script": body, "args": [json.dumps(value)]}))
        if isinstance(answer, str):
            raise RuntimeError(answer)
        return answer[0]

    def size(self, width: int, height: int) -> None:
        self._do("window/rect", {"x": 0, "y": 0, "width": width, "height": height})
        fits = f"innerWidth === {width} && innerHeight === {height}"
        wait_until(lambda: self.script(fits), START, f"WebKit's window did not become {width}x{height}")

    def act(self, *sources: dict[str, Any]) -> None:
        self._do("actions", {"actions": list(sources)})

    def picture(self) -> bytes:
        return base64.b64decode(self._send("GET", f"{self._session}/screenshot"))

    def close(self) -> None:
        if self._session:
            with contextlib.suppress(OSError, RuntimeError):
                self._send("DELETE", self._session)
        for program in reversed(self._programs):
            end(program)
        shutil.rmtree(self._folder, ignore_errors=True)
