"""Our quick dataclasses against Python's: the same class bodies by both decorators."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from tilewright import records

PYTHON = SimpleNamespace(dataclass=dataclasses.dataclass, field=dataclasses.field, replace=dataclasses.replace)
OURS = SimpleNamespace(dataclass=records.dataclass, field=records.field, replace=records.replace)


def classes(module: Any) -> dict[str, Any]:
    """Classes of all forms that the package has."""

    @module.dataclass
    class Plain:
        x: int
        y: list[int] = module.field(default_factory=list)
        note: str = module.field(default="", compare=False)
        shown: str = module.field(default="s", repr=False)
        common: ClassVar[int] = 7

        def __post_init__(self) -> None:
            self.total = self.x + len(self.y)

    @module.dataclass(frozen=True)
    class Frozen:
        x: int
        y: str = "y"

        @cached_property
        def double(self) -> int:
            return 2 * self.x

    @module.dataclass(frozen=True)
    class Child(Frozen):
        z: tuple[int, ...] = ()
        x: int = 5

    @module.dataclass(frozen=True)
    class One:
        x: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, One) and abs(self.x) == abs(other.x)

        def __repr__(self) -> str:
            return "one"

    @module.dataclass(frozen=True, repr=False, eq=False)
    class Bare:
        x: int = 0

    @module.dataclass
    class Empty:
        pass

    return {each.__name__: each for each in (Plain, Frozen, Child, One, Bare, Empty)}


WORDS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Plain", (1,), {}), ("Plain", (1, [2], "n"), {"shown": "t"}), ("Plain", (), {"x": 1, "note": "other"}),
    ("Frozen", (1,), {}), ("Frozen", (2, "b"), {}), ("Child", (), {}), ("Child", (1, "b", (3,)), {}), ("Child", (), {"z": (1,)}),
    ("One", (-3,), {}), ("One", (3,), {}), ("Bare", (), {}), ("Empty", (), {}),
    ("Plain", (), {}), ("Frozen", (1, 2, 3), {}), ("Frozen", (), {"q": 1}), ("Empty", (1,), {}),
]  # fmt: skip


def answer(ask: Callable[[], object]) -> object:
    """What a question gives, or the error's kind and words."""
    try:
        return ask()
    except Exception as error:
        return type(error), str(error)


def made(module: Any) -> list[Any]:
    every = classes(module)
    return [answer(lambda name=name, a=a, k=k: every[name](*a, **k)) for name, a, k in WORDS]  # type: ignore[misc]


def all_of(ask: Callable[[Any], object], module: Any) -> list[object]:
    return [answer(lambda each=each: ask(each)) for each in made(module) if not isinstance(each, tuple)]  # type: ignore[misc]


QUESTIONS: dict[str, Callable[[Any], object]] = {
    "repr": lambda each: each.__repr__() if type(each).__repr__ is not object.__repr__ else "",
    "hashable": lambda each: type(each).__hash__ is None,
    "values": lambda each: vars(each),
    "fields": lambda each: [(f.name, f.type, f.repr, f.compare, f.init) for f in dataclasses.fields(each)],
    "params": lambda each: (type(each).__dataclass_params__.frozen, type(each).__dataclass_params__.eq),
    "dict": dataclasses.asdict,
    "signature": lambda each: str(inspect.signature(type(each))),
    "match": lambda each: type(each).__match_args__,
    "set": lambda each: setattr(each, "x", 9) or each.x,
    "set another": lambda each: setattr(each, "other", 9) or each.other,
    "delete": lambda each: delattr(each, "x"),
    "common": lambda each: getattr(type(each), "common", None),
    "class attributes": lambda each: [getattr(type(each), name, "none") for name in ("x", "y", "note")],
    "copy": lambda each: vars(copy.deepcopy(each)),
    "double": lambda each: each.double if hasattr(each, "double") else None,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_those_of_python(question: str) -> None:
    assert all_of(QUESTIONS[question], OURS) == all_of(QUESTIONS[question], PYTHON)


def test_errors_of_making_are_those_of_python() -> None:
    ours, pythons = ([each for each in made(module) if isinstance(each, tuple)] for module in (OURS, PYTHON))
    assert ours == pythons
    assert len(ours) == 4


def test_comparing() -> None:
    def table(module: Any) -> list[bool]:
        every = classes(module)
        some = [every[name](*a, **k) for name, a, k in WORDS[:12]]
        return [left == right for left in some for right in some]

    assert table(OURS) == table(PYTHON)


def test_order() -> None:
    def ordered(module: Any) -> list[object]:
        @module.dataclass(frozen=True, order=True)
        class Pair:
            x: int
            y: str = ""

        some = [Pair(2), Pair(1, "b"), Pair(1, "a")]
        return [str(sorted(some)), [(a < b, a <= b, a > b, a >= b) for a in some for b in some]]

    assert str(ordered(OURS)) == str(ordered(PYTHON))


def test_equal_frozen_records_have_one_hash() -> None:
    every = classes(OURS)
    for name, values in (("Frozen", (1, "b")), ("Child", (1, "b", (2,))), ("One", (4,))):
        assert hash(every[name](*values)) == hash(every[name](*values)) == hash(values)


def test_replace() -> None:
    for module in (OURS, PYTHON):
        child = classes(module)["Child"](1, "b", (2,))
        for replace in (records.replace, dataclasses.replace) if module is OURS else (dataclasses.replace,):
            assert vars(replace(child, x=3, z=())) == {"x": 3, "y": "b", "z": ()}
            with pytest.raises(TypeError, match="unexpected keyword argument 'q'"):
                replace(child, q=1)


def test_subclass_by_pythons_decorator() -> None:
    base = classes(OURS)["Child"]

    @dataclasses.dataclass(frozen=True)
    class Grandchild(base):  # type: ignore[misc, valid-type]
        w: int = 1

    assert dataclasses.asdict(Grandchild(1, w=4)) == {"x": 1, "y": "y", "z": (), "w": 4}
    with pytest.raises(dataclasses.FrozenInstanceError):
        Grandchild(1).w = 2


def test_abstract_base_and_subclass_with_an_init() -> None:
    @records.dataclass(frozen=True)
    class Base(ABC):
        x: int

        @abstractmethod
        def name(self) -> str: ...

    class Real(Base):
        def __init__(self, x: int) -> None:
            super().__init__(2 * x)

        def name(self) -> str:
            return "real"

    with pytest.raises(TypeError, match="abstract"):
        Base(1)  # type: ignore[abstract]
    assert (Real(3).x, Real(4).x, Real(4).name()) == (6, 8, "real")


@records.dataclass(frozen=True)
class Kept:
    x: int
    y: str = "y"


def test_pickle_and_match() -> None:
    assert pickle.loads(pickle.dumps(Kept(1))) == Kept(1)
    match Kept(1, "z"):
        case Kept(x, y):
            assert (x, y) == (1, "z")


def test_no_slow_module_is_imported() -> None:
    code = "import sys; from tilewright.records import dataclass\n@dataclass(frozen=True)\nclass A:\n  x: 'int'\n"
    code += "A(1) == A(2), repr(A(1)), hash(A(1)); print(sys.modules.keys() & {'dataclasses', 'inspect', 'typing'})"
    source = str(Path(records.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": source}, capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == "set()"
