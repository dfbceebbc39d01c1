"""Subproblems: an exact cover after some choices. Their solutions are disjoint and together are all solutions.

A subproblem is named by its **prefix**, the options chosen so far. It is split on one primary item, the first of those
with the fewest options: every solution covers that item by exactly one of them, so that the children partition it. The
root may be split by symmetry instead: of the options of one item that must be covered once, one of each orbit stands
for the orbit (`weight` = its size), because the symmetries map the tilings with one option to those with another.

Solutions are stored as they are found, in one zlib stream of blocks. A block is a table of solutions of one length. It
has a header of three 32-bit numbers: its rows, its columns, and the bytes of an entry (1, 2 or 4). The options follow
column by column, because entries in a column are similar. All numbers are little-endian.
"""

from __future__ import annotations

import os
import socket
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tilewright.errors import EngineUnavailableError, TilewrightError
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import NEVER, Deadline, Limit
from tilewright.exact_cover.outcome import Outcome as SearchOutcome
from tilewright.exact_cover.problem import Automorphism, Batch, BatchChecker, ExactCover, Solution
from tilewright.exact_cover.progress import Progress
from tilewright.loader import parse
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import Compiled

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray


Prefix = tuple[int, ...]


@dataclass(frozen=True)
class Child:
    """A subproblem of a split: its prefix, and the number of its images, itself included, for which it stands."""

    prefix: Prefix
    weight: int = 1


@dataclass(frozen=True)
class SubproblemOutcome:
    """The result of a subproblem.

    count: its number of solutions, before multiplication by its weight.

    packed: the solutions, if they are kept, unless they are in a file.

    file: the name of that file (`Packs` in `runs/access.py`).
    """

    count: int
    nodes: int
    seconds: float
    packed: bytes | None = None
    worker: str = ""
    file: str | None = None


@dataclass(frozen=True)
class TooLong:
    """A subproblem to be split, as (prefix, children); each prefix after the first is that of an earlier child."""

    splits: tuple[tuple[Prefix, tuple[Child, ...]], ...]
    nodes: int
    seconds: float
    worker: str = ""


@dataclass(frozen=True)
class Rest:
    """The cover that remains after a prefix: a smaller cover, and the number of each of its options in the original."""

    cover: ExactCover
    numbers: tuple[int, ...]

    def originals(self, rows: NDArray[int32], prefix: Prefix) -> NDArray[int32]:
        """Return solutions of the remaining cover as solutions of the original cover.

        `rows` has one solution per row, all of one length. Options in the result are sorted.
        """
        import numpy as np

        numbers = np.array(self.numbers, dtype=np.int32)
        chosen = np.broadcast_to(np.array(prefix, dtype=np.int32), (len(rows), len(prefix)))
        return np.sort(np.hstack((chosen, numbers[rows])), axis=1)


