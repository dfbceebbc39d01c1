"""Searches with threads of their own beside what a process does: it forks, runs out of memory, lets go of what they use."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.loader import load

BEGUN = """
import os, signal, sys, time
import tilewright, tilewright.exact_cover.kernel, tilewright.exact_cover.kernel
from tilewright import _kernel, load
from tilewright._kernel import SearchEngine, ShikakuJob
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.pieces import select
from tilewright.kinds.packing.compile import piece_classes
from tilewright.silhouettes.growth import EXAMINE, RegionSearch
from tests.silhouettes.test_growth import graph_of

def team():
    plan = _kernel.Plan(kernel_cover(load("pentominoes@6x10").compile().cover), SearchEngine.GENERAL)
    return _kernel.Team(plan, 3, True, -1, -1, 1 << 20, plan.search())

def frontier():
    found = _kernel.Frontier(kernel_cover(load("tetrominoes*@12x14").compile().cover), 1 << 30, threads=3)
    while found.states < 200_000:
        found.run(10_000)
    return found

def shikaku():
    return ShikakuJob(80, 80, [(row, 39, 0) for row in range(80)], [], 10**9, 0, 10**9)

def silhouettes():
    found = RegionSearch(graph_of("square", "C4", 0, 9), piece_classes(select("pentominoes"), False))._kernel
    found.grow([EXAMINE] * 61, 3)
    return found
"""
AT_ONCE = """
tilewright.exact_cover.kernel.ALONE_SECONDS = 0.0
tilewright.exact_cover.kernel.FIRST_NODES = 3
"""
FORK = """
search = {}()
time.sleep(0.05)  # the threads wait for work by now, or do it
if (child := os.fork()) == 0:
    signal.alarm(20)
    try:
        {}
    except RuntimeError as error:
        assert "forked" in str(error), error
        del search
        os._exit(0)
    os._exit(1)
assert os.waitpid(child, 0)[1] == 0
{}
del search
print("good")
"""
USES = {
    "team": "search.wait(0.1, 1)",
    "frontier": "search.run(1000)",
    "shikaku": "search.wait(0.1)",
    "silhouettes": "search.news()",
}


def _printed(program: str) -> str:
    """What a program prints; it is ended, and the test has failed, when it stands still."""
    command = [
        sys.executable,
        "-W",
        "ignore::DeprecationWarning",
        "-c",
        program,
    ]  # Python 3.12 warns of forks with threads
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no process is forked there")
@pytest.mark.parametrize("kind", USES)
def test_a_forked_process_leaves_the_search_alone(kind: str) -> None:
    """It has none of its threads, and would wait for them for ever; the process that it comes from goes on."""
    assert _printed(BEGUN + FORK.format(kind, USES[kind], USES[kind])) == "good\n"


LISTING = """
found = tilewright.tilings(load("pentominoes@6x10"), threads=3, engine="native")
first = next(found)
if os.fork() == 0:
    signal.alarm(20)
    del found
    os._exit(0)
assert os.wait()[1] == 0
assert next(found) != first
print("good")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no process is forked there")
def test_a_forked_process_drops_a_listing_without_a_word() -> None:
    """What it has not finished wants to say how far it came."""
    assert _printed(BEGUN + AT_ONCE + LISTING) == "good\n"


LEFT = """
import threading
def work():
    tilewright.count(load("pentominoes!turn@9x10"), engine="{}", threads={}, limit=tilewright.Limit(seconds=60))
threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for thread in threads:
    thread.start()
time.sleep(0.3)  # they search by now, or will soon
print("good")
"""


@pytest.mark.parametrize(("engine", "threads"), [("native", 1), ("native", 2), ("frontier", 2)])
def test_threads_that_python_leaves_behind_end_with_it(engine: str, threads: int) -> None:
    """It ends those that ask for its lock, which must not abort the process."""
    assert _printed(BEGUN + AT_ONCE + LEFT.format(engine, threads)) == "good\n"


def test_bindings_take_the_lock_back_by_guards_of_ours() -> None:
    """Those of nanobind abort the process at Python's end."""
    sources = list((Path(__file__).parents[2] / "native" / "bind").glob("*.[ch]pp"))
    assert len(sources) > 8
    assert not [source.name for source in sources if "gil_scoped" in source.read_text()]


MEMORY = """
import resource
def limit(more):
    pages = int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more,) * 2)
limit(300 << 20)
try:
    {}
except MemoryError:
    print("good")
"""
SHIKAKU = """
    job = ShikakuJob(2000, 100, [(row, 50, 0) for row in range(2000)], [], -1, 0, 10**9)
    while not job.wait(1.0):
        pass
"""
SILHOUETTES = """
    graph = _kernel.SilhouetteGraph([0], [1], [1], ([0, 0], [], []), ([0, 0], []), [0], [0], [], [])
    plane = ([0, 1], [2**30], [1])
    search = _kernel.SilhouetteSearch(graph, 2**31 - 1, plane, [(1, 1, 1, [0, 1], [0], [1])], [], [], 1, -1)
    search.examine([[0]], 2)
    while not search.news().done:
        time.sleep(0.01)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a process has no memory limit there")
@pytest.mark.parametrize("search", [SHIKAKU, SILHOUETTES], ids=["shikaku", "silhouettes"])
def test_a_thread_without_memory_tells_who_waits(search: str) -> None:
    """The whole process would end by it."""
    assert _printed(BEGUN + MEMORY.format(search.strip())) == "good\n"


USERS: dict[str, Callable[[_kernel.Cover], object]] = {
    "general": lambda cover: _kernel.Plan(cover, SearchEngine.GENERAL),
    "sweep": lambda cover: _kernel.Plan(cover, SearchEngine.SWEEP),
    "frontier": lambda cover: _kernel.Frontier(cover, 1 << 30),
    "graph": lambda cover: _kernel.SolutionGraph(cover, 1 << 30),
}


@pytest.mark.parametrize("user", USERS)
def test_a_cover_in_use_is_not_held_by_python(user: str) -> None:
    """A thread would wait for Python's lock to drop it, while whoever has that lock waits for the thread."""
    cover = kernel_cover(load("FNPUV@5x5").compile().cover)
    before = sys.getrefcount(cover)
    kept = USERS[user](cover)
    assert sys.getrefcount(cover) == before
    del kept
