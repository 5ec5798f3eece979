"""QR codes of addresses."""

from __future__ import annotations

import io

import segno
from starlette.responses import Response


def qr_picture(url: str) -> Response:
    """Return an address as a picture, which a browser keeps for an hour."""
    drawing = io.BytesIO()
    segno.make(url, micro=False, error="m").save(drawing, kind="svg", scale=4, border=2)
    return Response(drawing.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})
