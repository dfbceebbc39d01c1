"""Dataclasses that are quick to define: `dataclass`, `field` and `replace` as Python's `dataclasses` has them.

Python compiles six methods a class when it is defined, and imports `inspect` to do so: a third of the time of a small solve,
for classes of which most are never compared or printed. Here all methods but `__init__` are shared functions that look at
the fields' names, and `__init__` is compiled when the first object is made. What asks Python's module about such a class
gets its answers: `dataclasses.fields`, `asdict`, `inspect.signature`, subclasses by either decorator. Not offered, for
nothing here needs them: slots, kw_only, fields without `init`.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, ge, gt, le, lt

TYPE_CHECKING = False  # a name that type checkers know; to import `typing` takes as long as to define all classes
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import Any


class _Missing:
    """No default; as a parameter, that the field's factory is to make one."""

    def __repr__(self) -> str:
        return "<factory>"


_NONE: Any = _Missing()
_OPTIONS = ("frozen", "eq", "repr", "order")


class _Field:
    """A field of a record: its default or what makes that, and where the field is left out."""

    name, type = "", ""

    def __init__(self, default: Any, factory: Callable[[], Any], repr: bool, compare: bool) -> None:
        self.default, self.factory, self.repr, self.compare = default, factory, repr, compare


class _Recipe:
    """How a class was decorated. What Python's module knows of its dataclasses is made of this when it is asked for."""

    def __init__(self, cls: Any, frozen: bool, eq: bool, repr: bool, order: bool) -> None:
        self.cls, self.frozen, self.eq, self.repr, self.order = cls, frozen, eq, repr, order
        self.fields = _inherited(cls) | _own(cls)

    def twin(self) -> Any:
        """A class of Python's own with the same fields."""
        import dataclasses  # as said above

        body: dict[str, Any] = {"__annotations__": {name: each.type for name, each in self.fields.items()}}
        for name, each in self.fields.items():
            words: dict[str, Any] = {"default": each.default, "default_factory": each.factory}
            given = {word: value for word, value in words.items() if value is not _NONE}
            body[name] = dataclasses.field(**given, repr=each.repr, compare=each.compare)
        options = {name: getattr(self, name) for name in _OPTIONS}
        return dataclasses.dataclass(**options)(type(self.cls.__name__, (), body))

    def signature(self) -> Any:
        """What `inspect` says of a class."""
        import inspect  # as said above

        _, *parameters = inspect.signature(_compile_init(self)).parameters.values()
        return inspect.Signature(parameters, return_annotation=None)


