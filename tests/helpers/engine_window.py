#!/usr/bin/python3
"""A window of WebKitGTK without anything around it, for WebKitWebDriver: its own MiniBrowser cannot be as narrow as a phone.

A program of its own, run by the system's Python, which has GTK's bindings. What the page complains of goes to its output.
"""

from __future__ import annotations

import os
import sys
from typing import Any

VERSION = (2, 40, 0)  # WebKitWebDriver only asks that there is one


def main() -> None:
    """Open the window and wait for the driver, as WebKitWebDriver starts it. TILEWRIGHT_FOLDER is where the browser keeps its data."""
    import gi  # only the system's Python has it

    gi.require_version("Gtk", "3.0")
    gi.require_version("WebKit2", "4.1")
    from gi.repository import Gtk, WebKit2  # after the versions are chosen

    folder = os.environ["TILEWRIGHT_FOLDER"]
    data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=f"{folder}/cache")
    context = WebKit2.WebContext(website_data_manager=data)
    context.set_automation_allowed(True)
    context.set_preferred_languages(["en-US"])
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)

    def started(_context: Any, session: Any) -> None:
        info = WebKit2.ApplicationInfo()
        info.set_name("MiniBrowser")
        info.set_version(*VERSION)
        session.set_application_info(info)
        session.connect("create-web-view", lambda _session: view)

    context.connect("automation-started", started)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    window.connect("destroy", Gtk.main_quit)
    view.load_uri("about:blank")
    Gtk.main()


if __name__ == "__main__":
    sys.exit(main())
