"""A message that is larger than any may be ends its own connection."""

from __future__ import annotations

import httpx
import orjson
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from tools.rig.players import ApiPlayer, duel
from tools.rig.server import DEADLINE, ServerProcess


def connected(url: str, player: ApiPlayer) -> ClientConnection:
    """Return a connection to a server that may be busy with others."""
    headers = player.headers
    return connect(url, additional_headers=headers, max_size=None, open_timeout=DEADLINE, ping_interval=None)


def test_a_frame_beyond_all_measure_ends_its_connection_alone(site: ServerProcess) -> None:
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        ann, bob, match_id = duel(client)
        url = f"{site.ws_url}/api/matches/{match_id}/stream"
        with connected(url, bob) as other, connected(url, ann) as own:
            other.recv(DEADLINE)
            own.recv(DEADLINE)
            own.send("x" * 70_000)
            with pytest.raises(ConnectionClosedError) as closed:
                own.recv(DEADLINE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
            other.send('{"since": 5}')
            assert orjson.loads(other.recv(DEADLINE))["code"] == "bad_since"
        assert ann.state(match_id)["seq"] == 0
