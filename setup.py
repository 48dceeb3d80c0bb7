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

from setuptools import Extension, setup
from distutils.ccompiler import new_compiler
from distutils.errors import CompileError, DistutilsError
from distutils.sysconfig import customize_compiler, get_python_inc

COMPILED = [
    "solitaire_solver.shuffle",
    "solitaire_solver.kernel",
    "solitaire_solver.search.table",
    "solitaire_solver.search.engine",
    "solitaire_solver.search.python_kernel",
    "solitaire_solver.games.accordion_kernel",
]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "autotestdict": True,
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


def why_not_compiled() -> str | None:
    """Return the reason the modules cannot be compiled here, or None when they can."""
    if os.environ.get("SOLITAIRE_SOLVER_PURE", "0") not in ("", "0"):
        return "SOLITAIRE_SOLVER_PURE is set"
    compiler = new_compiler()
    try:
        customize_compiler(compiler)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX; }\n")
            compiler.compile([str(source)], output_dir=folder, include_dirs=[get_python_inc()])
    except (CompileError, DistutilsError, OSError):
        return "no working C compiler was found"
    return None


def extensions() -> list[Extension]:
    """The compiled modules, each from its own .py file."""
    from Cython.Build import cythonize

    optimise = [] if sys.platform == "win32" else ["-O3"]
    return cythonize(
        [
            Extension(name, [name.replace(".", "/") + ".py"], extra_compile_args=optimise)
            for name in COMPILED
        ],
        compiler_directives=DIRECTIVES,
        annotate=bool(os.environ.get("SOLITAIRE_SOLVER_ANNOTATE")),
        quiet=True,
    )


reason = why_not_compiled()
if reason is None:
    setup(ext_modules=extensions(), install_requires=RUNTIME)
else:
    print(f"solitaire-solver: {reason}; installing uncompiled modules (slower, same answers).",
          file=sys.stderr)
    setup(install_requires=[*RUNTIME, "Cython>=3.1"])
