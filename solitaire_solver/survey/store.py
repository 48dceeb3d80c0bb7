"""The file of a survey: an SQLite database with one row a deal.

    deals    id INTEGER PRIMARY KEY   the number of the deal: a second row for it cannot exist
             outcome                  won, unwinnable or unknown
             remaining                fewest cards or piles reached
             expansions, microseconds what it took
             moves                    the best line, if lines were asked for
    survey   key, value               what the survey is of, see ``Identity``

Rows are written in transactions to a write-ahead log (WAL), so whoever kills the runner loses what
was not yet committed and nothing else, and others may read while it runs. One runner at a time: it
holds an exclusive transaction on a second, empty database beside the first, named ``…-lock``, which
the system gives back whatever becomes of the runner.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from solitaire_solver.errors import SolitaireError

FORMAT = 2

_TABLES = """
CREATE TABLE survey (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE deals (
    id INTEGER PRIMARY KEY,
    outcome TEXT NOT NULL CHECK (outcome IN ('won', 'unwinnable', 'unknown')),
    remaining INTEGER NOT NULL,
    expansions INTEGER NOT NULL,
    microseconds INTEGER NOT NULL,
    moves TEXT
) STRICT;
"""

#: What some values of an identity look like.
_SHAPES = {
    "game": r".+",
    "options": r"\{.*\}",
    "deals": r"seed|pysol|ms|file",
    "cards": r"[1-9]|[1-4]\d|5[0-2]",
    "digest": r"[0-9a-f]{32}",
}


class SurveyError(SolitaireError):
    """A store that cannot be opened, belongs to another survey, or is in use."""


class Row(NamedTuple):
    """What is stored of one deal: ``moves`` is None unless lines are kept."""

    id: int
    outcome: str
    remaining: int
    expansions: int
    microseconds: int
    moves: str | None = None


#: What a survey is of, by name, in plain text: format, version, game, options, deals, strategy, ...
Identity = dict[str, str]


class Store:
    """An open survey file; use it in a ``with`` statement.

    ``identity`` says what it is of, ``options`` are the rule options of the game.
    ``Store.begin`` opens it for a runner, ``Store.read`` for anybody.
    """

    def __init__(self, path: str, database: sqlite3.Connection, lock: sqlite3.Connection | None):
        self.path = path
        self._database = database
        self._lock = lock
        self.identity: Identity = dict(
            database.execute("SELECT key, value FROM survey ORDER BY rowid")
        )
        if (format_ := self.identity.get("format")) != str(FORMAT):
            raise SurveyError(f"this survey is in format {format_}, not {FORMAT}", path)
        database.execute(f"SELECT {', '.join(Row._fields)} FROM deals LIMIT 0")
        self._check()

    def _check(self) -> None:
        """Raise ``SurveyError`` unless what the survey is of can be read."""
        of_file = self.identity.get("deals") == "file"
        for key in ("game", "options", "deals", "digest" if of_file else "cards"):
            value = self.identity.get(key)
            if not re.fullmatch(_SHAPES[key], str(value)):
                raise SurveyError(
                    f"this survey is damaged: the value of {key} is {value!r}", self.path
                )
        try:
            self.options: dict[str, Any] = json.loads(self.identity["options"])
        except ValueError as error:
            raise SurveyError(
                f"this survey is damaged: the value of options is no JSON: {error}", self.path
            ) from None

    @classmethod
    def begin(cls, path: str | os.PathLike[str], identity: Identity, resume: bool) -> Self:
        """Create a store, or go on with one of the same survey when told to ``resume``.

        ``SurveyError`` if it exists and ``resume`` is not set, is of another survey, has another
        runner, or cannot be written.
        """
        path = os.fspath(path)
        if not path:
            raise SurveyError("no file has such a name", path)
        if os.path.isdir(path):
            raise SurveyError("this is a folder", path)
        place = os.path.realpath(path)  # or a lock would not be met with by way of a link
        for name in (path, f"{place}-lock"):
            if os.path.lexists(name) and not os.path.isfile(name):
                raise SurveyError("this is no regular file", name)
        existed = os.path.exists(path) and os.path.getsize(path) > 0
        if existed and not resume:
            raise SurveyError(
                "there is such a file; resume the survey or choose another name", path
            )
        if existed:
            cls.read(path).close()  # says so if it is no survey, before a lock is left beside it
        with contextlib.ExitStack() as undo, _clear_errors(path):
            lock = sqlite3.connect(f"{place}-lock", timeout=0, isolation_level=None)
            undo.callback(lock.close)
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                raise SurveyError("another runner is at work on this survey", path) from None
            if not existed:
                _create(place, identity)
            database = _connect(place, "mode=rw")
            undo.callback(database.close)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            store = cls(path, database, lock)
            store._must_be(identity)
            undo.pop_all()
            return store

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Open a store to look at; a runner may be at work on it."""
        path = os.fspath(path)
        if not os.path.isfile(path):
            raise SurveyError("there is no such file", path)
        with contextlib.ExitStack() as undo, _clear_errors(path):
            database = _connect_to_read(os.path.realpath(path))
            undo.callback(database.close)
            store = cls(path, database, None)
            undo.pop_all()
            return store

    def _must_be(self, identity: Identity) -> None:
        for key in (*identity, *self.identity):
            here, wanted = self.identity.get(key), identity.get(key)
            if here != wanted:
                raise SurveyError(f"this is a survey with {key} {here}, not {wanted}", self.path)

    def add(self, rows: Iterable[Row]) -> None:
        """Write rows in one transaction: all of them or, with ``SurveyError``, none."""
        with _clear_errors(self.path), self._database:
            self._database.executemany("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", rows)

    def rows(self, condition: str = "1") -> Iterator[Row]:
        """The rows, by id, that meet a condition in SQL; reads them as they are asked for."""
        with _clear_errors(self.path):
            for values in self._database.execute(
                f"SELECT * FROM deals WHERE {condition} ORDER BY id"
            ):
                yield Row(*values)

    def ids(self, first: int, last: int) -> Iterator[int]:
        """The ids from ``first`` to ``last`` that there are, ascending."""
        page = 10_000  # read at once, so that no open cursor stands in the way of a checkpoint
        while True:
            with _clear_errors(self.path):
                found = self._database.execute(
                    "SELECT id FROM deals WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
                    (first, last, page),
                ).fetchall()
            yield from (number for (number,) in found)
            if len(found) < page or found[-1][0] == last:
                return
            first = found[-1][0] + 1

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The answer to a query in SQL."""
        with _clear_errors(self.path):
            return self._database.execute(query, values).fetchall()

    def __len__(self) -> int:
        return int(self.ask("SELECT count(*) FROM deals")[0][0])

    def close(self) -> None:
        """Close the file, and let other runners at it."""
        self._database.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _create(path: str, identity: Identity) -> None:
    """Make a store without rows, whole before it bears its name: no kill leaves a half of one."""
    folder, name = os.path.split(path)
    with tempfile.TemporaryDirectory(prefix="survey-", dir=folder) as drafts:
        draft = os.path.join(drafts, name)
        with contextlib.closing(_connect(draft, "mode=rwc")) as database, database:
            database.execute("PRAGMA journal_mode = OFF")
            database.executescript("BEGIN;" + _TABLES)
            database.executemany("INSERT INTO survey VALUES (?, ?)", identity.items())
        os.replace(draft, path)


def _connect(path: str, how: str) -> sqlite3.Connection:
    from urllib.parse import quote

    return sqlite3.connect(f"file:{quote(os.path.abspath(path))}?{how}", uri=True, timeout=10)


def _connect_to_read(path: str) -> sqlite3.Connection:
    """A connection that writes no rows, and leaves no more files than there were.

    Even to read, SQLite needs files beside the store, which only a connection that may write
    clears away. Where nothing can be written and no log is left, no runner is at work either, and
    the store may be read as a file that does not change.
    """
    if os.access(path, os.W_OK) and os.access(os.path.dirname(path), os.W_OK):
        database = _connect(path, "mode=rw")
        database.execute("PRAGMA query_only = 1")
        return database
    return _connect(path, "mode=ro" if os.path.exists(f"{path}-wal") else "immutable=1")


@contextlib.contextmanager
def _clear_errors(path: str) -> Iterator[None]:
    """Say what SQLite could not do as a ``SurveyError`` that names the file."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise SurveyError(f"a deal would be stored twice: {error}", path) from None
    except sqlite3.DatabaseError as error:
        if re.search("no such (table|column)|not a database", str(error)):
            raise SurveyError("this is no survey", path) from None
        raise SurveyError(str(error), path) from None
    except OSError as error:
        raise SurveyError(str(error.strerror), path) from None
