"""A pool of Dask workers: they compute, and the only owner of the store writes.

The owner chooses the worker of each subproblem, so that it always knows what each worker does. Its own thread never
waits for calls to the cluster: they run on the client's loop, each with a timeout, and return as events.

A subproblem given to a worker is a lease. The lease becomes void, and the subproblem is leased again, if its worker
leaves, its result disappears or the scheduler restarts. Leases of a worker that is silent (no heartbeat) or slow (three
times as long at one subproblem as usual) are given to a second worker: those of a silent worker at once, those of a
slow one to idle workers. The first answer counts, and the store records each result once, so that work done twice is
never counted twice. Workers without the package, or with another version of it, get no subproblems. Lost, silent, slow
and refused workers are reported once, by name.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future as Answer
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from tilewright.errors import EngineUnavailableError, NotationError, TilewrightError, quote
from tilewright.runs.access import Packs
from tilewright.runs.subproblem import LONGEST, Child, SubproblemOutcome, Work
from tilewright.runs.work import KERNEL, WORK_AHEAD, Unanswered, answer_subproblem, queue_length
from tilewright.version import __version__

if TYPE_CHECKING:
    from distributed import Client, Future

log = logging.getLogger("tilewright.cluster")

FIRST_ANSWER = 5.0  # seconds for a scheduler's answer at the start of a run, when the user waits and may have mistyped
LATER_ANSWER = 10.0  # seconds for an answer in each attempt to reach it again
BACKOFF = (1, 2, 4, 8)  # seconds between attempts to reach the scheduler again; the last one repeats
GIVE_UP = 180.0  # seconds without a scheduler after which the run ends
ASK = 10.0  # seconds for a worker to report its version, and for the scheduler to report its workers
FETCH = 30.0  # seconds that fetching the results of one worker may take
FETCHES = 16  # workers from which results are fetched at the same time
FETCH_BYTES = 32 << 20  # approximate bytes of results fetched from one worker at a time
REVIEW = 2.0  # seconds between requests for the list of workers; more if there are over 200
SILENT = 10.0  # seconds, in addition to three heartbeats, after which a worker counts as silent
SLOW = 3  # a worker is slow if one subproblem takes this many times as long as usual
NEVER_SLOW = 10.0  # seconds that never count as slow
RECENT = 50  # recent answers that determine what is usual
FORGIVEN = 3  # workers that may be lost at a subproblem before it is blamed: they also leave for other reasons
NO_WORKERS = 30.0  # seconds between warnings that there are no usable workers
NAMED = 5  # most workers named in one line
FOREIGN_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")


def version() -> str:
    """Return the version on which owner and workers must agree."""
    return f"{__version__} kernel {KERNEL}"


def _work(work: Work, child: Child, expected: str, packs: Packs | None = None) -> Any:
    """Solve a subproblem on a worker; what the work needs is compiled once per process.

    A worker of another version, which may have taken the address of one that was examined, refuses.
    """
    if version() != expected:
        return Unanswered(worker_died=False)
    answer = answer_subproblem(_works.setdefault(work, work), child)
    return packs.keep(answer) if packs and isinstance(answer, SubproblemOutcome) else answer


_works: dict[Work, Work] = {}


@dataclass
class _Member:
    """A worker of our version.

    leases: its subproblems in order; it works on the first `threads` of them.
    """

    address: str
    threads: int
    leases: dict[int, Future[Any]] = field(default_factory=dict)
    ended: deque[tuple[int, Future[Any]]] = field(default_factory=deque)  # results to be fetched
    fetching: bool = False
    direct: bool = True  # results come directly from the worker, not through the scheduler
    since: float = field(default_factory=time.monotonic)  # time of its last answer or first lease since idle
    last_seen: object = None
    quiet: float = 0.0  # seconds without a heartbeat while the scheduler was there to receive one
    silent: bool = False
    slow: bool = False

    @property
    def usable(self) -> bool:
        return not self.silent and not self.slow

    def load(self) -> float:
        return len(self.leases) / self.threads


@dataclass
class _Lease:
    child: Child
    holders: list[_Member] = field(default_factory=list)


class DaskPool:
    """The workers of a Dask cluster.

    address: `tcp://host:8786` for a scheduler, or `local:N` for N processes on this machine.
    """

    def __init__(self, work: Work, address: str, store: Path | None = None) -> None:
        """Connect to the cluster.

        store: the store beside which workers with access to its directory write large results instead of sending them.
        """
        self.work, self.address = work, address
        self._leases: dict[int, _Lease] = {}
        self._members: dict[str, _Member] = {}
        self._asked: set[str] = set()  # workers that are being examined
        self._refused: set[str] = set()
        self._unnamed: set[str] = set()  # workers that did not report their version when last asked
        self._reported: set[tuple[str, str]] = set()
        self._deaths: Counter[int] = Counter()
        self._events: queue.SimpleQueue[Callable[[], Iterable[tuple[int, Any]]]] = queue.SimpleQueue()
        self._pace = WORK_AHEAD  # recent average of CPU seconds per subproblem
        self._size = 0.0  # recent average of bytes per answer
        self._times: deque[float] = deque(maxlen=RECENT)  # seconds between the answers of a worker, per thread
        self._direct = True  # true until a worker cannot be reached directly
        self._reviewed = self._looked = float("-inf")
        self._reviewing = self._closed = False
        self._answered = time.monotonic()
        self._scheduler: object = None  # identity of the scheduler that answered last
        self._warned = self._answered  # when there were usable workers, or their absence was reported
        self._attempts, self._gone, self._next_attempt = 0, 0.0, float("inf")
        self._cluster: Any = None
        self._client: Client | None = self._connect_first()
        self.dashboard = self._dashboard_link()
        self.packs = Packs.offer(store) if store else None

    # Connection

    def _connect_first(self) -> Client:
        try:
            from distributed import LocalCluster  # from the extra `cluster`
        except ModuleNotFoundError:
            raise EngineUnavailableError("--dask needs distributed: pip install distributed bokeh") from None
        # The loss of a scheduler is expected and reported by us; the other packages would log tracebacks.
        for name in FOREIGN_LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        if self.address.startswith("local:"):
            number = self.address.removeprefix("local:")
            if not number.isdecimal() or not 0 < int(number) <= 1024:
                raise NotationError(f"--dask {self.address}: expected local:N with N workers")
            self._cluster = LocalCluster(
                n_workers=int(number),
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                worker_dashboard_address="127.0.0.1:0",
            )
            return self._new_client(FIRST_ANSWER)
        if not re.fullmatch(r"((tcp|tls|ucx)://)?[^/]+", self.address):
            raise NotationError(f"--dask {self.address}: expected tcp://HOST:8786 or local:N")
        try:
            return self._new_client(FIRST_ANSWER)
        except ValueError as error:
            raise NotationError(f"--dask {self.address}: {error}: expected tcp://HOST:8786 or local:N") from None
        except (OSError, MemoryError):  # MemoryError: text of another kind of server taken for the length of a message
            hint = ": expected the address of one that runs, or local:N"
            raise TilewrightError(f"no Dask scheduler answers at {quote(self.address)}{hint}") from None

    def _new_client(self, timeout: float) -> Client:
        from distributed import Client  # from the extra `cluster`

        return Client(self._cluster or self.address, timeout=timeout, set_as_default=False)

    def _dashboard_link(self) -> str | None:
        async def link() -> Any:
            assert self._client
            return self._client.dashboard_link

        with suppress(Exception):
            return str(asyncio.run_coroutine_threadsafe(link(), self._loop).result(FIRST_ANSWER))
        return None

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        client: Any = self._client
        loop: asyncio.AbstractEventLoop = client.loop.asyncio_loop
        return loop

    @property
    def _disconnected(self) -> bool:
        return self._client is None or self._client.status != "running"

    def _ask(
        self,
        call: Callable[[], Coroutine[Any, Any, Any]],
        seconds: float,
        then: Callable[[Answer[Any]], Iterable[tuple[int, Any]]],
    ) -> None:
        """Call the cluster in the background for at most `seconds`; `then` handles the answer in our thread."""

        async def bounded() -> Any:
            # Unlike asyncio.wait_for, this does not wait for a call that ignores its cancellation.
            task = asyncio.ensure_future(call())
            await asyncio.wait({task}, timeout=seconds)
            if task.done():
                return task.result()
            task.cancel()
            raise TimeoutError

        client = self._client

        def ended(answer: Answer[Any]) -> None:
            # Answers to questions asked before the connection broke are ignored.
            self._events.put(lambda: then(answer) if client is self._client else ())

        with suppress(RuntimeError):  # the client has just closed: the next check connects again
            asyncio.run_coroutine_threadsafe(bounded(), self._loop).add_done_callback(ended)

    def _disconnect(self, why: str) -> Iterator[tuple[int, Any]]:
        """Give up the connection. A restarted scheduler knows none of the subproblems, so every lease is void."""
        log.warning("%s: %d subproblems will be given again", why, len(self._leases))
        Thread(target=_close, args=(self._client, 1), daemon=True).start()
        self._client = self._scheduler = None
        self._members, self._asked, self._refused, self._unnamed = {}, set(), set(), set()
        self._reviewed, self._reviewing = float("-inf"), False
        self._attempts, self._gone, self._next_attempt = 0, time.monotonic(), 0.0
        for id in list(self._leases):
            del self._leases[id]
            yield id, Unanswered(worker_died=False)

    def _reconnect(self) -> None:
        """Try to connect again, in a thread, if it is time."""
        if time.monotonic() < self._next_attempt:
            return
        self._next_attempt = float("inf")

        def attempt() -> None:
            found: Client | Exception
            try:
                found = self._new_client(LATER_ANSWER)
            except Exception as error:
                found = error
            self._events.put(partial(self._connected, found))
            if self._closed:
                _close(found, 1)

        Thread(target=attempt, daemon=True).start()

    def _connected(self, found: Any) -> Iterable[tuple[int, Any]]:
        now = time.monotonic()
        if not isinstance(found, Exception):
            log.warning("scheduler %s answers again", self.address)
            self._client, self._answered = found, now
            return ()
        if now - self._gone > GIVE_UP:
            hint = "; what was finished is in the store"
            raise TilewrightError(f"no Dask scheduler answers at {quote(self.address)}{hint}")
        if not self._attempts:
            log.warning(
                "scheduler %s cannot be reached (%s): trying again", self.address, found or type(found).__name__
            )
        self._next_attempt = now + BACKOFF[min(self._attempts, len(BACKOFF) - 1)]
        self._attempts += 1
        return ()

    # Workers

    def _report(self, reason: str, addresses: Iterable[str]) -> None:
        """Name workers in a warning, each only once for the same reason."""
        fresh = [each for each in addresses if (each, reason) not in self._reported]
        self._reported.update((each, reason) for each in fresh)
        if fresh:
            more = f" and {len(fresh) - NAMED} more" if len(fresh) > NAMED else ""
            log.warning("worker%s %s%s %s", "s" * (len(fresh) > 1), ", ".join(fresh[:NAMED]), more, reason)

    def _review(self) -> None:
        """Ask the scheduler for its workers, if it is time and no such request is pending."""
        now = time.monotonic()
        pause = max(REVIEW, len(self._members) / 100)
        if self._reviewing or now - self._reviewed < pause:
            return
        # Time in which we or the scheduler were suspended does not count as silence of the workers.
        since_last = min(now - self._reviewed, 2 * pause)
        self._reviewed, self._reviewing = now, True
        client: Any = self._client
        self._ask(client.scheduler.identity, ASK, partial(self._identified, since_last))

    def _identified(self, since_last: float, answer: Answer[Any]) -> Iterator[tuple[int, Any]]:
        self._reviewing = False
        now = time.monotonic()
        try:
            identity: dict[str, Any] = answer.result()
            workers: dict[str, Any] = identity["workers"]
        except (Exception, asyncio.CancelledError):
            if now - self._answered > GIVE_UP / 3:
                yield from self._disconnect(f"the scheduler at {self.address} does not answer")
            else:
                log.warning("scheduler %s does not answer: waiting for it", self.address)
            return
        self._answered = now
        # The client reconnects by itself, so that a restart of the scheduler between two checks would go unnoticed.
        if self._scheduler not in (None, identity["id"]):
            yield from self._disconnect(f"the scheduler at {self.address} has restarted")
            return
        self._scheduler = identity["id"]
        yield from self._lost([address for address in self._members if address not in workers])
        self._refused &= workers.keys()
        self._report(
            "left while it joined: it had no subproblems", sorted((self._asked | self._unnamed) - workers.keys())
        )
        self._unnamed &= workers.keys()
        self._report("does not name its version: it gets nothing until it does", sorted(self._unnamed))
        quiet_for = SILENT + 3 * (0.5 if len(workers) <= 10 else 2 + len(workers) / 200)  # distributed's heartbeats
        silent = []
        for address, member in self._members.items():
            seen = workers[address]["last_seen"]
            member.quiet = 0.0 if seen != member.last_seen else member.quiet + since_last
            member.last_seen, was = seen, member.silent
            member.silent = member.quiet > quiet_for
            if member.silent and not was:
                silent.append(address)
        self._report("does not answer: its subproblems go to others as well", silent)
        if silent:
            self._looked = float("-inf")
        for address in workers.keys() - self._members.keys() - self._refused - self._asked:
            self._examine(address, workers[address]["nthreads"])
        if self._usable():
            self._warned = now
        elif now - self._warned > NO_WORKERS:
            self._warned = now
            log.warning("%s has no usable workers; waiting for some", self.address)

    def _examine(self, address: str, threads: int) -> None:
        """Ask a worker for its version, without waiting for the answer, because it may hang while it joins."""
        client = self._client
        assert client
        self._asked.add(address)

        async def ask() -> Any:
            return (await client.run(version, workers=[address], on_error="return"))[address]

        self._ask(ask, ASK, partial(self._examined, address, threads))

    def _examined(self, address: str, threads: int, answer: Answer[Any]) -> Iterable[tuple[int, Any]]:
        self._asked.discard(address)
        try:
            found = answer.result()
        except (Exception, asyncio.CancelledError):
            found = OSError()
        if isinstance(found, OSError):  # it hangs or has left: the next check shows which, and asks again
            self._unnamed.add(address)
            return ()
        self._unnamed.discard(address)
        if found == version():
            self._members[address] = _Member(address, threads, direct=self._direct)
        else:
            self._refused.add(address)
            self._report(f"is left out: it has {found}, expected {version()}", [address])
        return ()

    def _lost(self, addresses: list[str]) -> Iterator[tuple[int, Any]]:
        """Void the leases of workers that have left, unless another worker has the same subproblem."""
        given = 0
        for address in addresses:
            member = self._members.pop(address)
            for place, id in enumerate(list(member.leases)):
                if not self._withdraw(id, member):
                    continue
                given += 1
                self._deaths[id] += place < member.threads
                died = self._deaths[id] > FORGIVEN
                if died:
                    del self._deaths[id]
                yield self._over(id, Unanswered(worker_died=died))
        self._report(f"left: {given} subproblems are given again", addresses)

    def _withdraw(self, id: int, member: _Member) -> bool:
        """Remove a lease. Return whether no other worker has the subproblem."""
        member.leases.pop(id).release()
        holders = self._leases[id].holders
        holders.remove(member)
        return not holders

    # Work

    def free_slots(self) -> int:
        """Return how many more subproblems the pool can take, without waiting."""
        most = queue_length(self._pace)
        return sum(max(0, most * member.threads - len(member.leases)) for member in self._usable())

    def _usable(self) -> list[_Member]:
        return [member for member in self._members.values() if member.usable]

    def submit(self, id: int, child: Child) -> None:
        """Lease a subproblem to the worker with the least to do."""
        self._leases[id] = _Lease(child)
        usable = self._usable()
        with suppress(Exception) if self._disconnected else nullcontext():
            if usable:  # otherwise all workers have left in the meantime
                self._lease(id, min(usable, key=_Member.load))
        if not self._leases[id].holders:
            self._events.put(lambda: [self._over(id, Unanswered(worker_died=False))] if id in self._leases else [])

    def _lease(self, id: int, member: _Member) -> None:
        assert self._client
        if len(member.leases) < member.threads:
            member.since = time.monotonic()
        # Naming one worker costs the scheduler less than choosing among all of them, and far less than naming all.
        given = self.work, self._leases[id].child, version(), self.packs
        place = {"workers": [member.address], "allow_other_workers": False}
        future = self._client.submit(_work, *given, pure=False, **place)
        member.leases[id] = future
        self._leases[id].holders.append(member)
        future.add_done_callback(lambda ended: self._events.put(partial(self._ended, id, member, ended)))

    def collect(self, seconds: float) -> Iterator[tuple[int, Any]]:
        """Yield answers that arrive within `seconds`; Unanswered for leases that are void."""
        if self._client is None:
            self._reconnect()
        elif self._disconnected:
            yield from self._disconnect(f"the scheduler at {self.address} is gone")
        else:
            self._review()
            self._look()
        until, answered = time.monotonic() + seconds, False
        while not answered and (left := until - time.monotonic()) > 0:
            with suppress(queue.Empty):
                event = self._events.get(timeout=left)
                while True:
                    for answer in event():
                        answered = True
                        yield answer
                    event = self._events.get_nowait()
            self._fetch_all()

    def _look(self) -> None:
        """Find the slow workers, and lease the subproblems of slow and silent ones to other workers as well."""
        now = time.monotonic()
        if now - self._looked < REVIEW:
            return
        self._looked = now
        usual = sum(self._times) / len(self._times) if self._times else LONGEST
        for member in self._members.values():
            member.slow = bool(member.leases) and now - member.since > max(NEVER_SLOW, SLOW * usual)
        usable = self._usable()
        idle = [member for member in usable if len(member.leases) < member.threads]
        most = queue_length(self._pace)
        for member in [m for m in self._members.values() if not m.usable]:
            for id in [id for id in member.leases if len(self._leases[id].holders) == 1]:
                # Subproblems of a silent worker are urgent; a slow one may still finish, so that only idle workers
                # help.
                others = usable if member.silent else [m for m in idle if len(m.leases) < most * m.threads]
                if not others:
                    break
                if not member.silent:
                    self._report("is slow: its subproblems go to others as well", [member.address])
                self._lease(id, min(others, key=_Member.load))

    def _ended(self, id: int, member: _Member, future: Future[Any]) -> Iterable[tuple[int, Any]]:
        """Queue the result of a finished lease for fetching."""
        if member.leases.get(id) is not future or self._members.get(member.address) is not member:
            return  # another worker was quicker, or the connection is a new one
        if future.status in ("finished", "error"):
            member.ended.append((id, future))
        else:
            yield from self._drop(id, member)

    def _fetch_all(self) -> None:
        """Fetch results from a few workers at a time, so that memory stays bounded even if results are large."""
        fetching = sum(member.fetching and not member.silent for member in self._members.values())
        for member in self._members.values():
            if fetching >= FETCHES:
                return
            if member.ended and not member.fetching and not member.silent:
                fetching += 1
                self._fetch(member)

    def _fetch(self, member: _Member) -> None:
        from distributed.utils_comm import gather_from_workers  # from the extra `cluster`

        client: Any = self._client
        most = max(1, int(FETCH_BYTES / max(1.0, self._size)))
        batch = [member.ended.popleft() for _ in range(min(most, len(member.ended)))]
        member.fetching = True
        keys = [future.key for _, future in batch if future.status == "finished"]

        async def fetch() -> dict[int, Any]:
            data: dict[Any, Any] = {}
            with suppress(OSError, TimeoutError, asyncio.TimeoutError):
                if keys and member.direct:
                    where = {key: [member.address] for key in keys}
                    data = (await asyncio.wait_for(gather_from_workers(where, rpc=client.rpc), FETCH / 3))[0]
            if keys and not data:
                data = (await client.scheduler.gather(keys=keys)).get("data", {})
                if data and member.direct:
                    member.direct = self._direct = False
            found = {id: data[future.key] for id, future in batch if future.key in data}
            return found | {id: await future.exception() for id, future in batch if future.status == "error"}

        self._ask(fetch, FETCH, partial(self._fetched, member, [id for id, _ in batch]))

    def _fetched(self, member: _Member, ids: list[int], answer: Answer[Any]) -> Iterator[tuple[int, Any]]:
        member.fetching = False
        try:
            found = answer.result()
        except (Exception, asyncio.CancelledError) as error:
            log.debug("results of %s cannot be fetched: %r", member.address, error)
            found = {}
        for id in ids:
            if id not in member.leases:
                continue
            result = found.get(id)
            now = time.monotonic()
            if member.leases and next(iter(member.leases)) == id:
                self._times.append(now - member.since)
            member.since, member.slow = now, False
            if result is None:  # lost between finishing and fetching
                yield from self._drop(id, member)
            elif isinstance(result, BaseException):
                self._report(f"cannot solve a subproblem: {type(result).__name__} {result}"[:200], [member.address])
                yield self._over(id, Unanswered(worker_died=True))
            else:
                self._pace += 0.1 * (getattr(result, "seconds", self._pace) - self._pace)
                self._size += 0.1 * (len(getattr(result, "packed", None) or b"") - self._size)
                yield self._over(id, result)

    def _drop(self, id: int, member: _Member) -> Iterator[tuple[int, Any]]:
        """Void one lease of a subproblem, and report the subproblem as unanswered if no other worker has it."""
        if self._withdraw(id, member):
            yield self._over(id, Unanswered(worker_died=False))

    def _over(self, id: int, answer: Any) -> tuple[int, Any]:
        for member in self._leases.pop(id).holders:
            member.leases.pop(id).release()
        return id, answer

    def close(self) -> None:
        """Leave the cluster, which then forgets our subproblems; a local cluster is shut down."""
        self._closed = True
        if self.packs:
            self.packs.withdraw()
        _close(self._client, 5)
        if self._cluster is not None:
            with suppress(Exception):
                self._cluster.close(timeout=10)


def _close(client: Any, seconds: float) -> None:
    with suppress(Exception):
        client.close(timeout=seconds)
