"""Many puzzles, solved on all processors, their answers in order.

Around a small search most of the time is Python's, and of its threads one works at a time: so the workers are processes.
They are programs of their own (`python -m tilewright.api.many`) and not made by `multiprocessing`, which would run the
caller's script again in each of them. Questions and answers go through pipes as pickles, between our own processes alone.
"""

from __future__ import annotations

import atexit
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from queue import SimpleQueue
from typing import Any, NamedTuple

from tilewright.api.solve import Solved, solve
from tilewright.cover.choice import check_arguments
from tilewright.cover.limits import MOST_COUNTED, Limit, as_limit
from tilewright.errors import TilewrightError, argument_error, check_whole
from tilewright.puzzle import Puzzle
from tilewright.system import interrupts_held_back

CHUNK = 16  # puzzles of one question: to ask takes 0.1 ms
AHEAD = 2  # questions for each worker that are asked before the oldest is answered
_Answer = tuple[list[Solved], Exception | None]  # until the end, or an error


class _Question(NamedTuple):
    puzzles: tuple[Puzzle | str, ...]
    n: int | None
    engine: str
    limit: Limit

    def answers(self) -> Iterator[Solved]:
        from tilewright.formats import load  # which puzzles that are made in Python do not need

        for puzzle in self.puzzles:
            yield solve(
                load(puzzle) if isinstance(puzzle, str) else puzzle, self.n, engine=self.engine, limit=self.limit
            )


def solve_many(
    puzzles: Iterable[Puzzle | str],
    n: int | None = 1,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
) -> Iterator[Solved]:
    """Solve puzzle after puzzle and yield the answers in their order, as they come.

    puzzles: puzzles, or texts such as `FNPUV@5x5` or the names of files; they are asked for as they are needed. Texts are
             read by the workers.
    n:       tilings of each, None for all.
    limit:   for each puzzle.
    threads: how many work at the same time, each in a process of its own; with 1 all is done in this one.

    Raises what `load` and `solve` raise, in the place of the answer; nothing comes after it.

    >>> [len(found) for found in solve_many(["FNPUV@5x5", "LPNUV@5x5"])]
    [1, 0]
    """
    limit = as_limit(limit)
    check_whole("n", n, 1, MOST_COUNTED, optional=True)
    check_arguments(engine, limit, threads)
    if isinstance(puzzles, str | Puzzle):
        raise argument_error("puzzles", puzzles, "several puzzles, e.g. a list; for one there is `solve`", False)
    one_by_one = 1 if threads == 1 else CHUNK
    questions = (_Question(chunk, n, engine, limit) for chunk in _chunks(puzzles, one_by_one))
    if threads == 1:
        return (found for question in questions for found in question.answers())
    return _by_workers(questions, threads)


def _chunks(puzzles: Iterable[Puzzle | str], size: int) -> Iterator[tuple[Puzzle | str, ...]]:
    left = iter(puzzles)
    while chunk := tuple(islice(left, size)):
        yield chunk


_Questions = SimpleQueue[tuple[_Question, Future[_Answer]] | None]  # None: there are no more


class _Worker:
    """A process that answers questions, one after the other, and the thread that waits for it."""

    def __init__(self, asked: _Questions) -> None:
        command = [sys.executable, "-m", "tilewright.api.many"]
        with interrupts_held_back():  # Ctrl-C is for the process that asks, also while this one still imports
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        atexit.register(self.end)  # where a caller leaves the answers half read
        # No program waits for a thread like this one at its end.
        threading.Thread(target=self._serve, args=(asked,), daemon=True).start()

    def _serve(self, asked: _Questions) -> None:
        while (each := asked.get()) is not None:
            question, answer = each
            answer.set_result(self._answer(question))

    def _answer(self, question: _Question) -> _Answer:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            pickle.dump(question, self.process.stdin)
            self.process.stdin.flush()
            found: _Answer = pickle.load(self.process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return [], TilewrightError("a worker process ended before it had answered: it was killed, or had no memory")
        return found

    def end(self) -> None:
        """End the process at once."""
        atexit.unregister(self.end)
        self.process.kill()
        self.process.wait()


def _by_workers(questions: Iterable[_Question], threads: int) -> Iterator[Solved]:
    asked: _Questions = SimpleQueue()
    waiting: deque[Future[_Answer]] = deque()
    workers: list[_Worker] = []
    try:
        for question in questions:
            if len(workers) < threads:
                workers.append(_Worker(asked))
            waiting.append(Future())
            asked.put((question, waiting[-1]))
            while waiting and (waiting[0].done() or len(waiting) > AHEAD * threads):
                yield from _unpacked(waiting.popleft())
        while waiting:
            yield from _unpacked(waiting.popleft())
    finally:
        for worker in workers:
            worker.end()
            asked.put(None)


def _unpacked(answer: Future[_Answer]) -> Iterator[Solved]:
    found, error = answer.result()
    yield from found
    if error is not None:
        raise error


def _work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, answered = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed is no answer
    while True:
        try:
            question = pickle.load(asked)
        except EOFError:  # the caller is gone
            return
        found: list[Any] = []
        error = None
        try:
            found.extend(question.answers())
        except Exception as raised:
            error = raised
        pickle.dump((found, error), answered)
        answered.flush()


if __name__ == "__main__":
    # This file as it is imported: the classes of a program's own module have other names, under which they are not found.
    from tilewright.api import many

    many._work()
