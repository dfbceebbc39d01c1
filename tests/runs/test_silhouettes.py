"""Runs of `--goal silhouettes`: the same catalogue as the plain command's, however the search was split."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path

import pytest

from tests.helpers.tiers import quick
from tilewright.cli.main import main
from tilewright.errors import NotationError
from tilewright.runs import archive, verify, work
from tilewright.runs.silhouettes import SilhouetteJob
from tilewright.runs.store import Store
from tilewright.runs.subproblem import SubproblemOutcome
from tilewright.silhouettes.catalogue import load_catalogue
from tilewright.silhouettes.query import Query
from tilewright.silhouettes.search import find_silhouettes

QUERIES = [
    Query("fridgeiq:BOQY", "D2", "edge"),
    Query("fridgeiq:YAMS", "C4", "corner"),
    Query("tetrominoes:JL", "D1", "corner"),
    Query("fridgeiq:NQ", "C2", "concentric"),
]


@pytest.mark.parametrize("query", quick(reversed(QUERIES), 3))
def test_a_run_split_at_random_gives_the_catalogue(query: Query, tmp_path: Path) -> None:
    job = SilhouetteJob(query)
    rng = random.Random(5)
    with work.start(tmp_path / "a.db", job) as store:
        while (task := store.claim("test")) is not None:
            if len(task.child.prefix) < 4 and rng.random() < 0.4:
                store.split(task.id, [(task.child.prefix, job.split(task.child))])
                continue
            answer = job.work(task.child)
            assert isinstance(answer, SubproblemOutcome)
            store.finish(task.id, answer)
        assert verify.verify(store, sample=3)["valid"]
        number = archive.export(store, tmp_path / "a.json").number
    plain = find_silhouettes(query.pieces, query.symmetry, query.contact, query.within)
    assert coordinator_value(tmp_path / "a.db") == number == len(plain.silhouettes) > 0
    found = load_catalogue(tmp_path / "a.json")
    assert found.complete
    assert [silhouette.id for silhouette in found.silhouettes] == [silhouette.id for silhouette in plain.silhouettes]


def coordinator_value(path: Path) -> int:
    with Store.open(path, read_only=True) as store:
        return work.status(store).value


def test_a_job_goes_to_a_worker_as_its_question_alone() -> None:
    job = SilhouetteJob(QUERIES[0])
    job.roots()
    assert len(pickle.dumps(job)) < 500
    assert pickle.loads(pickle.dumps(job)) == job == SilhouetteJob.of(job.manifest())


def run(*words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["tilewright", "run", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "a.db")
    words = ("start", "--goal", "silhouettes", "--pieces", "fridgeiq:BOQY", "--symmetry", "D2", "--store", store)
    assert run(*words, "--json", monkeypatch=monkeypatch) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["goal"], answer["value"], answer["finished"]) == ("silhouettes", 2, True)
    assert run("verify", store, monkeypatch=monkeypatch) == 0
    assert run("export", store, "-o", str(tmp_path / "a.jsonl"), monkeypatch=monkeypatch) == 2
    assert run("log", store, "--json", monkeypatch=monkeypatch) == 0
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines() if text.startswith("{")]
    assert sum(int(row["count"]) for row in rows if row["state"] == "done") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--goal", "silhouettes"), "--pieces SET"),
        (("pentominoes@6x10", "--goal", "silhouettes", "--pieces", "fridgeiq"), "pentominoes@6x10"),
        (("pentominoes@6x10", "--pieces", "fridgeiq"), "--pieces goes with --goal silhouettes"),
        ((), "PIECES@BOARD"),
        (("--goal", "silhouettes", "--pieces", "fridgeiq", "--symmetry", "D7"), "D7"),
        (("--goal", "silhouettes", "--pieces", "fridgeiq", "--contact", "glue"), "glue"),
        (("--goal", "silhouettes", "--pieces", "fridgeiq", "--within", "0x3"), "RxC"),
        (("--goal", "silhouettes", "--pieces", "tetrominoes*"), "any number"),
    ],
)
def test_bad_words(
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("start", *words, "--store", str(tmp_path / "a.db"), monkeypatch=monkeypatch) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1
    assert not (tmp_path / "a.db").exists()


def test_a_silhouette_kept_twice_does_not_verify(tmp_path: Path) -> None:
    job = SilhouetteJob(QUERIES[0])
    with work.start(tmp_path / "a.db", job) as store:
        packed = None
        while (task := store.claim("test")) is not None:
            answer = job.work(task.child)
            assert isinstance(answer, SubproblemOutcome)
            packed = packed or (answer if answer.count else None)
            store.finish(task.id, packed or answer)
        report = verify.verify(store, sample=0)
    assert not report["valid"] and "already" in report["fault"]


def test_only_json_is_a_catalogue(tmp_path: Path) -> None:
    with work.start(tmp_path / "a.db", SilhouetteJob(QUERIES[0])) as store:
        with pytest.raises(NotationError, match=r"\.json"):
            archive.export(store, tmp_path / "a.parquet")
        archive.export(store, tmp_path / "a.json")
    assert not load_catalogue(tmp_path / "a.json").complete
