"""Python's classes and functions of kernel.wasm, made of the description that it gives of itself.

What searches has an instance of kernel.wasm to itself, shared with what is made of it (the searches of a plan). Objects of
`CONSTANT` classes never change: they keep what they were made with, and are made again in each instance that needs them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial
from typing import Any, ClassVar

from tilewright._kernel.blocks import INTEGER, Block, Kind, kind_of
from tilewright._kernel.instance import Instance, Trap, acquire, release

CONSTANT = (
    "Cover",
    "BoardAtoms",
    "RegionTest",
    "SilhouetteGraph",
)  # which never change; the others have an instance each
MISSING = object()


@contextmanager
def exceptions() -> Iterator[None]:
    """What the kernel throws as the compiled kernel's exception; its Trap is the cause."""
    try:
        yield
    except Trap as trap:
        raise trap.as_python() from trap


class Function:
    """A function of the kernel: its number, its arguments, and what it gives."""

    def __init__(self, number: int, owner: str, name: str, role: str, *rest: Any) -> None:
        self.number, self.owner, self.name, self.role = number, owner, name, role
        self._takes, self._gives, arguments = rest
        self.arguments: dict[str, Any] = {name: fallback[0] if fallback else MISSING for name, *fallback in arguments}

    def resolve(self, classes: dict[str, type], named: Callable[[str, str], Kind]) -> None:
        """Look up the types, once all classes are made."""
        self.gives_several = isinstance(self._gives, list) and self._gives[0] == "list"
        given = self._gives[1] if self.gives_several else self._gives
        is_object = isinstance(given, list) and given[0] == "object"
        self.made: type[Held] | None = classes[given[1]] if is_object else None
        takes = [kind_of(each, named) for each in self._takes]
        self.takes = takes[1:] if self.role in ("method", "property") else takes
        self.gives = kind_of(self._gives, named) if self._gives else None

    def bound(self, given: Sequence[Any], words: dict[str, Any]) -> dict[str, Any]:
        """The values of the arguments. TypeError when they do not fit."""
        values = {**self.arguments, **dict(zip(self.arguments, given, strict=False)), **words}
        missing = [name for name, value in values.items() if value is MISSING]
        if missing or len(given) > len(self.arguments) or len(values) > len(self.arguments):
            raise TypeError(f"{self.owner or 'kernel'}.{self.name}: expected {', '.join(self.arguments)}")
        return values

    def call(self, instance: Instance, handle: int, values: Iterable[Any]) -> Block:
        """Call it in an instance, with copies of what is constant there for as long."""
        parts: list[bytes] = []
        copies: list[int] = []
        for kind, value in zip(self.takes, values, strict=True):
            if isinstance(value, Constant):
                copies.append(value.enter(instance))
                value = copies[-1]
            elif isinstance(value, Held):
                value = value.handle
            kind.put(value, parts)
        block = Block(instance.call("tw_call", self.number, handle, block=b"".join(parts)))
        for copy in copies:
            instance.free(copy)
        return block


class Constant:
    """An object that never changes."""

    constructor: ClassVar[Function]
    properties: ClassVar[list[Function]] = []

    def __init__(self, *given: Any, **words: Any) -> None:
        function = self.constructor
        parts: list[bytes] = []
        for kind, value in zip(function.takes, function.bound(given, words).values(), strict=True):
            kind.put(value, parts)
        self.block = b"".join(parts)
        with self.entered() as (instance, handle):
            self.known = {each.name: _result(each, each.call(instance, handle, ())) for each in self.properties}

    def enter(self, instance: Instance) -> int:
        """Make the object in an instance."""
        number = self.constructor.number
        return int(INTEGER.get(Block(instance.call("tw_call", number, 0, block=self.block))))

    @contextmanager
    def entered(self) -> Iterator[tuple[Instance, int]]:
        """An instance that has the object, for a few calls."""
        instance = acquire()
        try:
            with exceptions():
                handle = self.enter(instance)
                yield instance, handle
                instance.free(handle)
        finally:
            release(instance)


