"""Counting by the kernel's frontier, laid aside and taken up again as its caller likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import _kernel
from tilewright.cover.counting.residues import REMAINDER_BYTES, ResidueCount
from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.slices import run_sweep
from tilewright.lazy import lazy

if TYPE_CHECKING:
    from tilewright.cover.counting import scratch
else:
    scratch = lazy("tilewright.cover.counting.scratch")  # for counts on disk alone

SECONDS_AN_ITEM = 6e-6  # for the masks of a step, when a count is begun


class FrontierCount:
    """A count that can be laid aside and taken up again; its memory is that of the limit it began with.

    Numbers are exact. Where they do not fit in memory, but their remainders would, the count begins again by those. With a
    scratch folder what does not fit goes there, and what was saved there is gone on from; `close` it then. Raises
    TooLittleMemoryError when it cannot even begin there.
    """

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int = 1) -> None:
        self._cover = kernel_cover(cover, deadline)
        self._memory, self._threads, self._deadline = deadline.limit.memory, threads, deadline
        deadline.require(preparation_seconds(cover) + SECONDS_AN_ITEM * len(cover.lo))
        self._folder: scratch.CountFolder | None = None
        if deadline.limit.scratch is not None:
            self._folder = scratch.CountFolder(deadline.limit.scratch, cover)
        self.job: _kernel.Frontier | ResidueCount = self._begun()
        self._peak = 0  # bytes, of an exact count that was given up

    def _begun(self) -> _kernel.Frontier:
        if self._folder is not None:
            return self._folder.begin(self._cover, self._memory, self._threads, self._deadline.left)
        return _kernel.Frontier(self._cover, self._memory, threads=self._threads, seconds=self._deadline.left)

    def close(self) -> None:
        """Let go of the scratch folder, if there is one."""
        if self._folder is not None:
            self._folder.close()

    def run(self, budget: Budget) -> int:
        """Goes on until the budget is spent: the number of solutions if `report.ended` is then "exhausted", else 0.

        Raises ScratchError when the scratch folder fails, e.g. because the disk is full.
        """
        if self._folder is not None:
            return self._run_on_disk(budget, self._folder)
        budget.report.engine = "frontier"
        run_sweep(self.job, budget)
        if self._by_residues_instead():
            budget.report.ended = None
            for note in ("stopped", "limit"):
                budget.report.notes.pop(note, None)
            run_sweep(self.job, budget)
        return self._told(budget)

    def _run_on_disk(self, budget: Budget, folder: scratch.CountFolder) -> int:
        report, job = budget.report, self.job
        report.engine, report.notes["saved"] = "frontier", ""
        try:
            run_sweep(job, budget)
        finally:  # also after Ctrl-C
            report.notes["saved"] = str(folder.path) if folder.is_saved else ""
        if isinstance(job, _kernel.Frontier):
            report.notes["on_disk"] = job.on_disk
            if report.ended is None:
                raise folder.failure(job.failure)
        if report.ended == "exhausted":
            folder.remove()
            report.notes["saved"] = ""
        return self._told(budget)

    def _by_residues_instead(self) -> bool:
        """After too little memory for an exact count: begin one by remainders, where those are likely to fit."""
        exact = self.job
        if isinstance(exact, ResidueCount) or not exact.memory_wanted:
            return False
        key = exact.key_bytes
        if exact.memory_wanted * (key + REMAINDER_BYTES) >= self._memory * (key + exact.number_bytes):
            return False
        self._peak = exact.peak_memory
        del exact, self.job  # its memory is needed
        self.job = ResidueCount(self._cover, self._memory, self._threads, seconds=self._deadline.left)
        return True

    def _told(self, budget: Budget) -> int:
        report, job = budget.report, self.job
        report.notes["peak_memory"] = max(job.peak_memory, self._peak)
        report.notes["cpu"] = job.cpu
        if isinstance(job, ResidueCount):
            report.notes["passes"] = len(job.residues)
        if job.memory_wanted:
            report.notes["memory_wanted"] = job.memory_wanted
        if report.ended != "exhausted":
            return 0
        return job.value if isinstance(job, ResidueCount) else int.from_bytes(job.value, "little")
