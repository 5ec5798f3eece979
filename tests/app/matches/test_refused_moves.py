"""A move that is answered 503 was not played: not in memory, not in the database, not after a restart."""

from __future__ import annotations

from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tools.rig.players import ApiPlayer


def test_a_move_that_is_refused_while_the_database_file_is_away_is_not_played(settings: Settings) -> None:
    (file,) = settings.data_dir.glob("*.db")
    away = file.with_name("away")
    with TestClient(create_app(settings)) as client:
        ann = ApiPlayer(client, "Ann")
        match_id = ann.open(mode="solo")
        before = ann.state(match_id)
        move = {"seq": before["seq"], "action": before["legal"][0]}
        file.rename(away)
        ann.refused("POST", f"/{match_id}/actions", move, 503, "storage_unavailable")
        away.rename(file)
        assert ann.state(match_id) == before
    with TestClient(create_app(settings)) as client:
        ann.client = client
        assert ann.state(match_id)["seq"] == before["seq"]
        assert ann.act(match_id, **move)["seq"] == before["seq"] + 1
