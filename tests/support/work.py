"""Work that a site in this process does, in counts that are the same on every machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Final

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.store.database import Database
from app.base.web.templating import ROOT, Templates
from app.site.site import Site
from tests.support.service import site_of

OWN: Final = tuple(f"{ROOT / part}/" for part in ("app", "engine"))
NEVER: Final = 3600.0  # seconds: longer than any test
LOOKS: Final = {
    "CHECK_SECONDS",
    "COUNT_EVERY",
    "EVERY",
    "LOOK_ANYWAY",
    "LOOK_EVERY",
    "POLL",
    "RECOUNT_EVERY",
    "TICK_EVERY",
}
CLOCKS: Final = LOOKS | {"FRESH", "FRESH_SECONDS", "GRACE", "NOTE_EVERY", "SEEN_SECONDS"}
"""The site's names for the seconds until it looks again, reads again, or lets a departure count."""
INLINED: Final = ("<listcomp>", "<setcomp>", "<dictcomp>")  # no calls any more from Python 3.12 on


class Work:
    """Statements and rows that went to the database, and calls of each function in the event loop's thread."""

    def __init__(self) -> None:
        self.reads = 0
        self.rows_written = 0
        self._calls: Counter[CodeType] = Counter()
        self.entries: Counter[str] = Counter()
        """The calls of each of our files from another one, by its path."""

    @property
    def calls(self) -> int:
        """Calls of the functions of `app` and `engine`; a coroutine or generator that continues counts again."""
        return sum(
            count
            for code, count in self._calls.items()
            if code.co_filename.startswith(OWN) and code.co_name not in INLINED
        )

    def calls_of(self, code: CodeType) -> int:
        """Return the calls of the function with this code, no matter who wrote it."""
        return self._calls[code]

    @property
    def drawn(self) -> int:
        """Templates drawn, apart from those that were found in a cache."""
        return self._calls[Templates.text.__code__]

    def note_statement(
        self, _connection: object, _cursor: object, statement: str, parameters: object, _context: object, many: bool
    ) -> None:
        """Count a statement (an event of SQLAlchemy)."""
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            self.rows_written += len(parameters) if many and isinstance(parameters, list) else 1
        elif not statement.startswith("BEGIN"):
            self.reads += 1

    def note_call(self, frame: FrameType, event: str, _argument: object) -> None:
        """Count a call (a profile function)."""
        if event == "call":
            self._calls[frame.f_code] += 1
            path = frame.f_code.co_filename
            if frame.f_back is not None and frame.f_back.f_code.co_filename != path:
                self.entries[path.removeprefix(f"{ROOT}/")] += 1


def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop every clock by which a site of this process works or reads of itself, for sites that start afterwards."""
    for name, module in list(sys.modules.items()):
        if name.startswith("app."):
            for clock in CLOCKS & vars(module).keys():
                if isinstance(getattr(module, clock), float):
                    monkeypatch.setattr(module, clock, NEVER)


@contextmanager
def own_reads(site: Site) -> Iterator[tuple[Database, list[str]]]:
    """Provide another reader of a site's database, and the statements that it alone sends."""
    database, found = Database(str(site.base.database.engine.url)), list[str]()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        found.append(statement)

    sa.event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield database, found
    finally:
        database.close()


@contextmanager
def counted(client: TestClient) -> Iterator[Work]:
    """Count the work of the site that `client` has started, for as long as the block lasts."""
    work = Work()
    engine = site_of(client).base.database.engine
    assert client.portal is not None
    sa.event.listen(engine, "before_cursor_execute", work.note_statement)
    client.portal.call(sys.setprofile, work.note_call)
    try:
        yield work
    finally:
        client.portal.call(sys.setprofile, None)
        sa.event.remove(engine, "before_cursor_execute", work.note_statement)
