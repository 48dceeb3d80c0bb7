"""What griffe, which reads the docstrings for the site, cannot see by itself.

- Examples stand in docstrings without a heading. On the site each is a block of code.
- Classes of attrs and named tuples are called with their fields, so they are shown with them.
"""

import re
from typing import Any

from griffe import Class, Expr, ExprCall, Extension, Function, Object, Parameter, ParameterKind, Parameters

_EXAMPLE = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class Docstrings(Extension):  # type: ignore[misc]
    """The extension that ``mkdocs.yml`` names."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Put examples into fences."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(_fenced, obj.docstring.value)

    def on_class(self, *, cls: Class, **_: Any) -> None:
        """Write the ``__init__`` of a class that has fields and none of its own."""
        makers = [str(decorator.value) for decorator in cls.decorators] + list(map(str, cls.bases))
        if "__init__" not in cls.members and any(
            re.match(r"attrs\.(frozen|define)|NamedTuple", maker) for maker in makers
        ):
            fields = Parameters(Parameter("self"), *_fields(cls))
            cls.set_member("__init__", Function("__init__", parameters=fields, parent=cls))


def _fenced(example: re.Match[str]) -> str:
    return f"```pycon\n{example[0].rstrip()}\n```\n"


def _fields(cls: Class) -> list[Parameter]:
    """The fields, those that are only taken by name last."""
    by_place, by_name = [], []
    for field in cls.attributes.values():
        if field.annotation is None or "instance-attribute" not in field.labels:
            continue
        default, options = field.value, _options_of_field(field.value)
        if options is not None:
            default = options.get("default")
        options = options or {}
        if str(options.get("init")) == "False":
            continue
        is_by_name = str(options.get("kw_only")) == "True"
        kind = ParameterKind.keyword_only if is_by_name else ParameterKind.positional_or_keyword
        parameter = Parameter(field.name, annotation=field.annotation, kind=kind, default=default)
        (by_name if is_by_name else by_place).append(parameter)
    return by_place + by_name


def _options_of_field(value: Expr | str | None) -> dict[str, Any] | None:
    """What ``attrs.field`` is called with, if this is a call of it."""
    if not isinstance(value, ExprCall) or str(value.function) != "attrs.field":
        return None
    return {argument.name: argument.value for argument in value.arguments}
