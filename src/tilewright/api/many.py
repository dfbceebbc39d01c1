"""Solve many puzzles on all processors and return the answers in order.

For a small search most of the time is spent in Python, whose threads run one at a time; the workers are
therefore processes. They run a program of their own (`python -m tilewright.api.many`) instead of using
`multiprocessing`, which would run the caller's script again in each of them. Questions and answers are pickled
and sent through pipes, only between these processes.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from itertools import islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from tilewright.api.solve import solve
from tilewright.api.solved import Solved
from tilewright.errors import ArgumentError, TilewrightError, argument_error, check_whole, check_word, printable
from tilewright.exact_cover.choice import check_arguments
from tilewright.exact_cover.limits import MOST_COUNTED, Limit, as_limit
from tilewright.lattice.custom import own_lattices, register_all
from tilewright.puzzle import Puzzle
from tilewright.system import interrupts_held_back

if TYPE_CHECKING:
    from pathlib import Path

    Source = Puzzle | str | Path | Mapping[str, Any]

CHUNK = 16  # puzzles in one question; sending a question takes 0.1 ms
AHEAD = 2  # questions sent to each worker before the oldest is answered
OBJECTS = (
    20_000  # allocations between garbage collections in a worker: a small puzzle makes a thousand objects and no cycles
)
OnError = Literal["raise", "yield"]
_Found = Solved | TilewrightError
_Answer = tuple[list[_Found], Exception | None]  # the answers until the end or until an error


class _Question(NamedTuple):
    puzzles: tuple[Source, ...]
    n: int | None
    engine: str
    limit: Limit
    on_error: OnError
    lattices: tuple[Mapping[str, Any], ...] = ()  # lattices that the program has registered

    def answers(self) -> Iterator[_Found]:
        from tilewright.loader import load

        for source in self.puzzles:
            try:
                puzzle = load(source) if isinstance(source, str | os.PathLike | Mapping) else source
                found: _Found = solve(puzzle, self.n, engine=self.engine, limit=self.limit)
            except TilewrightError as error:
                if self.on_error == "raise":
                    raise
                found = error.with_traceback(None)  # the traceback would keep all frames alive
            if isinstance(found, Solved) and found.ended == "stopped":  # Ctrl-C is meant for all puzzles
                raise KeyboardInterrupt
            yield found


@overload
def solve_many(
    puzzles: Iterable[Source],
    n: int | None = 1,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    on_error: Literal["raise"] = "raise",
) -> Iterator[Solved]: ...
@overload
def solve_many(
    puzzles: Iterable[Source],
    n: int | None = 1,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    on_error: OnError,
) -> Iterator[Solved | TilewrightError]: ...
def solve_many(
    puzzles: Iterable[Source],
    n: int | None = 1,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    on_error: OnError = "raise",
) -> Iterator[Solved] | Iterator[Solved | TilewrightError]:
    """Solve the puzzles and yield the answers in the same order, as they come.

    puzzles:  Puzzles, texts such as `FNPUV@5x5`, files, or dictionaries such as `load` takes. They are
              requested as needed. The workers read what must be read.
    n:        The number of tilings of each puzzle, None for all.
    limit:    The limit for each puzzle.
    threads:  The number of worker processes. With 1, everything happens in this process.
    on_error: "raise" raises the error of `load` or `solve` in place of the answer and ends the iteration.
              "yield" yields it, a TilewrightError, as the answer of that puzzle and continues.

    Raises KeyboardInterrupt on Ctrl-C, TilewrightError if a worker was killed, and ArgumentError for a puzzle
    that cannot be sent to a worker, such as one with functions as constraints. Workers have no standard input
    to read.

    >>> [len(found) for found in solve_many(["FNPUV@5x5", "LPNUV@5x5"])]
    [1, 0]
    >>> [isinstance(found, TilewrightError) for found in solve_many(["FNPUV@5x5", "FNPUQ@5x5"], on_error="yield")]
    [False, True]
    """
    limit = as_limit(limit)
    check_whole("n", n, 1, MOST_COUNTED, optional=True)
    check_arguments(engine, limit, threads)
    check_word("on_error", on_error, ("raise", "yield"))
    if isinstance(puzzles, str | Puzzle | Mapping):
        raise argument_error("puzzles", puzzles, "several puzzles, e.g. a list; for one there is `solve`", False)
    one_by_one = 1 if threads == 1 else CHUNK
    questions = (_Question(chunk, n, engine, limit, on_error, own_lattices()) for chunk in _chunks(puzzles, one_by_one))
    if threads == 1:
        return (found for question in questions for found in question.answers())
    return _by_workers(questions, threads)


def _chunks(puzzles: Iterable[Source], size: int) -> Iterator[tuple[Source, ...]]:
    left = iter(puzzles)
    while chunk := tuple(islice(left, size)):
        yield chunk


_Questions = SimpleQueue[tuple[_Question, Future[_Answer]] | None]  # None ends the queue


class _Worker:
    """A process that answers questions one at a time, and the thread that waits for it."""

    def __init__(self, asked: _Questions) -> None:
        command = [sys.executable, "-m", "tilewright.api.many"]
        with interrupts_held_back():  # Ctrl-C is handled by the calling process, even while the worker is starting
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        atexit.register(self.end)  # for a caller that does not read all answers
        # A daemon thread does not keep the program from exiting.
        threading.Thread(target=self._serve, args=(asked,), daemon=True).start()

    def _serve(self, asked: _Questions) -> None:
        while (each := asked.get()) is not None:
            question, answer = each
            answer.set_result(self._answer(question))

    def _answer(self, question: _Question) -> _Answer:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            asked = pickle.dumps(question)
        except Exception as error:  # pickling may raise anything, depending on what the puzzles hold
            if len(question.puzzles) > 1:
                return self._one_by_one(question)
            text = f"puzzles: one cannot be sent to another process ({printable(str(error), 80)})"
            cannot = ArgumentError(f"{text}: expected none with functions of one's own, or threads=1")
            return ([cannot], None) if question.on_error == "yield" else ([], cannot)
        try:
            self.process.stdin.write(asked)
            self.process.stdin.flush()
            found: _Answer = pickle.load(self.process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return [], TilewrightError("a worker process ended before it had answered: it was killed, or had no memory")
        return found

    def _one_by_one(self, question: _Question) -> _Answer:
        """Answer the puzzles of a question separately, after one of them could not be sent."""
        found: list[_Found] = []
        for puzzle in question.puzzles:
            more, error = self._answer(question._replace(puzzles=(puzzle,)))
            found += more
            if error is not None:
                return found, error
        return found, None

    def end(self) -> None:
        """End the process at once."""
        atexit.unregister(self.end)
        self.process.kill()
        self.process.wait()


def _by_workers(questions: Iterable[_Question], threads: int) -> Iterator[_Found]:
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


def _unpacked(answer: Future[_Answer]) -> Iterator[_Found]:
    found, error = answer.result()
    yield from found
    if error is not None:
        raise error


def _work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, answered = os.fdopen(os.dup(0), "rb"), sys.stdout.buffer
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # code that reads standard input must not consume questions
    sys.stdout = sys.stderr  # printed text must not mix with the answers
    gc.freeze()
    gc.set_threshold(OBJECTS)
    while True:
        try:
            question = pickle.load(asked)
        except EOFError:  # the caller has exited
            return
        found: list[Any] = []
        error = None
        try:
            register_all(question.lattices)
            found.extend(question.answers())
        except Exception as raised:
            error = raised
        pickle.dump((found, error), answered)
        answered.flush()


if __name__ == "__main__":
    # Import this file by its name: classes of the `__main__` module could not be unpickled under their usual
    # name.
    from tilewright.api import many

    many._work()
