"""Compression of large websocket messages (RFC 7692): a board's fragments, not the API's small objects.

Measured: nothing is kept between two messages (a window for each of 20,000 sockets would be five gigabytes), and the
fastest level already makes a sixth of a fragment. ISA-L needs a quarter of zlib's time for the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from isal import isal_zlib
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

COMPRESSED_FROM: Final = 6 * 1024  # bytes: below that the transfer gains less than the processor loses
LEVEL: Final = 1
TAIL: Final = b"\x00\x00\xff\xff"
"""The end of a flushed block, which is left out (RFC 7692, 7.2.1)."""


class LargeMessageDeflate(PerMessageDeflate):
    """Compresses large messages; each is marked as compressed or not. Nothing is sent in fragments."""

    def encode(self, frame: Frame) -> Frame:
        """Return the frame as it is sent."""
        if len(frame.data) < COMPRESSED_FROM:
            return frame
        return replace(frame, data=compressed(bytes(frame.data), self.local_max_window_bits), rsv1=True)


def compressed(data: bytes, window_bits: int) -> bytes:
    """Return a message's text as it is sent, for a window of 2 ** `window_bits` bytes."""
    compressor = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, -window_bits)
    return (compressor.compress(data) + compressor.flush(isal_zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


class LargeMessageDeflateFactory(ServerPerMessageDeflateFactory):
    """Compresses messages for clients that offer to read them, as browsers do."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return the answer, and the encoder."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, LargeMessageDeflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )
