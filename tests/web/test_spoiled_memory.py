"""What the browser keeps may hold anything: each part that is no such part is dropped, the rest stays, nothing fails."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tilewright import load, verdict

pytestmark = [pytest.mark.full]
FIVE, SMALL, SHIKAKU = "gallery/FNPUV@5x5", "gallery/katamino/5x3", "gallery/shikaku/blog-6x6"
JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 0.5, -0.5, 1e300, -1e300, 2**53, 1e9 + 1, 4e9),
    *("", "abc", "NaN", "[]", "{}", "0", "1e300", "__proto__", "constructor", "<b>", "x" * 5000, "\ud800"),
    *([], [None], [[]], [[[]]], [0], [-1, -1], ["a"], [None] * 40, [{}], [[0, 0]], [[0, 0, 0, 0]], [[1e300, 0]]),
    *({}, {"": None}, {"a": "b"}, {"0,0": "board"}, {"0,0": 7}, {"9,9": "x"}, {"length": 3}, {"toString": 1}),
    *({"valueOf": 1, "toString": 1}, {"constructor": 1}, {"in": [], "out": []}, {"in": [None], "out": 3}),
    {"piece": "F", "atoms": [[0, 0]]},
    [{"piece": "F", "atoms": [[0, 0], [0, 0]]}],
    [{"piece": {"toString": 1}, "atoms": [[{"valueOf": 1}]]}],
    [{"in": [{"piece": "F", "atoms": [[9, 9]]}], "out": []}],
]
MAKING = """async () => {
  const draft = await import(new URL('static/make/draft.js', document.baseURI));
  const { store } = await import(new URL('static/state/store.js', document.baseURI));
  const { takeOver } = await import(new URL('static/make/cells.js', document.baseURI));
  draft.fromView(store.view, takeOver);
  draft.change((it) => { it.given['0,0'] = 'F'; it.cells['1,1'] = 'optional'; });
}"""
LAY = """async (rows) => {
  const at = (path) => import(new URL('static/' + path, document.baseURI));
  const [moves, { placementsFrom }, { store }] = await Promise.all(
    ['play/moves.js', 'state/progress.js', 'state/store.js'].map(at));
  for (let n = 1; n <= rows.length; n++) moves.commit(placementsFrom(rows.slice(0, n), store.view, store.lattice));
}"""
VIEW = "async () => (await import(new URL('static/state/store.js', document.baseURI))).store.view"
# Moves, an undone one, notes and a trial, beside what is laid.
PLAYING = """async () => {
  const moves = await import(new URL('static/play/moves.js', document.baseURI));
  moves.note({ '0,0': 'F', '1,1': '•' });
  moves.beginTrial();
  moves.undo();
}"""
KEPT = "() => Object.fromEntries(Object.keys(localStorage).map((name) => [name, JSON.parse(localStorage[name])]))"
PUT = "(kept) => { for (const name in kept) localStorage[name] = JSON.stringify(kept[name]); }"
# What the page makes of each kept thing by itself, for many variants of it; the text of an error where there is one.
READ = """async ([name, variants]) => {
  const at = (path) => import(new URL('static/' + path, document.baseURI));
  const [storage, draft, days, settings, progress, { store }] = await Promise.all(
    ['kept/storage.js', 'make/draft.js', 'state/results.js', 'kept/settings.js', 'state/progress.js', 'state/store.js'].map(at));
  const readers = {
    'tilewright:draft': () => draft.draftOn(storage.read(name)?.draft),
    'tilewright:days': () => [days.solvedDays(), days.streak()],
    'tilewright:settings': () => settings.settings(),
    'tilewright:sources': () => ['gallery/FNPUV@5x5', 'constructor'].map(progress.marks()),
  };
  const reader = readers[name] ?? (() => progress.loadProgress(store.view, store.lattice));
  const before = localStorage[name];
  const found = variants.map((variant) => {
    localStorage[name] = variant;
    try { return JSON.stringify(reader()); } catch (error) { return String(error.stack); }
  });
  localStorage[name] = before;
  return found;
}"""
LEADS_TO = {
    "placed": {"past", "future", "finished"},
    "lattice": {"*"},
    "size": {"*"},
    "kind": set(),
    "pieces": {"given"},
}


def filled(page: Page, address: str) -> dict[str, Any]:
    """Play and make a little of everything; return all that the browser keeps then."""
    for source, pieces in ((SMALL, None), (SHIKAKU, 4), (FIVE, 3)):
        page.goto(f"{address}/#play/{source}")
        page.wait_for_selector(f'#puzzle-tabs a[href="#solve/{source}"]')
        page.wait_for_selector("#play-board")
        tiling = verdict(load(page.evaluate(VIEW)["puzzle"])).tilings[0]
        page.evaluate(
            LAY, [{"piece": p.piece, "atoms": [list(a) for a in p.atoms]} for p in tiling.placements][:pieces]
        )
        page.wait_for_timeout(300)
    page.evaluate(PLAYING)
    page.evaluate(MAKING)
    kept = dict(page.evaluate(KEPT))
    kept["tilewright:days"] = {"2026-11-21": {"shikaku": 61, "tetris": 5}}
    kept["tilewright:settings"] = {"language": "en", "letters": "off", "big": True}
    kept["tilewright:catalogue"] = {"system": "shikaku", "order": "name"}
    kept["tilewright:new"] = {"shikaku": {"size": 8, "difficulty": "easy"}}
    kept["tilewright:favorites"] = ["gallery/FNPUV@5x5", "new/tetris/easy/3"]
    kept["tilewright:drafts"] = [{"draft": kept["tilewright:draft"]["draft"], "at": 1_790_000_000_000}]
    return kept


def paths(value: Any, depth: int = 4) -> list[tuple[Any, ...]]:
    """Ways to parts of it: the first and the last of a list or a record, each field of the outer ones."""
    if not depth or not isinstance(value, (dict, list)) or not value:
        return [()]
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    chosen = keys if len(keys) < 16 else [keys[0], keys[-1]]
    return [(), *((key, *rest) for key in chosen for rest in paths(value[key], depth - 1))]


def spoiled(value: Any, path: tuple[Any, ...], junk: Any) -> Any:
    """A copy with the part at the end of the path replaced."""
    if not path:
        return junk
    copy = value.copy()
    copy[path[0]] = spoiled(value[path[0]], path[1:], junk)
    return copy


def is_sound(text: str) -> bool:
    """Whether it is JSON of a value with nothing that is no number in a place where a number belongs."""
    try:
        value = json.loads(text)
    except ValueError:
        return False
    if isinstance(value, dict) and "seconds" in value:
        numbers = [value["seconds"], value["moves"], value["hints"], value["best"] or 0]
        return all(isinstance(each, (int, float)) and 0 <= each <= 1e9 for each in numbers)
    return True


@pytest.mark.ci
@pytest.mark.site
def test_every_part_may_be_junk_and_the_others_stay(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        kept = filled(page, address)
        page.evaluate(PUT, kept)
        digest = page.evaluate(VIEW)["digest"]
        for name in (
            f"tilewright:puzzle:{digest}",
            "tilewright:draft",
            "tilewright:days",
            "tilewright:settings",
            "tilewright:sources",
        ):
            root = ("draft",) if name == "tilewright:draft" else ()
            every = [(path, junk) for path in paths(kept[name]) for junk in JUNK]
            texts = [json.dumps(spoiled(kept[name], path, junk)) for path, junk in every]
            usual, *read = page.evaluate(READ, [name, [json.dumps(kept[name]), *texts]])
            faults = [(path, junk, text) for (path, junk), text in zip(every, read, strict=True) if not is_sound(text)]
            assert not faults, (name, faults[:3])
            if name.startswith(("tilewright:puzzle", "tilewright:draft")):
                kept_rest(json.loads(usual), every, read, root)


def kept_rest(usual: Any, every: list[tuple[tuple[Any, ...], Any]], read: list[str], root: tuple[str, ...]) -> None:
    """The fields beside the one that is junk are read as they are without it, but for those that follow from it."""
    assert usual, "nothing was read at all"
    for (path, junk), text in zip(every, read, strict=True):
        if path[: len(root)] != root or len(path) <= len(root):
            continue
        field = path[len(root)]
        changed = LEADS_TO.get(field, set())
        found = json.loads(text)
        if "*" not in changed:
            different = {name for name in usual if usual[name] != found[name]} - changed - {field}
            assert not different, (path, junk, different)


def test_no_view_fails_whatever_is_kept(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        kept = filled(page, address)
        rng = random.Random(18)
        for number, junk in enumerate(JUNK):
            spoil = {name: spoiled(value, rng.choice(paths(value)), junk) for name, value in kept.items()}
            page.goto(f"{address}/#today")
            page.evaluate(PUT, spoil)
            if number % 8 == 0:
                page.reload()
            for fragment in ("play/" + rng.choice([FIVE, SHIKAKU]), "make", "puzzles", "today", f"play/{SMALL}"):
                page.goto(f"{address}/#{fragment}")
                expect(page.locator(f"#{fragment.split('/')[0]}")).to_be_visible()
                said = page.locator("main").inner_text()
                assert not any(word in said for word in ("NaN", "undefined", "Infinity", "[object", "Invalid")), (
                    junk,
                    fragment,
                )
