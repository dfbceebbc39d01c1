"""The jobs that search processes do, and the worker of the static site."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tilewright.web.work.tell import Tell

# Goal of a job -> (the file beside this one, its function): imported when the first such job comes.
JOBS = {
    "list": ("listing", "list_tilings"),
    "count": ("answers", "count_tilings"),
    "verdict": ("answers", "tell_verdict"),
    "map": ("explore", "map_places"),
    "steps": ("explore", "show_steps"),
    "hint": ("next_step", "tell_hint"),
    "new": ("make_new", "tell_new"),
}


def do(job: dict[str, Any], tell: Tell) -> None:
    """Do one job. Raises TilewrightError saying what is wrong with it."""
    file, name = JOBS[job["goal"]]
    getattr(import_module(f"{__package__}.{file}"), name)(job, tell)
