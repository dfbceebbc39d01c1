"""Signatures that `help` shows on several lines where one would be too long, without quotes around types."""

from __future__ import annotations

from inspect import Parameter, Signature, isclass, isfunction, signature
from types import FunctionType
from typing import Any

WIDTH = 96  # columns with the name; `help` may indent them
SAID_BEHIND = len(" from builtins.type")  # of a method


class FoldedSignature(Signature):
    """A signature whose text has a line for each parameter if it would be wider than `width` columns."""

    width = WIDTH

    def replace(self, **changes: Any) -> FoldedSignature:
        """Return one with other parameters, as `inspect` makes of a bound method, as wide."""
        made = FoldedSignature(
            changes.get("parameters", list(self.parameters.values())),
            return_annotation=changes.get("return_annotation", self.return_annotation),
        )
        made.width = self.width
        return made

    def __str__(self) -> str:
        rows: list[str] = []
        kinds = [each.kind for each in self.parameters.values()]
        for number, parameter in enumerate(self.parameters.values()):
            if parameter.kind is Parameter.KEYWORD_ONLY and Parameter.KEYWORD_ONLY not in kinds[:number]:
                rows.append("*")
            rows.append(_unquoted(str(parameter), parameter.annotation))
        returned = "" if self.return_annotation is Signature.empty else f" -> {self.return_annotation}"
        line = f"({', '.join(rows)}){returned}"
        return line if len(line) <= self.width else "(\n" + "".join(f"    {row},\n" for row in rows) + f"){returned}"


def _unquoted(text: str, annotation: object) -> str:
    return text.replace(repr(annotation), str(annotation), 1) if isinstance(annotation, str) else text


def fold_signatures(value: object) -> None:
    """Give a public function, or a public class and its methods, those of bases of this package too, such a signature."""
    if isfunction(value):
        _fold(value, WIDTH)
    elif isclass(value) and not issubclass(value, BaseException):
        for base in value.__mro__:
            if base.__module__.startswith("tilewright."):
                _fold_methods(base)


def _fold_methods(value: type) -> None:
    for name, method in list(vars(value).items()):
        inner = method.__func__ if isinstance(method, classmethod | staticmethod) else method
        if isfunction(inner) and (name == "__init__" or not name.startswith("_")):
            _fold(inner, WIDTH - SAID_BEHIND)


def _fold(function: FunctionType, width: int) -> None:
    try:
        plain = signature(function)
    except (TypeError, ValueError):  # what has none
        return
    folded = FoldedSignature(list(plain.parameters.values()), return_annotation=plain.return_annotation)
    folded.width = width - len(function.__name__)
    function.__signature__ = folded  # type: ignore[attr-defined]
