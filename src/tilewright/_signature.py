"""Signatures that `help` shows on several lines where one would be too long, without quotes around types."""

from __future__ import annotations

from inspect import Parameter, Signature, isclass, isfunction, signature

WIDTH = 88  # columns of a line, of which `help` may indent some


class FoldedSignature(Signature):
    """A signature whose text has a line for each parameter if it would be wider than WIDTH."""

    def __str__(self) -> str:
        rows: list[str] = []
        kinds = [each.kind for each in self.parameters.values()]
        for number, parameter in enumerate(self.parameters.values()):
            if parameter.kind is Parameter.KEYWORD_ONLY and Parameter.KEYWORD_ONLY not in kinds[:number]:
                rows.append("*")
            rows.append(_unquoted(str(parameter), parameter.annotation))
        returned = "" if self.return_annotation is Signature.empty else f" -> {self.return_annotation}"
        line = f"({', '.join(rows)}){returned}"
        return line if len(line) <= WIDTH else "(\n" + "".join(f"    {row},\n" for row in rows) + f"){returned}"


def _unquoted(text: str, annotation: object) -> str:
    return text.replace(repr(annotation), str(annotation), 1) if isinstance(annotation, str) else text


def fold_signatures(value: object) -> None:
    """Give a public function, or a public class and its own methods, such a signature."""
    if isfunction(value):
        _fold(value)
    elif isclass(value) and not issubclass(value, BaseException):
        for name, method in list(vars(value).items()):
            inner = method.__func__ if isinstance(method, classmethod | staticmethod) else method
            if isfunction(inner) and (name == "__init__" or not name.startswith("_")):
                _fold(inner)


def _fold(function: object) -> None:
    try:
        plain = signature(function)  # type: ignore[arg-type]
    except (TypeError, ValueError):  # what has none
        return
    folded = FoldedSignature(list(plain.parameters.values()), return_annotation=plain.return_annotation)
    function.__signature__ = folded  # type: ignore[attr-defined]
