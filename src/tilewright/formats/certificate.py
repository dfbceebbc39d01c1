"""Read certificate files and check their form; no other module reads them.

A *refutation* is a DIMACS formula with a DRAT proof beside it (`api/verdict.py`). Every other certificate is
one line of JSON, its head, followed by the lines that its type has. A reason has no such lines, and may itself
extend over several lines.

Certificates are untrusted input. The size of a file is checked before it is read, only regular files are read,
and a head must match its schema: exactly these fields, and integers that are written as integers and within
bounds.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from urllib import parse as url

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.files import open_regular
from tilewright.puzzle.table import learnt, parse_json

MOST_BYTES = 256 << 20  # bytes of a file; proofs that can be checked in minutes have about 10 MB
MOST_HEAD = 64 << 20
MOST_MODULUS = 1_000_000
COORDINATE = 1 << 31
REFUTATION = b"c tilewright 1 refutation\n"
PLAIN = "".join(map(chr, range(0x21, 0x7F))).replace("%", "")  # characters that are not escaped in a line of placements

Digest = Annotated[str, msgspec.Meta(max_length=200)]
Atom = tuple[Annotated[int, msgspec.Meta(ge=-COORDINATE, lt=COORDINATE)], ...]
Weight = Annotated[int, msgspec.Meta(ge=-MOST_MODULUS, le=MOST_MODULUS)]
HeadType = TypeVar("HeadType", bound=msgspec.Struct)
Count = Annotated[str, msgspec.Meta(max_length=4000, pattern=r"^(?:0|[1-9][0-9]*)\Z")]


@dataclass(frozen=True)
class ProofCheck:
    """The result of checking a certificate.

    good:  Whether the certificate proves its claim; None if time ran out first.
    claim: What it proves, e.g. "impossible".
    text:  Which checker was used, or what is wrong.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tilewright import check_proof, load, verdict
    >>> puzzle = load("dominoes*@3x3")
    >>> with TemporaryDirectory() as folder:
    ...     found = verdict(puzzle, proof=Path(folder, "proof"))
    ...     check = check_proof(puzzle, Path(folder, "proof"))
    >>> check.good, check.claim
    (True, 'impossible')
    """

    good: bool | None
    claim: str
    text: str

    def __bool__(self) -> bool:
        return self.good is True


class Head(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The fields of every head: `certificate` is its type, `puzzle` the digest of the puzzle."""

    tilewright: Literal[1]
    certificate: str
    puzzle: Digest


class ReasonBody(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of `explain.reasons.reason.Reason` that a check needs; the sentence of the reason proves nothing."""

    kind: Literal["area", "angles", "labels", "region", "invariant"]
    atoms: tuple[Atom, ...]
    modulus: Annotated[int, msgspec.Meta(ge=2, le=MOST_MODULUS)] | None
    weights: tuple[tuple[Atom, Weight], ...]
    pieces: tuple[tuple[str, Weight], ...]


class ReasonHead(Head, kw_only=True):
    """The head of a reason, checked by counting, why there is no tiling."""

    certificate: Literal["reason"]
    reason: ReasonBody


class TilingsHead(Head, kw_only=True):
    """The number of tilings and the SHA-256 of the lines that list them."""

    certificate: Literal["tilings"]
    count: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    sha256: Annotated[str, msgspec.Meta(max_length=64)]


class StatesHead(Head, kw_only=True):
    """The number of tilings of a puzzle, or of solutions of a cover, and the order of the states that follow.

    For a puzzle the order is given by the coordinates of atoms, for a cover by its items. `puzzle` holds the
    digest of either.
    """

    certificate: Literal["states"]
    version: Literal[2]
    count: Count
    order: tuple[Annotated[int, msgspec.Meta(ge=0, lt=COORDINATE)], ...]


class _Kind(msgspec.Struct):
    certificate: str
    version: int = 1


def read_file(path: Path) -> bytes:
    """Return the content of a regular file of at most MOST_BYTES; raise NotationError before reading any other."""
    with open_regular(path, "a certificate, a regular file") as file:
        size = os.fstat(file.fileno()).st_size
        try:
            if size <= MOST_BYTES and len(data := file.read(MOST_BYTES + 1)) <= MOST_BYTES:
                return data
        except OSError as error:
            raise NotationError(f"{name_of(path)}: {error.strerror or error}") from None
    raise NotationError(f"{name_of(path)}: {size:,} bytes: expected at most {MOST_BYTES:,} of a certificate")


def read_certificate(path: Path) -> bytes:
    """Return the content of a certificate.

    Raises NotationError if it cannot be read, or if its lines end in CRLF, which changes the digests.
    """
    data = read_file(path)
    if data[: data.find(b"\n") + 1].endswith(b"\r\n"):
        what = "its lines end in CRLF: expected LF alone, as it was written; `dos2unix` restores it"
        raise NotationError(f"{name_of(path)}: {what}")
    return data


def is_certificate(path: Path) -> bool:
    """Return True if the file begins as certificates do; False for a file that cannot be read."""
    try:
        with open_regular(path, "a certificate") as file:
            start = file.read(200)
    except (OSError, NotationError):
        return False
    return start.startswith(REFUTATION.strip()) or re.match(rb'\s*\{[^{}\[\]]*"certificate"\s*:', start) is not None


def split(data: bytes) -> tuple[bytes, bytes]:
    """Return the head of a certificate, and the lines after it."""
    head, _, body = data.partition(b"\n")
    return (data, b"") if head.strip() == b"{" else (head, body)


def certificate_type(head: bytes) -> str:
    """Return the type of certificate that a head states.

    Raises NotationError if it states none, and for states in the first format.
    """
    kind = parse(head, _Kind)
    if kind.certificate == "cover-states" or (kind.certificate, kind.version) == ("states", 1):
        raise NotationError(
            "a certificate of a count in the first format: expected version 2; `--proof` writes it anew"
        )
    return kind.certificate


def parse(head: bytes, schema: type[HeadType]) -> HeadType:
    """Return a head that matches its schema; raise NotationError naming the wrong field otherwise."""
    if len(head) > MOST_HEAD:
        raise NotationError(f"a head of {len(head):,} bytes: expected at most {MOST_HEAD:,} in a certificate")
    try:
        found = msgspec.json.decode(head, type=learnt(schema), strict=True)
        parse_json(head)  # raises for duplicate keys
        return found
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        start = quote(head[:100].decode("utf-8", "replace").split("\n", 1)[0])
        raise NotationError(
            f"{start}: {error}: expected a certificate as `verdict --proof` or `count --proof` writes it"
        ) from None


def escape_id(placement_id: str) -> str:
    """Return the id of a placement as printable ASCII.

    Each byte of another character, and `%` itself, becomes `%` and two hex digits.

    >>> escape_id("Ä@0,0/90")
    '%C3%84@0,0/90'
    """
    return url.quote(placement_id, safe=PLAIN, errors="surrogatepass")


def name_of(path: Path) -> str:
    """Return the path as error messages quote it."""
    return quote(str(path)) if len(str(path)) > 200 or not str(path).isprintable() else str(path)
