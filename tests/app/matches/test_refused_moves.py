"""A move that is answered 503 was not played: not in memory, not in the database, not after a restart."""

from __future__ import annotations

import httpx

from tests.conftest import StartServer
from tools.rig.players import ApiPlayer
from tools.rig.server import DEADLINE


def test_a_move_that_is_refused_while_the_database_file_is_away_is_not_played(start_server: StartServer) -> None:
    server = start_server()
    (file,) = (server.folder / "data").glob("*.db")
    away = file.with_name("away")
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        ann = ApiPlayer(client, "Ann")
        match_id = ann.open(mode="solo")
        before = ann.state(match_id)
        move = {"seq": before["seq"], "action": before["legal"][0]}
        file.rename(away)
        ann.refused("POST", f"/{match_id}/actions", move, 503, "storage_unavailable")
        away.rename(file)
        assert ann.state(match_id) == before
        server.stop()
        server.start()
        assert ann.state(match_id)["seq"] == before["seq"]
        assert ann.act(match_id, **move)["seq"] == before["seq"] + 1
