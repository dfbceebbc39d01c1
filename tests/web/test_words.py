"""The words of the page: complete in every language, used, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.helpers.javascript import HOLE, literals
from tests.helpers.words import ENTRY, LANGUAGES, OWN, STATIC, STRING, SUBJECTS, WORDS, files, phrases, table
from tilewright import web
from tilewright.kinds import KINDS, load_kind
from tilewright.publish import paper
from tilewright.web.puzzles import box_entries, entries, sets_view

WORD = re.compile("[A-Za-z]{3}")
FILE = re.compile(r'"[\w-]+\.\w+"$')
NO_MODULES = "backend/scheme.js"  # speaks where modules, and with them the tables, cannot be loaded
NO_TABLES = "blank.js"  # speaks where the tables of words never came, and so has its own
PLACE = re.compile(r"\{(\w+)")
PLACES = re.compile(r"\{[^{}]*\}")
ENGLISH = re.compile(r"\b(the|and|of|with|are|this|that|have|cells?|pieces?|board|your?|which|where)\b", re.I)
RAISED = re.compile(r'raise Phrased\w*\(\s*f?"[^\n]*"(?:\s*"[^\n]*")?,\s*"([^"]+)"(.*?)\n?\s*\)\n', re.S)


def scripts() -> Iterator[tuple[str, str]]:
    """The page's scripts, except for the tables of words."""
    for file in sorted(STATIC.rglob("*.js")):
        if file.parent.name not in LANGUAGES:
            yield str(file.relative_to(STATIC)), file.read_text(encoding="utf-8")


