"""Many puzzles, solved on all processors, their answers in order.

Around a small search most of the time is Python's, and of its threads one works at a time: so the workers are processes.
They are programs of their own (`python -m tilewright.api.many`) and not made by `multiprocessing`, which would run the
caller's script again in each of them. Questions and answers go through pipes as pickles, between our own processes alone.
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
    from pathlib import Path  # slow to import

    Source = Puzzle | str | Path | Mapping[str, Any]

CHUNK = 16  # puzzles of one question: to ask takes 0.1 ms
AHEAD = 2  # questions for each worker that are asked before the oldest is answered
OBJECTS = 20_000  # that a worker makes before it looks for garbage: a small puzzle makes a thousand, and no cycles
OnError = Literal["raise", "yield"]
_Found = Solved | TilewrightError
_Answer = tuple[list[_Found], Exception | None]  # until the end, or an error


class _Question(NamedTuple):
    puzzles: tuple[Source, ...]
    n: int | None
    engine: str
    limit: Limit
    on_error: OnError
    lattices: tuple[Mapping[str, Any], ...] = ()  # that the program has registered

    def answers(self) -> Iterator[_Found]:
        from tilewright.loader import load  # which puzzles that are made in Python do not need

        for source in self.puzzles:
            try:
                puzzle = load(source) if isinstance(source, str | os.PathLike | Mapping) else source
                found: _Found = solve(puzzle, self.n, engine=self.engine, limit=self.limit)
            except TilewrightError as error:
                if self.on_error == "raise":
                    raise
                found = error.with_traceback(None)  # which would keep all that it went through
            if isinstance(found, Solved) and found.ended == "stopped":  # by Ctrl-C, which is meant for all of them
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
    """Solve puzzle after puzzle and yield the answers in their order, as they come.

    puzzles:  puzzles, texts such as `FNPUV@5x5`, files, or dictionaries such as `load` takes; they are asked for as they
              are needed. What is to be read is read by the workers.
    n:        tilings of each, None for all.
    limit:    for each puzzle.
    threads:  how many work at the same time, each in a process of its own; with 1 all is done in this one.
    on_error: "raise" what `load` and `solve` raise, in the place of the answer, and nothing comes after it; or "yield"
              it as the answer of that puzzle, a TilewrightError, and go on.

    Ctrl-C raises KeyboardInterrupt. Raises TilewrightError where a worker was killed. A puzzle that cannot be sent to one, as
    functions as constraints stay in their process, is an ArgumentError; workers have no standard input to read.

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
            asked = pickle.dumps(question)
        except Exception as error:  # of whatever kind, from whatever the puzzles hold
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
        """The same where one of the puzzles cannot be sent: the others are asked alone."""
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
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # whoever reads standard input reads no question
    sys.stdout = sys.stderr  # whatever is printed is no answer
    gc.freeze()
    gc.set_threshold(OBJECTS)
    while True:
        try:
            question = pickle.load(asked)
        except EOFError:  # the caller is gone
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
    # This file as it is imported: the classes of a program's own module have other names, under which they are not found.
    from tilewright.api import many

    many._work()
