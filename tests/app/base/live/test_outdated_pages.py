"""Pages that were open before an upgrade: their scripts may speak another protocol."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.base.live.connection import INTERNAL_ERROR, PAGE_PROTOCOL
from tools.rig.players import ApiPlayer

PAGES = ("/match/{}/live", "/lobby/live", "/learn/hand/live")


def test_a_page_of_another_protocol_gets_only_the_message_to_reload(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    for path in PAGES:
        for said in ("", "?v=1", f"?v={PAGE_PROTOCOL}0"):
            with visitor.websocket_connect(path.format(ann.open()) + said, headers=ann.headers) as page:
                assert page.receive_text() == '{"type":"reload"}'
                with pytest.raises(WebSocketDisconnect) as closed:
                    page.receive_text()
            assert closed.value.code == INTERNAL_ERROR
