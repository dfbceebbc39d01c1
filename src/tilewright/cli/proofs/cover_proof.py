"""`cover --count --proof` and `cover --check`: the certificate of a cover's count, written, checked and told."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from typing import Any

from tilewright.api.cover_certificate import KIND, certify_cover, check_cover_proof
from tilewright.cli.proofs.tell import tell_check
from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import Deadline
from tilewright.errors import LimitError, NotationError, OutOfTimeError
from tilewright.files import check_writable
from tilewright.formats.certificate import ProofCheck


@dataclass(frozen=True)
class Certified:
    """What became of the certificate; `state` is "checked", "unchecked", or "" where none was written."""

    state: str
    text: str

    @property
    def fields(self) -> dict[str, str]:
        """What JSON says of it."""
        return {"proof": self.state, "certificate": KIND} if self.state else {}


def check_proof_options(args: Namespace) -> None:
    """Raise NotationError for files and options that do not go together."""
    if args.proof is not None and not args.count:
        raise NotationError("--proof certifies a count: expected --count with it")
    if args.check is not None and (args.count or args.every or args.number != 1):
        raise NotationError("--check solves nothing: expected no --count, no --all and no -n with it")
    if args.proof is not None:
        if args.proof.exists() and args.file != "-" and args.proof.samefile(args.file):
            raise NotationError(f"--proof {args.proof}: this is the cover: expected another name")
        check_writable(args.proof, forcible=False)


def certify(cover: ExactCover | None, value: int, args: Namespace, deadline: Deadline) -> Certified:
    """Write the certificate of a count, where that is exact and there is time."""
    if cover is None or deadline.report.ended != "exhausted":
        return Certified("", "no proof written: the count is not exact")
    try:
        state = "checked" if certify_cover(cover, value, args.proof, deadline) else "unchecked"
        return Certified(state, f"proof {state}: {args.proof}")
    except OutOfTimeError:
        return Certified("", "no proof written: the limit came before all states of the certificate were known")
    except LimitError as error:
        return Certified("", f"no proof written: {error}")


def check(cover: ExactCover | None, size: dict[str, Any], args: Namespace, deadline: Deadline) -> int:
    """Check a certificate and tell; a cover that was not read in time leaves it unchecked."""
    if cover is None:
        checked = ProofCheck(None, "", "the limit came before the cover was read")
    else:
        checked = check_cover_proof(cover, args.check, deadline)
    return tell_check(checked, args.json, size)
