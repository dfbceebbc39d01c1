"""Certificates of the counts of exact covers without a board: written, and checked by adding every number up again."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

from tilewright.cover.counting.scratch import cover_digest
from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import Deadline
from tilewright.errors import LimitError, NotationError, OutOfTimeError, TilewrightError, quote
from tilewright.explain.checkers.covers.states import CoverStates
from tilewright.explain.checkers.covers.verify import cover_count_fault
from tilewright.files import check_writable, write_all
from tilewright.formats import certificate as form
from tilewright.formats.certificate import CoverStatesHead, ProofCheck

KIND = "cover-states"


def certify_cover(cover: ExactCover, value: int, path: Path, deadline: Deadline) -> bool:
    """Write the states that prove a count; return whether they were checked in time, by adding up again what was written.

    Raises LimitError, and writes no file, when there are too many states; OutOfTimeError when the deadline comes
    before all are known.
    """
    check_writable(path, forcible=False)
    states = CoverStates(cover, deadline)
    if states.value != value:
        raise TilewrightError(f"internal error: the states add up to {states.value}, counted were {value}")
    head = {"tilewright": 1, "certificate": KIND, "cover": cover_digest(cover), "count": str(value)}
    text = "".join(f"{line}\n" for line in (json.dumps({**head, "order": states.order}), *states.lines()))
    if len(text) > form.MOST_BYTES:
        raise LimitError(f"its states take {len(text):,} bytes: expected at most {form.MOST_BYTES:,}")
    checked = check_cover_certificate(cover, text.encode(), deadline)
    if checked.good is False:
        raise TilewrightError(f"internal error: the certificate is refused: {checked.text}")
    write_all({path: text})
    return checked.good is True


def check_cover_proof(cover: ExactCover, path: Path, deadline: Deadline) -> ProofCheck:
    """Whether the certificate in `path` proves a count of this cover; NotationError when it is no such certificate."""
    content = form.read_certificate(path)
    try:
        return check_cover_certificate(cover, content, deadline)
    except NotationError as error:
        raise NotationError(f"{form.name_of(path)}: {error}") from None


def check_cover_certificate(cover: ExactCover, content: bytes, deadline: Deadline) -> ProofCheck:
    """The same of the content of a file.

    >>> from tilewright.cover.problem import ExactCover
    >>> cover = ExactCover.of([(0,), (0,)], primary=1)
    >>> head = {"tilewright": 1, "certificate": "cover-states", "cover": cover_digest(cover), "count": "2", "order": [0]}
    >>> check_cover_certificate(cover, f"{json.dumps(head)}\\n@0\\n= 2\\n".encode(), Deadline()).good
    True
    """
    head, body = form.split(content)
    if (kind := form.certificate_type(head)) != KIND:
        raise NotationError(f"certificate {quote(kind)}: expected {KIND}, as `cover --count --proof` writes it")
    parsed = form.parse(head, CoverStatesHead)
    claim = f"count {parsed.count}"
    if parsed.cover != cover_digest(cover):
        return ProofCheck(False, claim, "it is of another cover")
    try:
        wrong = cover_count_fault(cover, int(parsed.count), parsed.order, BytesIO(body), deadline)
    except OutOfTimeError:
        return ProofCheck(None, claim, "it was not checked in time")
    return ProofCheck(wrong is None, claim, wrong or "the numbers of all states were added up again")
