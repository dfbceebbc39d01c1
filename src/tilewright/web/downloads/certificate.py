"""A certificate of the count as a download, and files packed as one."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tilewright.api.certificate import certify_count
from tilewright.cover.search.limit import Limit
from tilewright.puzzle import Puzzle
from tilewright.web.limits import PhrasedLimitError

CERTIFICATE_SECONDS = 10  # that the count of a certificate may take
EPOCH = (1980, 1, 1, 0, 0, 0)  # of files in an archive: the same puzzle gives the same bytes


def certificate_of(puzzle: Puzzle) -> bytes:
    """The certificate of the number of tilings, in a ZIP file with its proof where it has one.

    Raises LimitError when they are too many, or take too long.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.txt"
        found, state = certify_count(puzzle, path, limit=Limit(seconds=CERTIFICATE_SECONDS))
        if state is None:
            raise PhrasedLimitError(
                f"the count takes more than {CERTIFICATE_SECONDS} s ({found.value:,} so far): "
                "use tilewright count FILE --proof certificate.txt, which has no such limit",
                "count too long",
                seconds=CERTIFICATE_SECONDS,
            )
        files = {file.name: file.read_bytes() for file in sorted(Path(folder).iterdir())}
    return archive(files)


def archive(files: Mapping[str, bytes]) -> bytes:
    """A ZIP file of these files by name."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()