class Splitter:
    """A splitter of one cover, which works the same way on every machine."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover

    @cached_property
    def _options(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.cover.options)

    @cached_property
    def _covering(self) -> list[list[int]]:
        rows: list[list[int]] = [[] for _ in self.cover.lo]
        for number, option in enumerate(self._options):
            for item in dict.fromkeys(option):
                rows[item].append(number)
        return rows

    def _entries(self, number: int) -> Iterator[tuple[int, int]]:
        """Return the items of an option, each with the color that the option gives it, or 0."""
        colors = self.cover.color_rows[number] if self.cover.colors else repeat(0)
        return zip(self._options[number], colors, strict=False)

    def rest(self, prefix: Prefix) -> Rest | None:
        """Return the cover that remains after the options of `prefix`, or None if they exclude one another."""
        cover = self.cover
        if not all(0 <= number < len(cover.options) for number in prefix):
            raise TilewrightError(f"there is no subproblem {list(prefix)}: is the store damaged?")
        lo, hi = list(cover.lo), list(cover.hi)
        shared: dict[int, int] = {}  # the color of each item that has one
        for item, color in chain.from_iterable(map(self._entries, prefix)):
            most = hi[item]
            if color:
                if shared.setdefault(item, color) != color:
                    return None
            elif most == 0:
                return None
            else:
                lo[item] = max(0, lo[item] - 1)
                hi[item] = None if most is None else most - 1
        if any(hi[item] == 0 for item in shared):
            return None
        chosen = set(prefix)
        full = [item for item, most in enumerate(hi) if most == 0]
        closed = {number for item in full for number in self._covering[item]} | chosen
        closed |= {n for item in shared for n in self._covering[item] if (item, shared[item]) not in self._entries(n)}
        left = [number for number, option in enumerate(self._options) if number not in closed and _fits(option, hi)]
        kept = [item for item, most in enumerate(hi) if most != 0]
        place = {item: index for index, item in enumerate(kept)}
        near = [cover.adjacent[item] for item in kept] if cover.adjacent else []
        smaller = ExactCover(
            tuple(lo[item] for item in kept),
            tuple(hi[item] for item in kept),
            tuple(tuple(place[item] for item in self._options[number]) for number in left),
            tuple(place[item] for item in cover.order if item in place),
            tuple(tuple(place[item] for item in each if item in place) for each in near),
            colors=[color for number in left for color in cover.color_rows[number]] if cover.colors else (),
            color_names=cover.color_names,
        )
        return Rest(smaller, tuple(left))

    def split(self, prefix: Prefix) -> list[Child] | None:
        """Return the children of a subproblem, or None if it has no primary item left to split on."""
        rest = self.rest(prefix)
        if rest is None:
            return []
        options: dict[int, list[int]] = {
            item: [] for item, (lo, hi) in enumerate(zip(rest.cover.lo, rest.cover.hi, strict=True)) if lo == hi == 1
        }
        for number, option in enumerate(rest.cover.options):
            for item in option:
                if item in options:
                    options[item].append(number)
        if not options:
            return None
        item = min(options, key=lambda each: (len(options[each]), each))
        return [Child((*prefix, rest.numbers[number])) for number in options[item]]

    def split_root(self) -> list[Child] | None:
        """Return the children of the whole problem, or None if it cannot be split.

        The split is by symmetry on the item where this saves most, if it saves anything.
        """
        symmetries = self.cover.automorphisms
        kept = (item for item in range(len(self.cover.lo)) if all(a.items[item] == item for a in symmetries))
        once = (item for item in kept if self.cover.lo[item] == self.cover.hi[item] == 1)
        splits = [self._orbits(self._covering[item]) for item in once] if len(symmetries) > 1 else []
        best = min(splits, key=lambda children: (-_saved(children), len(children)), default=[])
        return best if _saved(best) > 1 else self.split(())

    def _orbits(self, options: Sequence[int]) -> list[Child]:
        seen: set[int] = set()
        children = []
        for option in options:
            orbit = {automorphism.options[option] for automorphism in self.cover.automorphisms}
            if option not in seen:
                seen |= orbit
                children.append(Child((option,), len(orbit)))
        return children

    def images(self, batch: Batch, child: Child) -> Iterator[Batch]:
        """Yield all solutions for which those of a weighted child stand, including themselves.

        For each option in the orbit of the child's option, these are the images by the first automorphism that maps the
        child's option to it.
        """
        import numpy as np

        if child.weight == 1:
            yield batch
            return
        carriers: dict[int, Automorphism] = {}
        for automorphism in self.cover.automorphisms:
            carriers.setdefault(automorphism.options[child.prefix[0]], automorphism)
        if len(carriers) != child.weight:
            raise TilewrightError(f"the run was split by {child.weight} symmetries, the puzzle has {len(carriers)}")
        for carrier in carriers.values():
            to = np.array(carrier.options, dtype=np.int32)
            for _, rows in batch.by_length():
                moved = np.sort(to[rows], axis=1)
                yield Batch.of_table(moved)


def _saved(children: Sequence[Child]) -> float:
    return sum(child.weight for child in children) / max(1, len(children))


def _fits(option: tuple[int, ...], hi: Sequence[int | None]) -> bool:
    return all((most := hi[item]) is None or option.count(item) <= most for item in option)


PACKING = 2  # to be increased when packs of old stores can no longer be read
HEADER = 12  # bytes of a block's header
ROWS = 8192  # approximate solutions per block: enough for numpy to be fast, and few enough for the cache
MOST_EMPTY = 1 << 20  # rows without columns take no bytes: larger numbers are damage that would fill the memory
CHUNK = 1 << 20  # bytes decompressed at a time


class Packer:
    """A compressor for tables of solutions; `packed` returns the bytes after all have been added."""

    def __init__(self) -> None:
        self.number = 0
        self.size = 0  # approximate bytes so far
        self._stream = zlib.compressobj(1)
        self._parts: list[bytes] = []

    def add(self, rows: NDArray[int32]) -> None:
        """Add solutions of one length, one per row."""
        import numpy as np

        if not len(rows):
            return
        most = int(rows.max()) if rows.size else 0
        width = 1 if most < 1 << 8 else 2 if most < 1 << 16 else 4
        header = np.array([*rows.shape, width], dtype="<u4").tobytes()
        part = self._stream.compress(header + rows.T.astype(f"<u{width}", order="C").tobytes())
        self._parts.append(part)
        self.size += len(part)
        self.number += len(rows)

    def packed(self) -> bytes:
        """Return all added solutions as bytes."""
        return b"".join((*self._parts, self._stream.flush()))


def tables(batches: Iterable[Sequence[Solution]]) -> Iterator[NDArray[int32]]:
    """Yield the solutions of many batches as tables of about ROWS rows, each with solutions of one length."""
    import numpy as np

    waiting: dict[int, list[NDArray[int32]]] = {}
    for batch in batches:
        for _, rows in Batch.of(batch).by_length():
            alike = waiting.setdefault(rows.shape[1], [])
            alike.append(rows)
            if sum(map(len, alike)) >= ROWS:
                yield np.concatenate(waiting.pop(rows.shape[1]))
    for alike in waiting.values():
        yield np.concatenate(alike)


def pack(solutions: Sequence[Solution]) -> bytes:
    """Return solutions as bytes.

    >>> [list(batch) for batch in unpack(pack([(1, 2), (3, 4)]))]
    [[(1, 2), (3, 4)]]
    """
    packer = Packer()
    for rows in tables([solutions]):
        packer.add(rows)
    return packer.packed()


def unpack(packed: bytes) -> Iterator[Batch]:
    """Yield the solutions of a pack, block by block. Raises ValueError or zlib.error if the pack is damaged."""
    stream = zlib.decompressobj()
    rest, data, wanted = b"", packed, HEADER
    while not stream.eof:
        fresh = stream.decompress(data, max(CHUNK, wanted - len(rest)))
        if not fresh:
            break
        rest, data = rest + fresh, stream.unconsumed_tail
        while len(rest) >= (wanted := _size(rest)):
            yield _block(rest[:wanted])
            rest = rest[wanted:]
    if rest or not stream.eof:
        raise ValueError("the stored solutions are truncated")


def _size(front: bytes) -> int:
    """Return the size in bytes of the block that begins here, or of its header if that is incomplete."""
    if len(front) < HEADER:
        return HEADER
    rows, columns, width = (int.from_bytes(front[place : place + 4], "little") for place in (0, 4, 8))
    if width not in (1, 2, 4) or not rows or (rows > MOST_EMPTY and not columns):
        raise ValueError("the stored solutions are not in blocks")
    return HEADER + rows * columns * width


def _block(block: bytes) -> Batch:
    import numpy as np

    rows, columns, width = np.frombuffer(block, dtype="<u4", count=3).tolist()
    options = np.frombuffer(block, dtype=f"<u{width}", offset=HEADER).reshape(columns, rows)
    return Batch.of_table(options.T.astype(np.int32, order="C"))


Goal = Literal["count", "all"]
LOOK = 2.0  # CPU seconds before a subproblem is judged
LONGEST = 60.0  # seconds that a subproblem should last at most
AIM = 20.0  # seconds that a piece of a split subproblem should last
MOST_PIECES = 400
RACE = 20.0  # seconds within which a race of engines should be decided
TRUST = 50  # subproblems for which the winner of a race is used
MOST_PACKED = 64 << 20  # bytes of packed tilings; a subproblem with more is split
SPLIT_SECONDS = 1e-6  # approximate seconds per item, option and entry of the cover for splitting the whole problem
MEMORY = 1 << 30  # bytes of states that a worker may keep; a subproblem that needs more is split


class Work(Protocol):
    """The work of a run. It is sent to the workers, so it must be small and picklable."""

    def manifest(self) -> dict[str, Any]:
        """Return the description from which a store can make the work again."""
        ...

    def roots(self) -> list[Child]:
        """Return the first subproblems."""
        ...

    def split(self, child: Child) -> list[Child] | None:
        """Return the children of a subproblem, the same on every machine, or None if it cannot be split."""
        ...

    def work(self, child: Child) -> SubproblemOutcome | TooLong:
        """Solve a subproblem, or return how to split it if it would take too long."""
        ...

    def recount(self, child: Child, engine: str) -> tuple[int, str]:
        """Solve a subproblem again for `verify`, without a time limit; return its count and the engine used."""
        ...


@dataclass(frozen=True)
class Job:
    """A job: a puzzle as text, the goal, and the engine."""

    puzzle_text: str
    goal: Goal = "count"
    engine: str = "auto"
    deadline: Deadline = field(default=NEVER, compare=False, repr=False)  # for compiling and splitting, here only

    def __reduce__(self) -> tuple[Any, ...]:
        """Send a worker only what it needs to build the rest again."""
        return Job, (self.puzzle_text, self.goal, self.engine)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle. Stores and archives may come from unknown sources, so the text is never used as a file name."""
        return parse(self.puzzle_text)

    @cached_property
    def compiled(self) -> Compiled:
        """The exact cover of the puzzle, with symmetries."""
        return self.puzzle.compile(deadline=self.deadline).with_symmetries(self.deadline)

    @cached_property
    def splitter(self) -> Splitter:
        """The splitter of the cover."""
        return Splitter(self.compiled.cover)

    def manifest(self) -> dict[str, Any]:
        """Return the description of the job that a store keeps."""
        return {
            "goal": self.goal,
            "name": self.puzzle.name,
            "digest": self.puzzle.digest,
            "puzzle": self.puzzle_text,
            "engine": self.engine,
            "cover": list(self.compiled.cover.size),
            "packing": PACKING if self.goal == "all" else None,
        }

    def roots(self) -> list[Child]:
        """Return the first subproblems, or the whole problem if it cannot be split."""
        self.deadline.require(SPLIT_SECONDS * sum(self.compiled.cover.size))
        roots = self.splitter.split_root()
        return [Child(())] if roots is None else roots

    def split(self, child: Child) -> list[Child] | None:
        """Return the children, which have the parent's weight, because it applies to the whole subtree."""
        children = self.splitter.split(child.prefix)
        return None if children is None else [Child(each.prefix, child.weight) for each in children]

    def work(self, child: Child) -> SubproblemOutcome | TooLong:
        """Solve a subproblem, or split it if it would take too long."""
        rest = self.splitter.rest(child.prefix)
        if rest is None:
            return self._none()
        started = cpu_seconds()
        progress = Progress()
        divisible = any(lo == hi == 1 for lo, hi in zip(rest.cover.lo, rest.cover.hi, strict=True))
        racing = self.goal == "count" and self.engine == "auto" and not self._winner
        judge = Judge(progress, racing) if divisible else None
        try:
            found, packed = self._solve(child, rest, progress, divisible)
        finally:
            if judge:
                judge.dismiss()
        seconds = cpu_seconds() - started
        if found.ended == "exhausted":
            return SubproblemOutcome(found.solutions, found.nodes, seconds, packed, here())
        if judge is None or found.ended not in ("stopped", "limit"):  # the only limit is that of memory
            raise TilewrightError(f"a subproblem ended as {found.ended}")
        splits = pieces(self, child, judge.expected)
        if not splits:  # stopped although an item is left that no option covers
            return self._none(found.nodes, seconds)
        return TooLong(splits, found.nodes, seconds, here())

    def _none(self, nodes: int = 0, seconds: float = 0.0) -> SubproblemOutcome:
        return SubproblemOutcome(0, nodes, seconds, pack([]) if self.goal == "all" else None, here())

    def recount(self, child: Child, engine: str) -> tuple[int, str]:
        """Count the tilings of a subproblem with another engine. Raises TilewrightError if the count is incomplete."""
        found = self.count_again(child, engine, Limit())
        if found.ended != "exhausted":
            raise TilewrightError(f"recomputing a subproblem ended as {found.ended}")
        return found.solutions, found.engine

    def count_again(self, child: Child, engine: str, limit: Limit) -> SearchOutcome:
        """Count the tilings of a subproblem within a limit."""
        rest = self.splitter.rest(child.prefix)
        if rest is None:
            return SearchOutcome(ended="exhausted", engine=engine)
        return choose(rest.cover, engine).count(rest.cover, limit)

    def _solve(
        self, child: Child, rest: Rest, progress: Progress, divisible: bool
    ) -> tuple[SearchOutcome, bytes | None]:
        limit = Limit(memory=MEMORY)
        if self.goal == "count":
            return self._count(rest.cover, limit, progress), None
        packer = Packer()
        stream = choose(rest.cover, self.engine).solutions(rest.cover, limit, progress)
        wholes = (Batch.of_table(rest.originals(rows, child.prefix)) for rows in tables(stream))
        for batch in self._checker.checked(wholes):
            for _, rows in batch.by_length():
                packer.add(rows)
            if packer.size > MOST_PACKED and divisible:
                progress.stop = True
        return replace(stream.outcome, solutions=packer.number), packer.packed()

    def _count(self, cover: ExactCover, limit: Limit, progress: Progress) -> SearchOutcome:
        """Count with the engine that won the last race, or by a race.

        The winner is used for a while, because subproblems are similar.
        """
        counter = choose(cover, self.engine)
        winner = self._winner.pop() if self._winner else None
        if winner:
            with suppress(EngineUnavailableError):
                counter = engine(winner, cover)
        found = counter.count(cover, limit, progress)
        if found.ended == "exhausted" and not winner and self.engine == "auto":
            self._winner.extend([found.engine] * TRUST)
        return found

    @cached_property
    def _winner(self) -> list[str]:
        """The winner of the last race, repeated for each subproblem that may still use it."""
        return []

    @cached_property
    def _checker(self) -> BatchChecker:
        return BatchChecker(self.compiled.cover)