class Held:
    """An object of the kernel in an instance of its own, or in that of what it was made of; freed with the Python object."""

    constructor: ClassVar[Function]

    def __init__(self, *given: Any, **words: Any) -> None:
        self.make(self.constructor.bound(given, words))

    def make(self, values: dict[str, Any]) -> None:
        """Make the object. Raises what the compiled kernel would."""
        holders = [each for each in values.values() if isinstance(each, Held)]
        instance = holders[0].instance if holders else acquire()
        try:
            with exceptions():
                handle = int(INTEGER.get(self.constructor.call(instance, 0, values.values())))
        except BaseException:
            if not holders:
                release(instance)
            raise
        self.hold(instance, handle, holders)

    def hold(self, instance: Instance, handle: int, holders: Sequence[Held]) -> None:
        """Take over an object; with it its instance where nothing else is there that holds it."""
        self.instance, self.handle, self.holders = instance, handle, holders  # these live as long

    def __del__(self) -> None:
        if "handle" in self.__dict__:
            self.instance.free(self.handle)
            if not self.holders:
                release(self.instance)


def _known(name: str, constant: Constant) -> Any:
    return constant.known[name]


def _method(function: Function) -> Callable[..., Any]:
    """A function of the module, or a method."""

    def call(*given: Any, **words: Any) -> Any:
        holder = None
        if function.role in ("method", "property"):
            holder, *given = given
        values = function.bound(given, words).values()
        with exceptions():
            if isinstance(holder, Held):
                return _result(function, function.call(holder.instance, holder.handle, values), holder)
            if holder is not None:
                with holder.entered() as (instance, handle):
                    return _result(function, function.call(instance, handle, values))
            instance = acquire()
            try:
                return _result(function, function.call(instance, 0, values))
            finally:
                release(instance)

    call.__name__ = function.name
    return call


def _result(function: Function, block: Block, holder: Held | None = None) -> Any:
    """Return the result of a function. Objects in it belong to the instance of their holder."""
    if function.gives is None:
        return None
    value = function.gives.get(block)
    if function.made is None or holder is None:
        return value
    objects = []
    for handle in value if function.gives_several else [value]:
        objects.append(function.made.__new__(function.made))
        objects[-1].hold(holder.instance, handle, [holder])
    return objects if function.gives_several else objects[0]


def names() -> dict[str, Any]:
    """The names of the kernel's module."""
    instance = acquire()
    described = json.loads(bytes(Block(instance.call("tw_surface")).content()))
    release(instance)
    functions = [Function(number, *row) for number, row in enumerate(described["functions"])]
    enumerations = {
        name: Enum(name, values, module="tilewright._kernel") for name, *values in described["enumerations"]
    }
    classes: dict[str, type] = {}
    for name in described["classes"]:
        base = Constant if name in CONSTANT else Held
        classes[name] = type(name, (base,), {"__module__": "tilewright._kernel"})

    def named(sort: str, name: str) -> Kind:
        if sort == "object":
            return Kind(lambda value, out: INTEGER.put(value or 0, out), INTEGER.get)
        members = enumerations[name]
        return Kind(lambda member, out: INTEGER.put(member.value, out), lambda block: members(INTEGER.get(block)))

    for function in functions:
        function.resolve(classes, named)
        of = classes.get(function.owner)
        if of is None:
            continue
        if function.role == "constructor":
            of.constructor = function  # type: ignore[attr-defined]
        elif function.role == "method":
            setattr(of, function.name, _method(function))
        elif issubclass(of, Constant):
            of.properties = [*of.properties, function]
            setattr(of, function.name, property(partial(_known, function.name)))
        else:
            setattr(of, function.name, property(_method(function)))
    free = {each.name: _method(each) for each in functions if not each.owner}
    return {**described["constants"], **enumerations, **classes, **free}
