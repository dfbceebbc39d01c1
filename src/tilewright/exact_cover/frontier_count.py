"""Counts by the kernel's frontier that can be paused, run modulo primes, and kept on disk.

Modulo primes: the count is made in as many passes, each modulo a prime of 62 bits, as a proven bound of the number
requires. A state then takes the 8 bytes of a remainder instead of those of its number, which near the end has as many
digits as the result. The first pass carries an upper bound beside each remainder
(docs/explanation/kernel-frontier.md).

On disk: the states that do not fit in memory, and the layer from which an interrupted count continues. Each cover has a
folder named by its digest, inside the one that the user names. The digest covers everything that determines the sweep.
Together with the version it is the label of the layer's file. The kernel refuses a file with another label, and one
that was truncated or changed. A lock keeps two processes from working on the same count.
"""

from __future__ import annotations

import os
import stat
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf, isinf, prod
from typing import IO, TYPE_CHECKING

from tilewright._kernel import Cover, Frontier
from tilewright._kernel import Outcome as KernelOutcome
from tilewright.errors import ScratchError
from tilewright.exact_cover.kernel import StateSweep, SweepEnd, TooLittleMemoryError, kernel_cover, preparation_seconds
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import Outcome, StatesNote
from tilewright.exact_cover.problem import ExactCover, int_array
from tilewright.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

PRIMES = tuple(2**62 - k for k in (57, 87, 117, 143, 153, 167, 171, 195, 203, 273, 287, 317, 443, 483, 495, 575, 581))
REMAINDER_BYTES = 11  # bytes per state in the first pass: the remainder and the bound


class ResidueCount:
    """A count by remainders, in several passes; it runs in slices like a single pass.

    >>> from tilewright import load
    >>> from tilewright.exact_cover.kernel import kernel_cover
    >>> count = ResidueCount(kernel_cover(load("dominoes*@8x40").compile().cover), 1 << 30)
    >>> while count.run(1_000_000) is KernelOutcome.RUNNING:
    ...     pass
    >>> count.value, len(count.residues)
    (43778578308070520454643930160388065413, 3)
    """

    def __init__(
        self, cover: Cover, memory: int, threads: int = 1, run_states: int = 800, seconds: float = inf
    ) -> None:
        self._end = time.monotonic() + seconds
        self.cover, self.memory, self.threads, self.run_states = cover, memory, threads, run_states
        self.residues: list[int] = []
        self.bound = 0  # an upper bound of the number, known after the first pass
        self.passes = 2  # an estimate, until the first pass is done
        self._before, self._cpu_before = 0, [0.0] * threads  # states and CPU seconds of the finished passes
        self._peak_states = self._peak_memory = 0
        self.job = self._pass()

    def _pass(self) -> Frontier:
        return Frontier(
            self.cover,
            self.memory,
            threads=self.threads,
            run_states=self.run_states,
            modulus=PRIMES[len(self.residues)],
            bounded=not self.residues,
            seconds=self._end - time.monotonic(),
        )

    def run(self, work: int) -> KernelOutcome:
        """Continue for about `work` units; returns OUT_OF_MEMORY also if the number is too large for the primes."""
        if len(self.residues) == self.passes:
            return KernelOutcome.EXHAUSTED
        outcome = self.job.run(work)
        if outcome is not KernelOutcome.EXHAUSTED:
            return outcome
        job = self.job
        if not self.residues:
            if isinf(job.bound):
                return KernelOutcome.OUT_OF_MEMORY
            self.bound = int(job.bound)
            self.passes = next(k for k in range(1, len(PRIMES) + 1) if prod(PRIMES[:k]) > self.bound)
        self.residues.append(int.from_bytes(job.value, "little"))
        if len(self.residues) == self.passes:
            return KernelOutcome.EXHAUSTED
        self._before, self._cpu_before = self.states, self.cpu
        self._peak_states, self._peak_memory = self.peak_states, self.peak_memory
        self.job = self._pass()
        return KernelOutcome.RUNNING

    @property
    def value(self) -> int:
        """The number, by the Chinese remainder theorem; valid when exhausted."""
        return join_residues(self.residues, PRIMES)

    @property
    def states(self) -> int:
        """The number of states met so far, in all passes."""
        return self._before + self.job.states

    @property
    def fraction(self) -> float:
        """The fraction of the steps of all passes that is done."""
        done = len(self.residues)
        return 1.0 if done == self.passes else (done + self.job.fraction) / self.passes

    @property
    def cpu(self) -> list[float]:
        """The CPU seconds of each thread so far."""
        return [before + now for before, now in zip(self._cpu_before, self.job.cpu, strict=True)]

    @property
    def peak_states(self) -> int:
        """The number of states of the largest layer."""
        return max(self._peak_states, self.job.peak_states)

    @property
    def peak_memory(self) -> int:
        """The largest number of bytes held at a time."""
        return max(self._peak_memory, self.job.peak_memory)

    @property
    def memory_wanted(self) -> int:
        """The approximate bytes that the layer would have needed when memory ran out."""
        return self.job.memory_wanted


