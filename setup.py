"""Build the compiled modules, or say in one line why there are none.

Everything else about the package stands in ``pyproject.toml``. The modules named in ``COMPILED``
are ordinary Python files in Cython's pure-Python mode. With a C compiler they become extension
modules; without one (or with ``SOLITAIRE_SOLVER_PURE=1`` in the environment) the same files are
installed as they are and need the small ``cython`` module of annotations at run time, so only
then is Cython a dependency of the installed package.
"""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

COMPILED = [
    "solitaire_solver.shuffle",
    "solitaire_solver.kernel",
    "solitaire_solver.search.table",
    "solitaire_solver.search.engine",
    "solitaire_solver.search.python_kernel",
    "solitaire_solver.search.estimator",
    "solitaire_solver.search.nodes",
    "solitaire_solver.search.frontier",
    "solitaire_solver.search.beam",
    "solitaire_solver.search.best_first",
    "solitaire_solver.games.accordion_kernel",
    "solitaire_solver.games.dealt_kernel",
    "solitaire_solver.games.strict_kernel",
    "solitaire_solver.games.royal_marriage_kernel",
    "solitaire_solver.games.ten_by_one_kernel",
    "solitaire_solver.exact.royal_marriage_recurrence",
    "solitaire_solver.exact.ten_by_one_player",
    "solitaire_solver.games.decade_kernel",
    "solitaire_solver.exact.decade_recurrence",
    "solitaire_solver.referee.accordion",
    "solitaire_solver.referee.decade",
]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "autotestdict": False,  # doctest finds the docstrings by itself and would run them twice
    "embedsignature": True,
}

RUNTIME = [
    "attrs>=22.2",
    "click>=8.1",
    "pysol-cards>=0.18",
    "rich>=13",
    "sortedcontainers>=2.4",
    "xxhash>=3.0",
]


class BuildCompiled(build_ext):
    """Write the C of all modules below ``build/``, then let setuptools compile it."""

    def build_extensions(self) -> None:
        """Make each extension from the C file that Cython writes for its module."""
        from Cython.Build import cythonize

        made = cythonize(
            self.extensions,
            build_dir=self.build_temp,
            compiler_directives=DIRECTIVES,
            annotate=wanted("SOLITAIRE_SOLVER_ANNOTATE"),
            force=self.force,
            quiet=True,
        )
        sources = {extension.name: extension.sources for extension in made}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        self.parallel = self.parallel or True
        super().build_extensions()


def wanted(variable: str) -> bool:
    """Whether an environment variable asks for something."""
    return os.environ.get(variable, "0") not in ("", "0")


def why_not_compiled() -> str | None:
    """Return the reason the modules cannot be compiled here, or None when they can."""
    if wanted("SOLITAIRE_SOLVER_PURE"):
        return "SOLITAIRE_SOLVER_PURE is set"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n")
        probe = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
        probe.build_lib = probe.build_temp = folder
        try:
            probe.ensure_finalized()
            probe.run()
        except (BaseError, CCompilerError, OSError):
            return "no working C compiler was found"
    return None


def extension(name: str) -> Extension:
    """The compiled module of a name, from its own .py file."""
    flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
    return Extension(name, [name.replace(".", "/") + ".py"], extra_compile_args=flags)


reason = why_not_compiled()
if reason is None:
    setup(
        ext_modules=[extension(name) for name in COMPILED],
        cmdclass={"build_ext": BuildCompiled},
        install_requires=RUNTIME,
    )
else:
    print(f"solitaire-solver: {reason}; the modules stay uncompiled (slower, same answers)")
    setup(install_requires=[*RUNTIME, "Cython>=3.1"])
