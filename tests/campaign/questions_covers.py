"""Questions to plain exact covers, asked of the library and of the command line."""

from __future__ import annotations

import pickle

from tests.campaign.cases import Wrong, expect
from tests.campaign.covers import CoverCase, has_twice
from tests.campaign.questions import question
from tests.campaign.questions_puzzles import asked, draw_engine

KIND = "covers"


@question(KIND, share=0.7)
def cover_count(case: CoverCase) -> None:
    engine = draw_engine(case)
    found = asked(engine, lambda: case.make().count(engine=engine, threads=case.rng.choice([1, 1, 2])))
    if found is not None:
        expect((found.value, found.bound), (len(case.truth), "exact"), f"count by {engine}")


@question(KIND, share=0.6)
def cover_solutions(case: CoverCase) -> None:
    engine, number = draw_engine(case), case.rng.choice([None, None, 1, 2])
    made = case.make()
    ask = case.rng.choice([lambda: made.solve(number, engine=engine), lambda: [*made.solutions(number, engine=engine)]])
    found = asked(engine, ask)
    if found is None:
        return
    got = list(map(case.numbers, found))
    if not set(case.truth).issuperset(got) or len(set(got)) < len(got):
        raise Wrong(f"solutions by {engine}: {got}, but {case.truth} are right")
    expect(
        len(got),
        len(case.truth) if number is None else min(number, len(case.truth)),
        f"number of solutions by {engine}",
    )


@question(KIND, share=0.4)
def cover_verdict(case: CoverCase) -> None:
    engine = draw_engine(case)
    found = asked(engine, lambda: case.make().verdict(engine=engine))
    if found is not None:
        expect(found.verdict, {0: "impossible", 1: "unique"}.get(len(case.truth), "several"), f"verdict by {engine}")


@question(KIND, share=0.2)
def cover_pickled(case: CoverCase) -> None:
    made = case.make()
    made.count()
    expect(pickle.loads(pickle.dumps(made)).count().value, len(case.truth), "count of a cover that was pickled")


def is_text(drawn: object) -> bool:
    """Whether DLX can say it."""
    return not has_twice(drawn)  # type: ignore[arg-type]


@question(KIND, share=0.4, suits=is_text)
def command_cover(case: CoverCase) -> None:
    text, right = case.text(), len(case.truth)
    path = "-" if case.rng.random() < 0.2 else case.write("cover.dlx", text)
    words: list[object] = case.rng.choice([["--all"], ["--count"], ["-n", 2], []])
    engine = draw_engine(case)
    more: list[object] = ["--engine", engine] if engine in ("native", "sweep", "race", "reference") else []
    more += ["--threads", 2] if case.rng.random() < 0.2 else []
    more += ["--limit", 60] if case.rng.random() < 0.2 else []
    json = case.rng.random() < 0.6
    ran = case.run("cover", path, *words, *more, *(["--json"] if json else []), read=text)
    if ran.code == 2 and f"engine {engine}: " in ran.err:
        return  # it does not take such a cover
    expect(ran.code, 0 if right else 1, str(ran))
    if words == ["--count"]:
        expect(ran.json["count"]["value"] if json else int(ran.out), right, str(ran))
        return
    wanted = right if words == ["--all"] else min(right, 2 if words else 1)
    printed = ran.json["solutions"] if json else _printed(ran.out)
    expect(len(printed), wanted, str(ran))
    known = {tuple(sorted(_option_words(case, number) for number in solution)) for solution in case.truth}
    for solution in printed:
        if (
            tuple(
                sorted(" ".join(sorted(option if isinstance(option, list) else option.split())) for option in solution)
            )
            not in known
        ):
            raise Wrong(f"{ran}: {solution} is no solution")


def _printed(text: str) -> list[list[str]]:
    """The options of each solution, behind which stands an empty line; a solution may have none."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line:
            found[-1].append(line)
        else:
            found.append([])
    return found[:-1]


def _option_words(case: CoverCase, number: int) -> str:
    return " ".join(sorted(item + (f":{color}" if color else "") for item, color in case.drawn.options[number]))


@question(KIND, share=0.15, suits=is_text)
def command_cover_proof(case: CoverCase) -> None:
    path, right = case.write("cover.dlx", case.text()), len(case.truth)
    ran = case.run("cover", path, "--count", "--proof", "counted", "--json")
    expect((ran.code, ran.json["count"]["value"]), (0 if right else 1, right), str(ran))
    ran = case.run("cover", path, "--check", "counted", "--json")
    expect((ran.code, ran.json["valid"]), (0, True), str(ran))
