"""Texts kept compressed: sent as they are to clients that accept gzip, as text to all others."""

from __future__ import annotations

import gzip

from starlette.requests import Request

from app.base.web.http import Packed
from tests.support.cases import in_turn

TEXT = "Zusammengefaßt: " + "ja " * 500


def asking(header: str | None) -> Request:
    headers = [] if header is None else [(b"accept-encoding", header.encode())]
    return Request({"type": "http", "headers": headers})


@in_turn("header", ["gzip", "br, gzip", "deflate,gzip;q=0.5", "*", "GZIP", "gzip;q=1.0, br"])
def test_who_takes_gzip_gets_it(header: str) -> None:
    answer = Packed.of(TEXT).response(asking(header), "text/html")
    assert answer.headers["content-encoding"] == "gzip" and gzip.decompress(bytes(answer.body)).decode() == TEXT
    assert int(answer.headers["content-length"]) < len(TEXT) / 4


@in_turn("header", [None, "", "br", "gzip;q=0", "gzip;q=0.000, br", "identity", "xgzip"])
def test_who_does_not_gets_the_text(header: str | None) -> None:
    packed = Packed.of(TEXT)
    answer = packed.response(asking(header), "text/html")
    assert "content-encoding" not in answer.headers and bytes(answer.body).decode() == packed.text == TEXT
    assert answer.headers["vary"] == "Accept-Encoding"
