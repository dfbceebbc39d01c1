"""A pool of Dask workers. They compute; the one owner of the store writes.

A subproblem given to the cluster is a lease: when its worker dies, its result disappears or the scheduler restarts,
the lease is void and the subproblem is given again. One that takes far too long is given a second time, and the first
answer counts; the store records each result once, so that work done twice is never counted twice. Workers without the
package, or with another version of it, are named in a warning and get nothing; the run continues with the others.
"""

from __future__ import annotations

import logging
import queue
import re
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import tilewright
from tilewright.errors import EngineUnavailableError, NotationError, TilewrightError, quote
from tilewright.runs.coordinator import KERNEL
from tilewright.runs.job import LONGEST, Work
from tilewright.runs.subproblem import Child
from tilewright.runs.worker import WORK_AHEAD, Unanswered, answer_subproblem, queue_length

if TYPE_CHECKING:
    from distributed import Client, Future

log = logging.getLogger("tilewright.cluster")

SLOW = 4 * LONGEST  # seconds after which a subproblem is given a second time
FIRST_ANSWER = 5.0  # seconds that a scheduler has to answer a run that begins: somebody waits, and may have mistyped
LATER_ANSWER = 10.0  # seconds that it has in each attempt to reach it again
BACKOFF = (1, 2, 4, 8, 15, 30, 60)  # seconds between attempts to reach the scheduler again
LEASE_CHECK = 1.0  # seconds between looks at every lease
NO_WORKERS = 30.0  # seconds between warnings that there are no usable workers
FOREIGN_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")  # loggers
WORKER_CHECK = 5.0  # seconds between looks at who the workers are


def version() -> str:
    """Return the version on which owner and workers must agree."""
    return f"{tilewright.__version__} kernel {KERNEL}"


def _work(work: Work, child: Child, expected: str) -> Any:
    """Solve a subproblem on a worker; what the work needs is compiled once a process.

    A new worker of another version, which the owner has not examined yet, refuses by itself.
    """
    if version() != expected:
        return Unanswered(worker_died=False)
    return answer_subproblem(_works.setdefault(work, work), child)


_works: dict[Work, Work] = {}


def _killed(future: Future[Any]) -> bool:
    """Return True if the scheduler gave up because several workers died at the subproblem."""
    from distributed import KilledWorker  # the extra `cluster`

    with suppress(Exception):
        return isinstance(future.exception(timeout=10), KilledWorker)
    return False


@dataclass
class _Lease:
    child: Child
    futures: list[Future[Any]] = field(default_factory=list)
    given: float = field(default_factory=time.monotonic)


