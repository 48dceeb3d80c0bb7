"""Every example in a docstring, in the README and in the documentation gives what it shows."""

import ast
import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import solitaire_solver

ROOT = Path(__file__).parent.parent
MODULES = [
    "solitaire_solver",
    *sorted(
        module.name
        for module in pkgutil.walk_packages(solitaire_solver.__path__, "solitaire_solver.")
        if not module.name.endswith(".__main__")  # which is a program
    ),
]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def count(text: str) -> int:
    """How many examples a text holds, whether or not anything runs them."""
    return len(doctest.DocTestParser().get_examples(text))


def count_in_docstrings(source: Path) -> int:
    """How many examples the docstrings of a module hold, those of hidden functions included."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = ast.walk(ast.parse(source.read_text(encoding="utf-8")))
    return sum(count(ast.get_docstring(node) or "") for node in nodes if isinstance(node, kinds))


@pytest.mark.uncompiled
@pytest.mark.parametrize("name", MODULES)
def test_docstrings_hold(name: str) -> None:
    module = importlib.import_module(name)
    failed, attempted = doctest.testmod(module)
    assert failed == 0
    source = Path(solitaire_solver.__path__[0], *name.split(".")[1:])
    source = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
    assert attempted == count_in_docstrings(source)  # a compiled module must not hide any


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_pages_hold(page: Path) -> None:
    failed, attempted = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert attempted == count(page.read_text(encoding="utf-8"))


def test_pages_and_modules_were_found() -> None:
    assert {"README.md", "accordion.md", "deals.md", "verdicts.md"} <= {page.name for page in PAGES}
    assert {"solitaire_solver.shuffle", "solitaire_solver.search.engine"} <= set(MODULES)
