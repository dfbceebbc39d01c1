"""GAMS: the set-partitioning model as text. Untested, because GAMS is not freely available."""

from __future__ import annotations

from tilewright.formats.models.model import Model, wrap_words


def dump(model: Model) -> str:
    """The model as GAMS text: rows i, columns k, and a(i, k) = how often placement k covers row i."""
    rows = [row for row in model.rows if row.terms or row.lo]
    most = len(model.columns) + 1
    entries = [f"{row.name}.{column} {times}" for row in rows for times, column in row.terms]
    sets = [
        f"* {model.title}",
        "* This text has not been run by GAMS.",
        "sets",
        f"  i 'rows' / {_listed([row.name for row in rows])} /",
        f"  k 'placements' / {_listed(list(model.columns))} /;",
        "parameters",
        f"  lo(i) / {_listed([f'{row.name} {row.lo}' for row in rows])} /",
        f"  hi(i) / {_listed([f'{row.name} {most if row.hi is None else row.hi}' for row in rows])} /",
        f"  a(i,k) / {_listed(entries)} /;",
    ]
    model_text = [
        "binary variables x(k); variable z;",
        "equations obj, atleast(i), atmost(i);",
        "obj.. z =e= 0;",
        "atleast(i).. sum(k, a(i,k) * x(k)) =g= lo(i);",
        "atmost(i).. sum(k, a(i,k) * x(k)) =l= hi(i);",
        "model tiling / all /;",
        "solve tiling minimizing z using mip;",
        "display x.l;",
    ]
    return "\n".join([*sets, *model_text]) + "\n"


def _listed(words: list[str]) -> str:
    return wrap_words([f"{word}," for word in words[:-1]] + words[-1:])