def join_residues(residues: list[int], primes: tuple[int, ...]) -> int:
    """Return the least number that has these remainders modulo the first primes.

    >>> join_residues([2, 3, 2], (3, 5, 7))
    23
    """
    number, modulus = 0, 1
    for residue, prime in zip(residues, primes, strict=False):
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number


OUT_OF_MEMORY = "out of memory"  # the kernel's message when data that must stay in memory does not fit
CHECKPOINT_SECONDS = 30.0  # least time between two saved layers; the kernel waits longer if saving is slow
LAYER, HALF_SAVED, LOCK, STATES = "layer", "layer.new", "lock", "states-*"  # the kernel names all but the lock


def cover_digest(cover: ExactCover) -> str:
    """Return the SHA-256 of the cover with its hints, in hexadecimal; it covers everything that determines the sweep.

    >>> cover = ExactCover.of([(0, 1), (2,)], primary=3)
    >>> cover_digest(cover) == cover_digest(ExactCover.of([(0,), (1, 2)], primary=3)), len(cover_digest(cover))
    (False, 64)
    """
    import hashlib

    digest = hashlib.sha256()
    for part in _parts(cover):
        data = memoryview(part)
        digest.update(f"{data.format}{data.nbytes} ".encode())
        digest.update(data)
    return digest.hexdigest()


def _parts(cover: ExactCover) -> Iterator[array[int] | memoryview]:
    yield from (cover.lo, cover.upper, cover.order, cover.colors)
    for rows in (cover.options, cover.adjacent):
        yield from (rows.starts, rows.flat)
    for automorphism in cover.automorphisms:
        yield from (int_array(automorphism.items), int_array(automorphism.options))


KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISREG, "a plain file"),
    (stat.S_ISFIFO, "a FIFO"),
)


def _require(path: Path, is_kind: Callable[[int], bool], kind: str) -> None:
    """Raise ScratchError if this path exists and is of another kind.

    A link may lead anywhere, and a FIFO blocks forever.
    """
    with suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if not is_kind(mode):
            found = next((name for is_other, name in KINDS if is_other(mode)), "a device or socket")
            raise ScratchError(f"{path} is {found}: expected {kind} that a count made, or nothing; remove it")


class CountFolder:
    """The folder of the count of one cover, locked by this process until it is closed.

    Raises ScratchError when it cannot be created, or when another process has locked it.
    """

    def __init__(self, parent: str | os.PathLike[str], cover: ExactCover) -> None:
        from pathlib import Path

        from tilewright.system import lock, open_plain

        self.label = f"tilewright {__version__} cover {cover_digest(cover)}"
        self.path = Path(parent) / f"tilewright-count-{self.label[-64:][:20]}"
        try:
            _require(self.path, stat.S_ISDIR, "a folder")
            self.path.mkdir(exist_ok=True)
            for name in (LOCK, LAYER):
                _require(self.path / name, stat.S_ISREG, "a plain file")
            self._lock: IO[bytes] = open_plain(self.path / LOCK)
            lock(self._lock)
        except BlockingIOError:
            raise ScratchError(f"{self.path}: another process is at work on this count; expected to be alone") from None
        except OSError as error:
            raise ScratchError(f"{error.filename or self.path}: {error.strerror}") from None
        self._remove(HALF_SAVED, STATES)

    @property
    def is_saved(self) -> bool:
        """Whether there is a saved layer to continue from."""
        return (self.path / LAYER).exists()

    def begin(self, cover: Cover, memory: int, threads: int, seconds: float) -> Frontier:
        """Start or resume the count, for at most so many seconds.

        Raises ScratchError when the saved layer is refused, TooLittleMemoryError when it does not fit, ValueError when
        the keys would be too wide.
        """
        folder, layer = str(self.path), str(self.path / LAYER)
        try:
            return Frontier(
                cover,
                memory,
                threads=threads,
                scratch=folder,
                checkpoint=layer,
                label=self.label,
                checkpoint_seconds=CHECKPOINT_SECONDS,
                seconds=seconds,
            )
        except RuntimeError as error:
            self.close()
            if str(error) == OUT_OF_MEMORY:
                raise TooLittleMemoryError(str(self.path) if self.is_saved else "") from None
            raise ScratchError(str(error)) from None
        except ValueError:  # its keys would be too wide
            self.remove()
            raise

    def failure(self, what: str) -> ScratchError:
        """Return the error to raise after the kernel could not read or write."""
        self._remove(HALF_SAVED)
        kept = "what was saved is kept, and the same count goes on from there"
        return ScratchError(f"{what}; {kept if self.is_saved else 'nothing was saved yet'}")

    def close(self) -> None:
        """Release the folder; without a saved layer, remove it."""
        if self._lock.closed:  # another process may have locked it by now
            return
        if not self.is_saved:
            self._remove(LOCK)
        self._lock.close()
        with suppress(OSError):  # a folder with a saved layer is not empty
            self.path.rmdir()

    def remove(self) -> None:
        """Remove what was saved, because the count is done."""
        self._remove(LAYER, HALF_SAVED, STATES)
        self.close()

    def _remove(self, *patterns: str) -> None:
        for pattern in patterns:
            for file in self.path.glob(pattern):
                with suppress(OSError):
                    file.unlink()