class _Later:
    """An attribute of a class that is worked out when it is asked for."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make, self.made = make, _NONE

    def __get__(self, record: object, cls: Any) -> Any:
        if self.made is _NONE:
            self.made = self.make()
        return self.made


def _field(
    *, default: Any = _NONE, default_factory: Callable[[], Any] = _NONE, repr: bool = True, compare: bool = True
) -> _Field:
    """See `dataclasses.field`."""
    return _Field(default, default_factory, repr, compare)


def _replace(record: Any, /, **changes: Any) -> Any:
    """See `dataclasses.replace`."""
    names = type(record).__record__.fields
    return type(record)(**{name: getattr(record, name) for name in names} | changes)


def _dataclass(
    cls: Any = None, /, *, frozen: bool = False, eq: bool = True, repr: bool = True, order: bool = False
) -> Any:
    """See `dataclasses.dataclass`."""
    if cls is None:
        return lambda cls: _dataclass(cls, frozen=frozen, eq=eq, repr=repr, order=order)
    recipe = _Recipe(cls, frozen, eq, repr, order)
    for name, each in recipe.fields.items():
        if isinstance(vars(cls).get(name), _Field):
            delattr(cls, name) if each.default is _NONE else setattr(cls, name, each.default)
    own = vars(cls)
    for name, method in _methods(recipe).items():
        if name not in own or (name == "__hash__" and own[name] is None):  # None: the class has an __eq__ of its own
            setattr(cls, name, method)
    return cls


if not TYPE_CHECKING:
    dataclass, field, replace = _dataclass, _field, _replace


def _inherited(cls: Any) -> dict[str, _Field]:
    """The fields of the classes that one is made of."""
    found: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        if "__record__" in vars(base):
            found |= base.__record__.fields
    return found


def _own(cls: Any) -> dict[str, _Field]:
    """The fields that a class adds."""
    found: dict[str, _Field] = {}
    for name, kind in cls.__annotations__.items():
        if not str(kind).startswith(("ClassVar", "typing.ClassVar")):
            default = vars(cls).get(name, _NONE)
            found[name] = default if isinstance(default, _Field) else _Field(default, _NONE, True, True)
            found[name].name, found[name].type = name, kind
    return found


def _methods(recipe: _Recipe) -> dict[str, Any]:
    """What a class is given unless it has it already."""
    fields = recipe.fields.values()
    compared = _values([each.name for each in fields if each.compare])
    methods: dict[str, Any] = {
        "__record__": recipe,
        "__dataclass_fields__": _Later(lambda: recipe.twin().__dataclass_fields__),
        "__dataclass_params__": _Later(lambda: recipe.twin().__dataclass_params__),
        "__signature__": _Later(recipe.signature),
        "__match_args__": tuple(recipe.fields),
        "__init__": _first_init(recipe),
        "__replace__": _replace,
    }
    if recipe.repr:
        methods["__repr__"] = _repr_of([each.name for each in fields if each.repr])
    if recipe.eq:
        methods["__eq__"] = _eq_of(compared)
        methods["__hash__"] = (lambda record: hash(compared(record))) if recipe.frozen else None
    if recipe.order:
        methods |= {f"__{compare.__name__}__": _order_of(compare, compared) for compare in (lt, le, gt, ge)}
    if recipe.frozen:
        methods["__setattr__"], methods["__delattr__"] = _refusals(recipe)
    return methods


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the values of these fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _eq_of(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:  # noqa: N807  its name stands in tracebacks
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _order_of(compare: Callable[[Any, Any], bool], values: Callable[[Any], tuple[Any, ...]]) -> Callable[..., bool]:
    return lambda self, other: (
        compare(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented
    )


def _repr_of(names: list[str]) -> Callable[[Any], str]:
    def __repr__(self: Any) -> str:  # noqa: N807
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


def _refusals(recipe: _Recipe) -> tuple[Callable[[Any, str, Any], None], Callable[[Any, str], None]]:
    """What makes records constant: nothing is assigned or deleted. A subclass may have attributes of its own."""

    def refuse(record: Any, word: str, name: str) -> None:
        if type(record) is recipe.cls or name in recipe.fields:
            from dataclasses import FrozenInstanceError  # as said above

            raise FrozenInstanceError(f"cannot {word} field {name!r}")

    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        refuse(self, "assign to", name)
        super(recipe.cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        refuse(self, "delete", name)
        super(recipe.cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _first_init(recipe: _Recipe) -> Callable[..., None]:
    """An __init__ that puts the compiled one in its place and calls that."""

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807
        init = _compile_init(recipe)
        if recipe.cls.__init__ is __init__:
            recipe.cls.__init__ = init
        init(self, *values, **named)

    return __init__


def _compile_init(recipe: _Recipe) -> Any:
    """The __init__ of a class, written out."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_NONE": _NONE, "__name__": recipe.cls.__module__}
    parameters, lines = ["self"], []
    for name, each in recipe.fields.items():
        known[f"_make_{name}"], known[f"_default_{name}"] = each.factory, each.default
        made = each.factory is not _NONE
        default = "=_NONE" if made else f"=_default_{name}" if each.default is not _NONE else ""
        value = f"_make_{name}() if {name} is _NONE else {name}" if made else name
        parameters.append(name + default)
        lines.append(f"_set(self, {name!r}, {value})" if recipe.frozen else f"self.{name} = {value}")
    if hasattr(recipe.cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n {body}", known)  # of names that stand in our own source
    init = known["__init__"]
    init.__qualname__ = f"{recipe.cls.__qualname__}.__init__"
    init.__annotations__ = {name: each.type for name, each in recipe.fields.items()} | {"return": None}
    return init
