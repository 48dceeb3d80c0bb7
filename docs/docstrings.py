"""What griffe, which reads the docstrings for the site, cannot see by itself.

- Examples stand in docstrings without a heading. On the site each is a block of code.
- Classes of attrs and named tuples are called with their fields, so they are shown with them.
"""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class Docstrings(griffe.Extension):  # type: ignore[misc]
    """The extension that ``mkdocs.yml`` names."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put examples into fences."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(_fenced, obj.docstring.value)

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Write the ``__init__`` of a class that has fields and none of its own."""
        makers = [str(decorator.value) for decorator in cls.decorators] + list(map(str, cls.bases))
        if "__init__" not in cls.members and any(
            re.match(r"attrs\.(frozen|define)|NamedTuple", maker) for maker in makers
        ):
            fields = griffe.Parameters(griffe.Parameter("self"), *_fields(cls))
            cls.set_member("__init__", griffe.Function("__init__", parameters=fields, parent=cls))


def _fenced(example: re.Match[str]) -> str:
    return f"```pycon\n{example[0].rstrip()}\n```\n"


def _fields(cls: griffe.Class) -> list[griffe.Parameter]:
    """The fields, those that are only taken by name last."""
    by_place, by_name = (
        griffe.ParameterKind.positional_or_keyword,
        griffe.ParameterKind.keyword_only,
    )
    fields = []
    for field in cls.attributes.values():
        if field.annotation is None or "instance-attribute" not in field.labels:
            continue
        options = _options(field.value)
        if str(options.get("init")) == "False":
            continue
        fields.append(
            griffe.Parameter(
                field.name,
                annotation=field.annotation,
                kind=by_name if str(options.get("kw_only")) == "True" else by_place,
                default=options.get("default"),
            )
        )
    return sorted(fields, key=lambda field: field.kind is by_name)


def _options(value: griffe.Expr | str | None) -> dict[str, Any]:
    """What ``attrs.field`` is called with; any other value is a default."""
    if isinstance(value, griffe.ExprCall) and str(value.function) == "attrs.field":
        return {argument.name: argument.value for argument in value.arguments}
    return {"default": value}
