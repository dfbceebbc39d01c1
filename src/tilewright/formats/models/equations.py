"""The constraints written out for people: `p_b(row,col)` is 1 when block b lies with its top left at that cell, `ue4_1` when
nothing shows a certain label at edge 4.
"""

from __future__ import annotations

from tilewright.formats.models.model import Model, ModelRow, wrap_words


def dump(model: Model) -> str:
    """One equation a row."""
    readable = {column: column for column in model.columns}
    readable |= {column: _readable(model, option) for column, option in model.option_of.items()}
    return "\n".join(_line(row, readable) for row in model.rows if row.terms or row.lo) + "\n"


def _readable(model: Model, option: int) -> str:
    piece, _, rest = model.placements[option].id.rpartition("@")
    corner, _, motion = rest.partition("/")
    return f"p_{piece}({corner}{'' if motion == '0' else ',' + motion})"


def _line(row: ModelRow, readable: dict[str, str]) -> str:
    words = [
        f"{'+ ' if i else ''}{'' if times == 1 else f'{times} '}{readable[column]}"
        for i, (times, column) in enumerate(row.terms)
    ]
    words = words or ["0"]
    if row.lo == row.hi:
        return wrap_words([f"{row.name}: {words[0]}", *words[1:], f"= {row.lo}"])
    least = [f"{row.lo} <="] if row.lo else []
    most = [f"<= {row.hi}"] if row.hi is not None else []
    return wrap_words([f"{row.name}:", *least, *words, *most])