def pieces(work: Work, child: Child, expected: float) -> tuple[tuple[Prefix, tuple[Child, ...]], ...]:
    """Split level by level until the pieces should last about AIM seconds each, if they are similar."""
    wanted = min(MOST_PIECES, expected / AIM)
    splits: list[tuple[Prefix, tuple[Child, ...]]] = []
    level = [child]
    while True:
        below: list[Child] = []
        for each in level:
            children = work.split(each)
            if not children:  # nothing to split on, or no solution: fast in both cases
                continue
            splits.append((each.prefix, tuple(children)))
            below += children
        level = below
        if not level or len(level) >= wanted:
            return tuple(splits)


def cpu_seconds() -> float:
    """Return the CPU time of this process and of the child processes that it waited for.

    On a busy machine it measures a search better than the clock.
    """
    return sum(os.times()[:4])


def here() -> str:
    """Return the name of this machine and process, for the log."""
    return f"{socket.gethostname()}:{os.getpid()}"


class Judge:
    """Watches a search and stops it when, judging by its fraction done, it will take longer than LONGEST.

    In a race only the time counts, because the fraction may be that of the losing engine.
    """

    def __init__(self, progress: Progress, racing: bool = False) -> None:
        self.progress = progress
        self.expected = LONGEST
        self._started = cpu_seconds()
        self._racing = racing
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        pause = LOOK
        while not self._over.wait(pause):
            seconds, fraction = cpu_seconds() - self._started, self.progress.fraction
            pause = max(LOOK - seconds, LOOK / 4)
            if seconds < LOOK and self.progress.seconds < LONGEST:  # other processes used most of the time
                continue
            if fraction and not self._racing:
                self.expected = seconds / fraction
            elif seconds > (RACE if self._racing else LONGEST) or self.progress.seconds > 10 * LONGEST:
                self.expected = 10 * LONGEST
            if self.expected > LONGEST:
                self.progress.stop = True
                return

    def dismiss(self) -> None:
        """Stop watching, because the search is over."""
        self._over.set()
        self._thread.join()
