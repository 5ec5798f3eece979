"""Large messages of a socket are compressed, small ones are not."""

from __future__ import annotations

import re
import zlib

import httpx
import pytest
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from app.base.web.compression import COMPRESSED_FROM, LargeMessageDeflateFactory
from app.base.web.limits.socket_messages import text_message
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer
from tools.rig.server import DEADLINE, ServerProcess

NOW = re.compile(r'"now":[0-9.]+')  # by the server's clock: never the same twice


def frame(size: int) -> Frame:
    return Frame(Opcode.TEXT, b"ogre " * (size // 5))


def test_only_what_is_large_is_compressed() -> None:
    answer, agreed = LargeMessageDeflateFactory().process_request_params([], [])
    assert ("server_no_context_takeover", None) in answer
    small, large = frame(COMPRESSED_FROM - 5), frame(COMPRESSED_FROM + 5)
    assert agreed.encode(small) is small
    sent = agreed.encode(large)
    assert sent.rsv1 and len(sent.data) < 200
    assert zlib.decompressobj(-15).decompress(bytes(sent.data) + b"\x00\x00\xff\xff") == large.data


def test_what_several_get_is_compressed_once() -> None:
    text = "ogre " * COMPRESSED_FROM
    assert text_message(text, 15) is text_message(text, 15)


@pytest.mark.parametrize("size", [COMPRESSED_FROM - 5, COMPRESSED_FROM + 5])
def test_a_message_is_the_one_that_the_library_would_send(size: int) -> None:
    _, agreed = LargeMessageDeflateFactory().process_request_params([], [])
    text = bytes(frame(size).data).decode()
    assert text_message(text, 15) == frame(size).serialize(mask=False, extensions=[agreed])
    assert text_message(text, 0) == frame(size).serialize(mask=False)


def test_a_page_reads_the_same_whether_it_offers_to_read_compressed_messages_or_not(site: ServerProcess) -> None:
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        ann = ApiPlayer(client, "Ann")
        url = f"{site.ws_url}/match/{ann.open(mode='solo', seed=3)}/{LIVE}"
    with (
        connect(url, additional_headers=ann.headers, max_size=None, open_timeout=DEADLINE) as deflated,
        connect(url, additional_headers=ann.headers, max_size=None, open_timeout=DEADLINE, compression=None) as plain,
    ):
        assert deflated.response is not None and plain.response is not None
        assert "permessage-deflate" in deflated.response.headers["Sec-WebSocket-Extensions"]
        assert "Sec-WebSocket-Extensions" not in plain.response.headers
        first = deflated.recv(DEADLINE)
        assert len(first) > COMPRESSED_FROM and NOW.sub("", str(first)) == NOW.sub("", str(plain.recv(DEADLINE)))
        deflated.send('{"type": "hello", "hello": 0}')
        assert deflated.recv(DEADLINE) == '{"type":"beat","beat":0}'