class DaskPool:
    """The workers of a Dask cluster: `tcp://host:8786` of a scheduler, or `local:N` for N processes here."""

    def __init__(self, work: Work, address: str) -> None:
        self.work, self.address = work, address
        self._leases: dict[int, _Lease] = {}
        self._ended: queue.SimpleQueue[int] = queue.SimpleQueue()  # ids of leases of which something ended
        self._looked = time.monotonic()
        self._good: dict[str, int] = {}
        self._refused: set[str] = set()
        self._reviewed = float("-inf")
        self._warned = time.monotonic()
        self._pace = WORK_AHEAD  # seconds that a subproblem takes, of late
        self._cluster: Any = None
        self._client = self._connect(first=True)

    def _connect(self, first: bool = False) -> Client:
        try:
            from distributed import Client, LocalCluster  # the extra `cluster`
        except ModuleNotFoundError:
            raise EngineUnavailableError("--dask needs distributed: pip install 'tilewright[cluster]'") from None
        # A scheduler that disappears is expected and reported by us; theirs would be tracebacks.
        for name in FOREIGN_LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        if self.address.startswith("local:"):
            number = self.address.removeprefix("local:")
            if not number.isdecimal() or not 0 < int(number) <= 1024:
                raise NotationError(f"--dask {self.address}: expected local:N with N workers")
            self._cluster = self._cluster or LocalCluster(
                n_workers=int(number), threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
            )
            return Client(self._cluster)
        if not re.fullmatch(r"((tcp|tls|ucx)://)?[^/]+", self.address):
            raise NotationError(f"--dask {self.address}: expected tcp://HOST:8786 or local:N")
        for pause in (0,) if first else (0, *BACKOFF):
            time.sleep(pause)
            try:
                return Client(self.address, timeout=FIRST_ANSWER if first else LATER_ANSWER)
            except OSError as error:
                if not first:
                    log.warning("scheduler %s cannot be reached (%s)", self.address, error)
            except ValueError as error:
                raise NotationError(f"--dask {self.address}: {error}: expected tcp://HOST:8786 or local:N") from None
            except MemoryError:  # another server's words taken for the length of a message
                log.debug("what answers at %s is not a scheduler", self.address)
        hint = ": expected the address of one that runs, or local:N" if first else "; what was finished is in the store"
        raise TilewrightError(f"no Dask scheduler answers at {quote(self.address)}{hint}")

    def _review(self) -> None:
        """Examine the workers: which of them run our version?"""
        if time.monotonic() - self._reviewed < WORKER_CHECK:
            return
        self._reviewed = time.monotonic()
        workers: dict[str, Any] | None = self._client.scheduler_info(n_workers=-1).get("workers")
        if workers is None:  # the client has given its scheduler up
            raise ConnectionError(f"the scheduler at {self.address} is gone")
        unknown = [name for name in workers if name not in self._good and name not in self._refused]
        answers = self._client.run(version, workers=unknown, on_error="return") if unknown else {}
        for name, answer in answers.items():
            if answer == version():
                self._good[name] = workers[name]["nthreads"]
            else:
                self._refused.add(name)
                log.warning("worker %s is left out: it has %s, expected %s", name, answer, version())
        self._good = {name: threads for name, threads in self._good.items() if name in workers}
        if not self._good and time.monotonic() - self._warned > NO_WORKERS:
            self._warned = time.monotonic()
            log.warning("%s has no usable workers; waiting for some", self.address)

    def free_slots(self) -> int:
        """Return how many more subproblems the pool can take."""
        try:
            self._review()
        except OSError:
            self._reconnect()
        return max(0, queue_length(self._pace) * sum(self._good.values()) - len(self._leases))

    def submit(self, id: int, child: Child) -> None:
        """Lease a subproblem to the cluster."""
        self._leases[id] = _Lease(child)
        self._submit(id)

    def _submit(self, id: int) -> None:
        lease = self._leases[id]
        # Naming the workers costs the scheduler time for each of them, so only where some are left out.
        only = {"workers": list(self._good), "allow_other_workers": False} if self._refused else {}
        future = self._client.submit(_work, self.work, lease.child, version(), pure=False, **only)
        lease.futures.append(future)
        lease.given = time.monotonic()
        future.add_done_callback(lambda _: self._ended.put(id))

    def collect(self, seconds: float) -> Iterator[tuple[int, Any]]:
        """Yield what ends within so many seconds; Unanswered for leases that are void."""
        ids: dict[int, None] = {}
        with suppress(queue.Empty):
            ids[self._ended.get(timeout=seconds)] = None
            while True:
                ids[self._ended.get_nowait()] = None
        if self._client.status != "running":
            self._reconnect()
        if time.monotonic() - self._looked > LEASE_CHECK:
            self._looked = time.monotonic()
            self._look(ids)
        yield from self._answers([id for id in ids if id in self._leases])

    def _look(self, ids: dict[int, None]) -> None:
        """Find the void leases, and give slow subproblems a second time."""
        for id, lease in self._leases.items():
            if all(future.status != "pending" for future in lease.futures):
                ids[id] = None
            elif time.monotonic() - lease.given > SLOW and len(lease.futures) == 1:
                self._submit(id)

    def _answers(self, ids: list[int]) -> Iterator[tuple[int, Any]]:
        """The answers of leases of which something ended; those whose other future still runs stay."""
        ended: dict[int, Future[Any]] = {}
        for id in ids:
            states = {future.status: future for future in self._leases[id].futures}
            if "finished" in states:
                ended[id] = states["finished"]
            elif "pending" not in states:
                yield self._over(id, Unanswered("error" in states and _killed(states["error"])))
        if not ended:
            return
        answers: dict[int, Any] = {}
        with suppress(OSError, TimeoutError, CancelledError):
            answers = self._client.gather(ended, errors="skip")
        for id in ended:
            answer = answers.get(id)  # None, too, for what the scheduler lost between finishing and fetching
            yield self._over(id, Unanswered(worker_died=False) if answer is None else answer)

    def _over(self, id: int, answer: Any) -> tuple[int, Any]:
        self._pace += 0.1 * (getattr(answer, "seconds", self._pace) - self._pace)
        for future in self._leases.pop(id).futures:
            future.release()
        return id, answer

    def _reconnect(self) -> None:
        """Connect again. A restarted scheduler knows none of the subproblems given before: every lease is void."""
        with suppress(Exception):
            self._client.close(timeout=1)
        self._good, self._refused, self._reviewed = {}, set(), float("-inf")
        for lease in self._leases.values():
            lease.futures = []
        self._client = self._connect()

    def close(self) -> None:
        """Cancel all leases and leave the cluster; a local one is shut down."""
        for lease in self._leases.values():
            for future in lease.futures:
                with suppress(Exception):
                    future.cancel()
        with suppress(Exception):
            self._client.close(timeout=5)
        if self._cluster is not None:
            self._cluster.close()
