"""Compression of large websocket messages (RFC 7692): a board's fragments, not the API's small objects.

Measured: nothing is kept between two messages (a window for each of 20,000 sockets would be five gigabytes), and the
fastest level already makes a sixth of a fragment (docs/drawing.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

COMPRESSED_FROM: Final = 6 * 1024  # bytes: under it the line gains less than the processor loses
FASTEST: Final = {"level": 1}


class LargeMessageDeflate(PerMessageDeflate):
    """Compresses what is large; each message says by itself whether it is compressed."""

    def encode(self, frame: Frame) -> Frame:
        """Return the frame as it is sent."""
        return frame if len(frame.data) < COMPRESSED_FROM else super().encode(frame)


class LargeMessageDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees on it with whoever offers to read it, as browsers do."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True, client_no_context_takeover=True, compress_settings=dict(FASTEST)
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return the answer, and what encodes."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, LargeMessageDeflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )
