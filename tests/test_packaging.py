"""What the package says of itself agrees with what is there, and importing it costs little."""

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import solitaire_solver

ROOT = Path(__file__).parent.parent


def compiled_modules() -> list[str]:
    """The list ``COMPILED`` in ``setup.py``, which cannot be imported without building."""
    for statement in ast.parse((ROOT / "setup.py").read_text()).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "COMPILED":
            names: list[str] = ast.literal_eval(statement.value)
            return names
    raise AssertionError("setup.py has no COMPILED")


@pytest.mark.parametrize("name", compiled_modules())
def test_every_compiled_module_is_a_python_file(name: str) -> None:
    assert (ROOT / (name.replace(".", "/") + ".py")).is_file()


def test_every_module_with_declarations_is_compiled() -> None:
    declared = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "solitaire_solver").rglob("*.pxd")
        if path.stem != "__init__" and not path.read_text().startswith("cdef extern")
    }
    assert declared - {"solitaire_solver.bits"} <= set(compiled_modules())


def test_engine_info_speaks_of_every_compiled_module() -> None:
    from solitaire_solver.info import MODULES

    assert {module.__name__ for module in MODULES} == set(compiled_modules())


def test_type_checks_are_relaxed_for_compiled_modules_alone() -> None:
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
    relaxed = [entry["module"] for entry in overrides if "ignore_missing_imports" not in entry]
    assert relaxed == [compiled_modules()]


def test_version_is_that_of_the_installed_package() -> None:
    assert solitaire_solver.__version__ == version("solitaire-solver")


def test_import_loads_nothing_heavy() -> None:
    script = "import sys, solitaire_solver; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "solitaire_solver" in loaded
    assert not {"click", "rich", "pysol_cards", "numpy", "hypothesis"}.intersection(loaded)


def test_the_package_is_marked_as_typed() -> None:
    assert (Path(solitaire_solver.__file__).parent / "py.typed").is_file()
