"""Readers of a socket: of the API's JSON, or of a page's frames with fragments of HTML."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from tools.rig.guests import Kind

Action = dict[str, Any]

_ZONE = re.compile(r'\s*<\w+ hx-swap-oob="outerMorph"[^>]*? id="([\w-]+)"')
_CHOICES = re.compile(r'id="turn"[^>]*? data-choices="([^"]*)"')
_BUTTON = re.compile(r"""hx-vals='(\{"action": \{"type": "[a-z_]+"\}\})'""")
_STATUS = 'id="status"'
_RESULT = 'id="result-title"'


class MatchReader(Protocol):
    """A player's knowledge of a match: how many actions there were, what may be done, whether it is over."""

    seq: int
    over: bool

    @property
    def legal(self) -> list[Action]:
        """The actions that may be done now."""
        ...

    def read(self, text: bytes) -> str | None:
        """Take one message; the code of the error if it was one."""
        ...


class ApiReader:
    """Reads the stream of the API."""

    def __init__(self) -> None:
        self.seq = -1
        self.legal: list[Action] = []
        self.over = False

    def read(self, text: bytes) -> str | None:
        """Take one object."""
        told = orjson.loads(text)
        if "error" in told:
            return str(told["code"])
        self.seq = told["seq"]
        self.legal = told["legal"]
        self.over = told["status"] == "over"
        return None


@dataclass(frozen=True, slots=True)
class TextContent:
    """A text of a frame: the zone that begins with it (None: it goes on with the one before), and what is in it."""

    zone: str | None
    choices: list[Action] | None
    buttons: list[Action]
    over: bool

    @classmethod
    def of(cls, text: str) -> TextContent:
        """Look at a text once; a page gets most of them many times (docs/decisions/board-fragments.md)."""
        begins, choices = _ZONE.match(text), _CHOICES.search(text)
        return cls(
            zone="status" if _STATUS in text else begins[1] if begins else None,
            choices=[each["action"] for each in orjson.loads(html.unescape(choices[1]))] if choices else None,
            buttons=[orjson.loads(values)["action"] for values in _BUTTON.findall(text)],
            over=_RESULT in text,
        )


class PageReader:
    """Reads the frames of a page: choices and buttons, as the page's script and a player's eye find them."""

    def __init__(self) -> None:
        self.seq = -1
        self.over = False
        self._choices: list[Action] = []
        self._buttons: list[Action] = []
        self._seen: list[TextContent] = []

    @property
    def legal(self) -> list[Action]:
        """The actions that the cards and the buttons offer."""
        return self._choices + self._buttons

    def read(self, text: bytes) -> str | None:
        """Take one frame; what a fragment did not bring stays as it was."""
        frame = orjson.loads(text)
        if "error" in frame:
            return str(frame["code"])
        self.seq = frame.get("seq", self.seq)
        content = frame.get("content", "")
        self._read_contents(
            [TextContent.of(content)] if isinstance(content, str) else self._contents(frame["texts"], content)
        )
        return None

    def _contents(self, count: int, content: list[str | int]) -> list[TextContent]:
        del self._seen[count:]
        sights = [TextContent.of(str(content[0]))]  # what never comes again has no number
        for piece in content[1:]:
            if isinstance(piece, str):
                self._seen.append(TextContent.of(piece))
                sights.append(self._seen[-1])
            else:
                sights.append(self._seen[piece])
        return sights

    def _read_contents(self, sights: list[TextContent]) -> None:
        zone: str | None = ""
        for sight in sights:
            if sight.choices is not None:
                self._choices = sight.choices
            if sight.zone is not None:
                zone = sight.zone
                if zone == "status":
                    self._buttons = []
            if zone == "status":
                self._buttons = self._buttons + sight.buttons
            self.over = self.over or sight.over


READERS: dict[Kind, type[ApiReader] | type[PageReader]] = {"api": ApiReader, "page": PageReader}
