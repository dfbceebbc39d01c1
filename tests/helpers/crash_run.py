"""Runs a store until the `n`-th transaction, then kills its own process as `kill -9` does. For tests/runs/test_kills.py."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilewright.runs import work
from tilewright.runs.store import Store
from tilewright.runs.work import LocalPool


def main() -> None:
    path, last, before_commit = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "before"
    plain = Store._transaction
    number = 0

    @contextmanager
    def transaction(self: Store) -> Iterator[Any]:
        nonlocal number
        if self._db.in_transaction:  # part of a batch: no transaction of its own
            with plain(self) as db:
                yield db
            return
        with plain(self) as db:
            yield db
            number += 1
            if before_commit and number == last:
                os.kill(os.getpid(), signal.SIGKILL)
        if number == last:
            os.kill(os.getpid(), signal.SIGKILL)

    Store._transaction = transaction  # type: ignore[method-assign,assignment]
    with Store.open(path) as store:
        pool = LocalPool(work.job_of(store), 1)
        work.run_until_done(store, pool)
        pool.close()


if __name__ == "__main__":
    main()