@lru_cache
def asked() -> dict[str, re.Pattern[str]]:
    """What texts are asked for, by key; a key made of parts, with a HOLE for each, stands for all that fit."""
    subjects = {key.partition(".")[0] for key in table("en")}
    found = [literal for _, text in scripts() for literal in literals(text)]
    found += re.findall(r'data-words(?:-label)?="([^"]+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    keys = [key for key in found if key.partition(".")[0] in subjects and "." in key and not key.endswith(".js")]
    return {key: re.compile(".+".join(re.escape(part) for part in key.split(HOLE))) for key in keys}


def test_every_folder_is_a_language_and_every_language_speaks_everywhere() -> None:
    assert {folder.name for folder in WORDS.iterdir() if folder.is_dir()} == set(LANGUAGES)
    assert set(paper.LANGUAGES) == set(LANGUAGES)
    without_modules = (STATIC / "index.html").read_text(encoding="utf-8").partition("<noscript>")[2]
    blank = (STATIC / NO_TABLES).read_text(encoding="utf-8")
    for language in LANGUAGES:
        assert f"  {language}: [" in blank, language
        assert language == "en" or f'lang="{language}"' in without_modules, language
        subjects = {*SUBJECTS} if language == "en" else {*SUBJECTS, OWN}
        assert {file.stem for file in files(language)} == subjects, language


def test_every_line_of_the_tables_is_read_by_this_test() -> None:
    for language in LANGUAGES:
        for file in files(language):
            body = file.read_text(encoding="utf-8").partition("export default {\n")[2].rpartition("};")[0]
            assert not ENTRY.sub("", body).strip(), file


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_has_every_text_with_the_same_values(language: str) -> None:
    english, other = table("en"), phrases(language)
    assert len(english) > 200
    assert not (missing := sorted(english.keys() - other.keys())), f"{language} lacks {missing}"
    assert not (unknown := sorted(other.keys() - english.keys())), f"{language} has {unknown}, which English has not"
    for key, text in other.items():
        mine, theirs = ({name.lower() for name in PLACE.findall(each)} for each in (english[key], text))
        assert mine == theirs, f"{language}: {key}"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_is_left_in_english(language: str) -> None:
    same = [key for key, text in phrases(language).items() if text == table("en")[key]]
    assert not [key for key in same if len(re.findall(r"[A-Za-z]{3,}", PLACES.sub("", table("en")[key]))) > 2]
    found = {key: text for key, text in phrases(language).items() if ENGLISH.search(PLACES.sub("", text))}
    assert not found


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_name_of_the_catalogue_is_translated(language: str) -> None:
    titles = {entry["title"] for entry in entries() if '"' not in entry["title"]}  # one is a line of a program
    assert len(titles) > 100
    translated = {key.removeprefix(f"{OWN}.") for key in table(language).keys() - phrases(language).keys()}
    assert not (missing := sorted(titles - translated)), f"{language} lacks {missing}"
    assert translated <= titles | {entry["game"] for entry in box_entries()}


def test_marks_stand_as_the_language_sets_them() -> None:
    french = [key for key, text in table("fr").items() if re.search(r"(?<=\S)[ \xa0][:;!?»%]|[«'][ \w]|\w[!;»]", text)]
    spanish = [
        key
        for key, text in table("es").items()
        if text.count("!") != text.count("¡") or len(re.findall(r"[\w…]\?", text)) != text.count("¿")
    ]
    assert not french and not spanish


def test_every_set_of_pieces_that_make_offers_has_a_name() -> None:
    offered = {each["name"] for each in sets_view()}
    assert offered == {key.removeprefix("sets.") for key in table("en") if key.startswith("sets.")}


def test_every_error_with_fields_has_a_sentence_with_these_values() -> None:
    folder = Path(web.__file__).parent
    raised = RAISED.findall("".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py")))
    assert len(raised) > 5
    for kind, values in raised:
        given = set(re.findall(r"(\w+)=", values))
        assert set(PLACE.findall(table("en")[f"errors.{kind}"])) <= given, kind


def test_what_is_forced_has_a_sentence_in_every_kind() -> None:
    words = {load_kind(kind).owner_word for kind in KINDS.values()}
    assert not {f"hints.why.forced {word}" for word in words} - table("en").keys()


def test_every_text_that_is_asked_for_is_there() -> None:
    assert len(asked()) > 150
    missing = [key for key, pattern in asked().items() if not any(pattern.fullmatch(each) for each in table("en"))]
    assert not missing


def test_every_text_is_asked_for() -> None:
    unused = [key for key in table("en") if not any(pattern.fullmatch(key) for pattern in asked().values())]
    assert not unused


def is_sentence(text: str) -> bool:
    """Whether a person should read it, by its looks: words in a row that begin or end as a sentence does."""
    plain = text.replace(HOLE, " ").strip()
    if re.search(r"[<>=#/_:;@]|--|\w\(|\d\d|\.\.", plain):
        return False
    words = re.findall(r"[^\W\d_]{2,}", plain)
    return len(words) > 1 and (plain[0].isupper() or plain[-1] in ".!?…")


def strays(text: str) -> list[str]:
    """Literals of a script that a person would read and that are not in the tables."""
    shown = re.compile(
        rf'(?:"aria-label"|\btitle:|\balt:|placeholder:|textContent =|Error\(|say\(|tell\()(?::|\s)*({STRING})'
    )
    found = [literal for literal in literals(text) if is_sentence(literal) and literal not in asked()]
    return found + [match[1] for match in shown.finditer(text) if WORD.search(match[1]) and not FILE.match(match[1])]


def test_no_sentence_stands_in_a_script() -> None:
    found = {name: strays(text) for name, text in scripts() if name not in (NO_MODULES, NO_TABLES)}
    assert not {name: rows for name, rows in found.items() if rows}


@pytest.mark.parametrize(
    "script",
    [
        'say("Saved.");',
        'el("p", {}, "Nothing is placed yet.");',
        "tell(`Piece ${name} fits here.`);",
        'el("input", { "aria-label": "number" });',
        'throw new Error("not found");',
    ],
)
def test_a_stray_sentence_is_found(script: str) -> None:
    assert strays(script)


class Texts(HTMLParser):
    """What a page of HTML says, outside of its head and of what is shown without scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.silent: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in ("head", "noscript"):
            self.silent.append(tag)
        names = ("aria-label", "title", "alt", "placeholder")
        self.found += [value for name, value in attributes if name in names and value]

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and re.search("[A-Za-z]", data):
            self.found.append(data.strip())


def test_the_frame_of_the_page_says_nothing_but_its_name() -> None:
    texts = Texts()
    texts.feed((STATIC / "index.html").read_text(encoding="utf-8"))
    assert texts.found == ["Tilewright"]
