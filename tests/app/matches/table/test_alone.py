"""A table is drawn wherever there are Jinja, the catalogues and the engine, such as in a browser."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from app.base.web.templating import ROOT

SITE: Final = (
    "fastapi",
    "starlette",
    "sqlalchemy",
    "app.base.web",
    "app.base.settings",
    "app.base.store",
    "app.site.site",
)


def test_a_whole_table_is_drawn_without_the_web_the_settings_or_the_database() -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.support.table_alone"]
    modules = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    assert "app.matches.table.drawing" in modules
    assert [name for name in modules if f"{name}.".startswith(tuple(f"{part}." for part in SITE))] == []
