"""The texts of which the frames of one page's socket are made, as static/js/match/texts.js puts them together."""

from __future__ import annotations

from typing import Any


class ReceivedTexts:
    """The texts that one page has received."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def complete(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Return the frame with its HTML whole; frames must come in the order in which they were sent."""
        content = frame.get("content")
        if not isinstance(content, list):
            return frame
        del self._texts[frame["texts"] :]
        return frame | {"content": content[0] + "".join([self._text(piece) for piece in content[1:]])}

    def _text(self, piece: str | int) -> str:
        if isinstance(piece, int):
            return self._texts[piece]
        self._texts.append(piece)
        return piece
