"""docs/api.md says everything that the API does, and nothing that it does not."""

from __future__ import annotations

import re
from pathlib import Path

from app.base.errors import SENTENCES
from app.base.settings import Settings
from app.main import create_app

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text("utf-8")
CALL = re.compile(r"`(GET|POST|PUT|DELETE) (/[\w/{}.]*)`")
CODE = re.compile(r'"code": "(\w+)"|`(stale_seq)`')


def _described(tmp_path: Path) -> set[tuple[str, str]]:
    paths = create_app(Settings(data_dir=tmp_path)).openapi()["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def test_every_call_is_on_the_page_and_no_other(tmp_path: Path) -> None:
    assert set(CALL.findall(PAGE)) == _described(tmp_path)


def test_codes_that_are_named_exist() -> None:
    named = {code for pair in CODE.findall(PAGE) for code in pair if code}
    assert named
    from engine.errors import SENTENCES as ENGINE_SENTENCES

    assert named <= SENTENCES.keys() | ENGINE_SENTENCES.keys()
