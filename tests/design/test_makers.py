"""Block levels, Katamino ladders, families."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tests.helpers.paths import DATA
from tests.helpers.tiers import quick
from tilewright.api.count import count
from tilewright.api.family import count_members, piece_sets
from tilewright.api.verdict import verdict
from tilewright.design import blocks
from tilewright.design.blocks import make_level, random_shape
from tilewright.design.ladder import count_subsets, ladders, published_tables
from tilewright.errors import NotationError
from tilewright.explain.techniques import TIERS, rate
from tilewright.formats import dump
from tilewright.kinds import Packing
from tilewright.kinds.packing.family import Family, load_family
from tilewright.loader import parse
from tilewright.pieces import select
from tilewright.puzzle import Board

CALENDAR = EXAMPLES / "families" / "calendar.toml"
DATES = json.loads((DATA / "calendar_puzzle.json").read_text())
MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]


def test_levels_have_one_solution_and_survive_as_text() -> None:
    for seed in range(8):
        made = make_level(None if seed % 2 else Board.of_size("5x6"), 4 + seed, seed)
        assert len(made.puzzle.pieces) == 4 + seed
        assert all(len(piece.orientations) == 1 for piece in made.puzzle.pieces)
        assert count(made.puzzle, engine="reference").value == 1
        again = parse(dump(made.puzzle, "blocks"))
        assert isinstance(again, Packing) and again.board == made.puzzle.board
        assert [p.atoms for p in again.pieces] == [p.atoms for p in made.puzzle.pieces]
        assert make_level(None if seed % 2 else Board.of_size("5x6"), 4 + seed, seed) == made


@pytest.mark.parametrize("tier", TIERS)
def test_levels_of_a_difficulty(tier: str) -> None:
    made = make_level(Board.of_size("5x5"), 6, 1, difficulty=tier)  # type: ignore[arg-type]
    assert made.reached and rate(made.puzzle).tier == tier


def test_a_random_shape_is_connected() -> None:
    board = random_shape(30, random.Random(3))
    assert len(board.atoms) == 30 and board.grid.is_connected(board.atoms)


def test_levels_refuse_what_cannot_be(run: CommandLine) -> None:
    assert "pieces=0" in run.refused("design", "blocks", "--blocks", "0")
    assert "3 cells" in run.refused("design", "blocks", "1x3", "--blocks", "5")
    assert "9y9" in run.refused("design", "blocks", "9y9")


def test_levels_on_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    done = run("design", "blocks", "4x5", "--blocks", "5", "--seed", "2", "-o", tmp_path / "level.txt")
    assert done.code == 0 and (tmp_path / "level.txt").read_text() == done.out
    solved = run("count", tmp_path / "level.txt")
    assert solved.out.strip() == "1"


@pytest.mark.parametrize(
    ("k", "subsets", "tilings"), [(2, 0, 0), (3, 7, 28), (4, 26, 200), (5, 45, 856), (6, 172, 2164)]
)
def test_ladder_tables(k: int, subsets: int, tilings: int) -> None:
    table = count_subsets(k)
    assert (len(table), sum(table.values())) == (subsets, tilings)
    assert table == published_tables()[k]
    for name in sorted(table)[:3]:
        assert count(Packing.parse(f"{name}@5x{k}")).value == table[name]


@pytest.mark.full
def test_every_published_subset() -> None:
    for k, table in published_tables().items():
        assert count_subsets(k) == table
    assert published_tables()[12] == {"FILNPTUVWXYZ": 4040}


def test_ladders_grow_by_one_piece_and_share_nothing() -> None:
    tables = published_tables()
    for first, last in ((3, 5), (3, 9), (5, 8), (3, 12)):
        found = list(ladders(tables, first, last, seed=3))
        steps = [step for one in found for step in one]
        assert len(steps) == len(set(steps)) == len(found) * (last - first + 1)
        assert all(step in tables[len(step)] for step in steps)
        assert all(set(a) < set(b) and len(b) == len(a) + 1 for one in found for a, b in pairwise(one))
    assert next(ladders(tables, 3, 8, seed=1)) == next(ladders(tables, 3, 8, seed=1))
    assert len(list(ladders(tables, 3, 12))) == 1


def augment(table: Mapping[str, int], match: dict[str, str], small: str, seen: set[str]) -> bool:
    for large in table:
        if set(small) < set(large) and large not in seen:
            seen.add(large)
            if large not in match or augment(table, match, match[large], seen):
                match[large] = small
                return True
    return False


def test_ladders_are_as_many_as_can_be() -> None:
    # On two boards a ladder is a pair, so the most is a largest matching, found here by plain augmentation.
    tables = published_tables()
    for first in (3, 4, 6, 9, 10):
        match: dict[str, str] = {}
        most = sum(augment(tables[first + 1], match, small, set()) for small in tables[first])
        assert len(list(ladders(tables, first, first + 1))) == most


def test_ladder_on_the_command_line(run: CommandLine) -> None:
    done = run("design", "ladder", "--lengths", "3..6", "-n", "2")
    assert done.code == 0 and len(done.out.strip().split("\n\n")) == 2
    assert "5x12" in run("design", "ladder", "--table").out
    assert run("design", "ladder", "--lengths", "3..12", "-n", "2").code == 1
    assert "5x0" in run.refused("design", "ladder", "--lengths", "0..8")
    assert "5x13" in run.refused("design", "ladder", "--lengths", "3..13")
    assert "smaller" in run.refused("design", "ladder", "--lengths", "6..4")


def test_the_dates_with_known_counts() -> None:
    family = load_family(CALENDAR)
    known = DATES["counts_of_some_dates (month-day)"]
    members = [(MONTHS[int(date.split("-")[0]) - 1], date.split("-")[1]) for date in known]
    assert count_members(family, members).values == tuple(known.values())
    assert len(list(family.members())) == 366


@pytest.mark.full
def test_every_date_is_as_published() -> None:
    published_dates = json.loads((EXAMPLES.parent / "docs" / "data" / "calendar.json").read_text())
    found = count_members(load_family(CALENDAR))
    assert {
        ",".join(names): value for names, value in zip(found.members, found.values, strict=True)
    } == published_dates["counts"]
    assert found.summary == {key: published_dates[key] for key in found.summary}


def test_piece_sets_that_solve_every_member(tmp_path: Path) -> None:
    text = """
        name = "corner"
        board = "3x3"
        groups = [["A", "B"]]
        [named]
        A = [[0, 0]]
        B = [[2, 2]]
        [[piece]]
        name = "X"
        shape = "####"
    """
    (tmp_path / "corner.toml").write_text(text.replace("        ", ""))
    family = load_family(tmp_path / "corner.toml")
    pool = select("tetrominoes!free")
    found = {tuple(p.name for p in pieces) for pieces in piece_sets(family, pool)}
    wanted = {
        tuple(p.name for p in pair)
        for pair in combinations(pool, 2)
        if all(
            count(Packing(family.with_open_cells(names).board, pair), engine="reference").value
            for names in family.members()
        )
    }
    assert found == wanted and wanted


def test_family_on_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    assert run("count", CALENDAR, "--open", "MAR,14").out.strip() == str(
        count(load_family(CALENDAR).with_open_cells(["MAR", "14"])).value
    )
    assert run("solve", CALENDAR, "--open", "jan,1").code == 0
    done = run("design", "family", CALENDAR, "--open", "JAN,1", "--open", "FEB,6", "-o", tmp_path / "dates.json")
    assert done.code == 0 and "FEB,6  27" in done.out
    assert json.loads((tmp_path / "dates.json").read_text())["counts"] == {"JAN,1": 64, "FEB,6": 27}
    assert "XYZ" in run.refused("solve", CALENDAR, "--open", "XYZ")
    assert "FEB,30" in run.refused("design", "family", CALENDAR, "--open", "FEB,30")
    (tmp_path / "bad.toml").write_text(CALENDAR.read_text().replace("JAN = [[0, 0]]", "JAN = [[9, 9]]"))
    assert "JAN" in run.refused("solve", tmp_path / "bad.toml", "--open", "JAN,1")


@pytest.mark.parametrize("seed", range(30))
def test_excluded_names_exclude_every_member_that_has_them(seed: int) -> None:
    """Two to four groups, excluded combinations of any size in any order, beside all combinations one by one."""
    rng = random.Random(seed)
    sizes = [rng.randint(1, 4) for _ in range(rng.randint(2, 4))]
    groups = tuple(tuple(f"{'ABCD'[at]}{n}" for n in range(size)) for at, size in enumerate(sizes))
    names = [name for group in groups for name in group]
    excluded = []
    for _ in range(rng.randint(1, 4)):
        some = [rng.choice(group) for group in rng.sample(groups, rng.randint(1, len(groups)))]
        excluded.append(tuple(rng.sample(some, len(some))))
    family = Family(
        Packing.parse("monomino*@1x20"),
        tuple((name, ((0, at),)) for at, name in enumerate(names)),
        groups,
        tuple(excluded),
    )
    expected = [each for each in product(*groups) if not any(set(pair) <= set(each) for pair in excluded)]
    if not expected:
        with pytest.raises(NotationError, match="no members"):
            list(family.members())
        return
    assert list(family.members()) == expected
    for each in product(*groups):
        if each in expected:
            assert family.parse_member(",".join(reversed(each)).lower()) == each
            assert len(family.with_open_cells(each).board.atoms) == 20 - len(each)
        else:
            with pytest.raises(NotationError, match="excluded"):
                family.with_open_cells([name.lower() for name in each])
            with pytest.raises(NotationError, match="not a member"):
                family.parse_member(",".join(each))


@pytest.mark.parametrize(
    "excluded", ['["FEB", "32"]', '["FEB", "MAR"]', '["FEB", "FEB"]', "[]", '["feb", "30"]', '["FEB", "30", "31"]']
)
def test_names_that_exclude_nothing_are_refused(excluded: str, run: CommandLine, tmp_path: Path) -> None:
    text = CALENDAR.read_text()
    (tmp_path / "a.toml").write_text(text.replace('excluded = [["FEB", "30"]', f"excluded = [{excluded}"))
    assert "excludes nothing" in run.refused("count", tmp_path / "a.toml", "--open", "JAN,1")
    assert "FEB" in run.refused("solve", CALENDAR, "--open", "30,feb")


def test_a_name_stands_once_in_the_groups(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(CALENDAR.read_text().replace("groups = [", 'groups = [["1"],'))
    assert "more than once" in run.refused("solve", tmp_path / "a.toml", "--open", "JAN,1")


def test_a_family_names_only_its_cells() -> None:
    with pytest.raises(NotationError, match="MOON"):
        load_family(CALENDAR).with_open_cells(["MOON"])


def test_a_level_whose_uniqueness_was_not_proven_is_none(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "NODES", 1)  # every proof is cut short
    ran = run("design", "blocks", "--blocks", "8", "--limit", "0")
    assert ran.code == 3 and not ran.out and "no level" in ran.err


@pytest.mark.parametrize("seed", quick([1, 2], 1))
def test_levels_of_many_blocks_are_unique(seed: int) -> None:
    made = blocks.make_level(None, 16, seed)
    assert verdict(made.puzzle, engine="sat").verdict == "unique"


@pytest.mark.parametrize("seed", range(1, 6))
def test_easy_levels_of_a_given_shape(seed: int) -> None:
    level = make_level(Board.of_size("6x6"), 6, seed, difficulty="easy")
    assert level.reached
    assert level.rating is not None and level.rating.tier == "easy"
    assert verdict(level.puzzle).verdict == "unique"
    assert min(len(piece.atoms) for piece in level.puzzle.pieces) >= 2
