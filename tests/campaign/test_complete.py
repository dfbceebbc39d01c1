"""Whatever an option, a key of a file, a sentence or a public function can say, the campaign produces; what it need not, is listed
with the reason in `complete.py`. A new one fails here until the campaign asks it, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.campaign import complete
from tests.campaign.campaign import ask_once
from tests.campaign.kinds import KINDS
from tests.campaign.questions import Question, questions_of
from tests.campaign.records import Records
from tests.campaign.truth import TooManyError
from tilewright.kinds.packing.constraints import _normal

DRAWN = {"packing": 5000}  # puzzles of a kind whose files are written, and not asked; 600 of other kinds
ASKED = 60  # times that each question is asked at most until nothing new comes


@cache
def written() -> Records:
    """What the tables of many puzzles have."""
    records = Records()
    for kind in KINDS.values():
        for number in range(DRAWN.get(kind.name, 600)):
            rng = Random(f"written.{number}")
            case = kind.case(kind.name, kind.draw(rng), rng, Path(), records)
            if hasattr(case, "table") and case.is_file:
                records.note_keys(case.table())
            for sentence in getattr(case.drawn, "where", ()):
                records.words["sentence", sentence.words] += 1
            if getattr(case.drawn, "groups", ()):
                records.note_keys(case.family_table())
    return records


def test_every_key_of_a_file_is_written():
    assert complete.keys_there_are() <= set(written().keys)


def test_every_form_of_a_sentence_is_drawn():
    told = [words for name, words in written().words if name == "sentence"]
    normal = list(map(_normal, told))
    missing = [
        name
        for name, pattern in complete.sentence_forms().items()
        if not any(map(pattern.fullmatch, told)) and not any(map(pattern.fullmatch, normal))
    ]
    assert missing == []


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Records:
    """Each question asked until it has used every option and word that it uses."""
    records, folder = Records(), tmp_path_factory.mktemp("asked")
    for kind in KINDS.values():
        for question in questions_of(kind.name):
            before = -1
            for number, case in enumerate(islice(cases(question, folder, records), ASKED)):
                assert ask_once(kind, question, case, f"complete.{number}") == ("", "")
                size = len(records.options) + len(records.words) + len(records.functions)
                if number % 12 == 11 and size == before:
                    break
                before = size if number % 12 == 11 else before
    return records


def cases(question: Question, folder: Path, records: Records) -> Iterator:
    """Small puzzles that a question suits."""
    kind = KINDS[question.kind]
    for number in range(3000):
        rng = Random(f"complete.{question.name}.{number}")
        case = kind.case(kind.name, kind.draw(rng), rng, folder, records)
        try:
            case.weigh()
        except TooManyError:
            continue
        if question.suits(case.drawn):
            yield case


@pytest.mark.full
def test_every_option_word_and_function_is_asked(asked):
    assert complete.options_there_are() - {name for name, times in asked.options.items() if times} == set()
    assert complete.functions_there_are() - set(asked.functions) == set()
    assert complete.words_there_are() - set(asked.words) == set()


def test_what_is_excused_is_there():
    options = {
        (name, text)
        for name in complete.COMMANDS
        for option in complete.parser_of(name).options()
        for text in option.option_strings
    }
    for excused in complete.OPTIONS_APART:
        command, _, text = excused.rpartition(" ")
        assert any(text == each and command in ("", name) for name, each in options), excused
    assert set(complete.COMMANDS_APART) <= set(complete.COMMANDS)
    assert set(complete.FUNCTIONS_APART) <= set(complete.tilewright.__all__)
