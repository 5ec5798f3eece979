"""docs/api.md says everything that the API does, and nothing that it does not."""

from __future__ import annotations

import re
from pathlib import Path

from app.errors import SENTENCES
from app.live.server_messages import MatchState
from app.main import create_app
from app.matches.features import BY_MESSAGE
from app.matches.schemas import NewMatch, SoloIn
from app.settings import Settings

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text("utf-8")
CALL = re.compile(r"`(GET|POST|PUT|DELETE) (/[\w/{}.]*)`")
CODE = re.compile(r'"code": "(\w+)"|`(stale_seq)`')


def _described(tmp_path: Path) -> set[tuple[str, str]]:
    paths = create_app(Settings(data_dir=tmp_path)).openapi()["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def test_every_call_is_on_the_page_and_no_other(tmp_path: Path) -> None:
    assert set(CALL.findall(PAGE)) == _described(tmp_path)


def test_every_key_is_on_the_page() -> None:
    keys = {*NewMatch.model_fields, *SoloIn.model_fields, *MatchState.__annotations__}
    assert [key for key in keys if f"`{key}`" not in PAGE] == []
    assert "`WS /api/matches/{id}/stream`" in PAGE


def test_everything_that_a_feature_takes_is_on_the_page() -> None:
    for model in (message for message in BY_MESSAGE if len(message.model_fields) > 1):
        for key, field in model.model_json_schema()["properties"].items():
            if key != "type":
                assert f"`{key}`" in PAGE or f'"{key}"' in PAGE, (model, key)
                assert [word for word in field["enum"] if f'`"{word}"`' not in PAGE] == [], (model, key)


def test_codes_that_are_named_exist() -> None:
    named = {code for pair in CODE.findall(PAGE) for code in pair if code}
    assert named
    from engine.errors import SENTENCES as ENGINE_SENTENCES

    assert named <= SENTENCES.keys() | ENGINE_SENTENCES.keys()