SECONDS_AN_ITEM = 6e-6  # approximate time per item for the masks of a step, when a count begins


class FrontierCount:
    """A count that can be paused and resumed; its memory is that of the limit it began with.

    Numbers are exact. If they do not fit in memory but their remainders would, the count restarts with remainders. With
    a scratch folder, states that do not fit go there, and the count resumes from what was saved; `close` it afterwards.
    Raises TooLittleMemoryError when it cannot even begin there, ValueError when its keys would be too wide.
    """

    engine, solutions = "frontier", None

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int = 1) -> None:
        self._cover = kernel_cover(cover, deadline)
        self._memory, self._threads, self._deadline = deadline.limit.memory, threads, deadline
        deadline.require(preparation_seconds(cover) + SECONDS_AN_ITEM * len(cover.lo))
        self._folder: CountFolder | None = None
        self.job: Frontier | ResidueCount
        if deadline.limit.scratch is not None:
            self._folder = CountFolder(deadline.limit.scratch, cover)
            self.job = self._folder.begin(self._cover, self._memory, threads, deadline.left)
        else:
            self.job = Frontier(self._cover, self._memory, threads=threads, seconds=deadline.left)
        self._sweep = StateSweep(self.job)
        self._peak = self._wanted = 0  # bytes, for an exact count that was abandoned

    @property
    def nodes(self) -> int:
        """The number of states met so far."""
        return self._sweep.nodes

    @property
    def fraction(self) -> float:
        """The fraction of the steps that is done."""
        return self._sweep.fraction

    def close(self) -> None:
        """Release the scratch folder, if there is one."""
        if self._folder is not None:
            self._folder.close()

    def run(self, deadline: Deadline) -> Outcome:
        """Continue to the end or the deadline; the number of solutions is known only at the end.

        Raises ScratchError when the scratch folder fails, e.g. because the disk is full.
        """
        end = self._sweep.run(deadline)
        if self._folder is not None:
            if end.ended is None:
                raise self._folder.failure(self.job.failure if isinstance(self.job, Frontier) else "")
            if end.ended == "exhausted":
                self._folder.remove()
        elif self._by_residues_instead():
            end = self._sweep.run(deadline)
        return self._outcome(end)

    def _by_residues_instead(self) -> bool:
        """Start a count by remainders if an exact count ran out of memory and the remainders are likely to fit."""
        exact = self.job
        if isinstance(exact, ResidueCount) or not exact.memory_wanted:
            return False
        key = exact.key_bytes
        if exact.memory_wanted * (key + REMAINDER_BYTES) >= self._memory * (key + exact.number_bytes):
            return False
        self._peak, self._wanted = exact.peak_memory, exact.memory_wanted
        del exact, self.job, self._sweep  # frees the memory
        self.job = ResidueCount(self._cover, self._memory, self._threads, seconds=self._deadline.left)
        self._sweep = StateSweep(self.job)
        return True

    def _outcome(self, end: SweepEnd) -> Outcome:
        job, value = self.job, 0
        if end.ended == "exhausted":
            value = job.value if isinstance(job, ResidueCount) else int.from_bytes(job.value, "little")
        return Outcome(
            ended=end.ended or "limit",
            engine=self.engine,
            solutions=value,
            nodes=self.nodes,
            limit=end.limit,
            reason=end.reason,
            cpu=tuple(job.cpu),
            notes=self.notes,
        )

    @property
    def notes(self) -> tuple[StatesNote]:
        """The notes for the outcome."""
        job, saved = self.job, None
        if self._folder is not None:
            saved = str(self._folder.path) if self._folder.is_saved else ""
        note = StatesNote(
            memory_wanted=job.memory_wanted or self._wanted,
            peak_memory=max(job.peak_memory, self._peak),
            on_disk=job.on_disk if isinstance(job, Frontier) else 0,
            saved=saved,
            passes=len(job.residues) if isinstance(job, ResidueCount) else 0,
        )
        return (note,)

    @property
    def held_memory(self) -> int:
        """The number of bytes held now."""
        return self.job.memory if isinstance(self.job, Frontier) else self.job.job.memory
