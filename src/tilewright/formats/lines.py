"""Tilings as lines of JSON, made for millions: what an option says is written out once, lines are put together from that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.cover.batch import Batch
from tilewright.formats.answer import dumps_line, placement_row

if TYPE_CHECKING:
    from numpy import int32, int64, object_
    from numpy.typing import NDArray

    from tilewright.cover.problem import Solution
    from tilewright.puzzle.compiled import Compiled

OPEN, CLOSE = '{"placements":[', "]}\n"


class LineWriter:
    """Called with a batch of solutions it gives their lines as one text; placements stand in the order of options."""

    def __init__(self, compiled: Compiled) -> None:
        import numpy as np

        self.compiled = compiled
        every = range(len(compiled.cover.options))
        self.owner = np.array([number for number, _ in compiled.meanings], dtype=np.int32)
        self.pinned = np.zeros(len(every), dtype=bool)
        self.pinned[list(compiled.pins)] = True  # each has the name of its pin
        self.many = compiled.owners_of_many
        # Where several pieces are alike, the copies of a tiling get the names in turn, by where they lie.
        by_place = sorted(every, key=compiled.cover.options.__getitem__)
        self.rank = np.empty(len(every), dtype=np.int32)
        self.rank[by_place] = np.arange(len(every))
        self.text = self._texts(dict.fromkeys(every, ""))
        self.named = {
            (owner, name): self._texts(dict.fromkeys(np.flatnonzero(self.owner == owner).tolist(), name))
            for owner in self.many
            for name in compiled.owner_names(owner)
        }

    def _texts(self, names: dict[int, str]) -> NDArray[object_]:
        """What each option says when its piece has this name (none: the first of its kind), a comma before it."""
        import numpy as np

        found = np.full(len(self.owner), "", dtype=object)
        for option, name in names.items():
            placement = self.compiled.placement(option, name)
            found[option] = "," + dumps_line(placement_row(self.compiled.puzzle, placement)).rstrip("\n")
        return found

    def __call__(self, batch: Sequence[Solution]) -> str:
        """The lines of all solutions, in their order."""
        import numpy as np

        taken = Batch.of(batch)
        starts, options = taken.starts - taken.starts[0], taken.options[taken.starts[0] : taken.starts[-1]]
        lengths = np.diff(starts)
        texts = self.text[options]
        for owner in self.many:
            self._name(owner, texts, options, lengths)
        # Each line's first text also ends the line before: "]}\n" belongs to what follows it, the last one to nobody.
        heads = starts[:-1][lengths > 0]
        texts[heads] = [CLOSE + OPEN + text[1:] for text in texts[heads]]
        return self._empties(lengths) + "".join(texts.tolist())[len(CLOSE) :] + CLOSE * bool(len(heads))

    def _empties(self, lengths: NDArray[int64]) -> str:
        """The lines of tilings without placements: at most one, of a board all of whose cells may stay empty."""
        return (OPEN + CLOSE) * int((lengths == 0).sum())

    def _name(self, number: int, texts: NDArray[object_], options: NDArray[int32], lengths: NDArray[int64]) -> None:
        import numpy as np

        places = np.flatnonzero((self.owner[options] == number) & ~self.pinned[options])
        owners = np.repeat(np.arange(len(lengths)), lengths)
        places = places[np.lexsort((self.rank[options[places]], owners[places]))]
        mine = owners[places]
        used = np.bincount(mine, minlength=len(lengths))
        turn = np.arange(len(places)) - (np.cumsum(used) - used)[mine]
        names = {int(many): self.compiled.names_in_turn(number, int(many)) for many in np.unique(used[mine])}
        for many, in_turn in names.items():
            for place, name in enumerate(in_turn):
                these = places[(used[mine] == many) & (turn == place)]
                texts[these] = self.named[number, name][options[these]]
