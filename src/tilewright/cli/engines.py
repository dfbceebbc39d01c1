"""`tilewright engines`: the engines there are, and what is missing for those that cannot run here."""

from __future__ import annotations

from tilewright.cli.app import JsonOption, app


@app.command()
def engines(json: JsonOption = False) -> None:
    """List the engines, what each is for, and what an unavailable one needs."""
    from tilewright.cover.search.engine import engines as all_engines

    rows = [(engine.name, engine.unavailable(), engine.summary) for engine in all_engines().values()]
    if json:
        from tilewright.formats.answer import print_json

        print_json(
            {
                "tilewright": 1,
                "engines": [
                    {
                        "name": name,
                        "available": reason is None,
                        "summary": summary,
                        **({"reason": reason} if reason else {}),
                    }
                    for name, reason, summary in rows
                ],
            }
        )
        return
    width = max(len(name) for name, _, _ in rows)
    for name, reason, summary in rows:
        print(f"{name.ljust(width)}  {summary}" + (f"  [not available: {reason}]" if reason else ""))
