"""Readers of a socket: of the API's JSON, or of a page's frames with fragments of HTML."""

from __future__ import annotations

import html
import re
from typing import TypeAlias

import orjson

from tools.rig.guests import ClientKind
from tools.rig.json import Json

_CHOICES = re.compile(r"""id="turn"[^>]*? data-choices=(["'])(.*?)\1""")
_BUTTON = re.compile(r"""hx-vals='(\{"type": "act", "action": \{"type": "[a-z_]+"\}\})'""")
_STATUS = 'id="status"'
_RESULT = 'id="result-title"'


class ApiReader:
    """Reads the stream of the API."""

    def __init__(self) -> None:
        self.seq = -1
        self.legal: list[Json] = []
        self.over = False

    def read(self, text: bytes) -> str | None:
        """Read one object; return the code of the error if it was one."""
        message = orjson.loads(text)
        if message["type"] == "error":
            return str(message["code"])
        self.seq = message["seq"]
        self.legal = message["legal"]
        self.over = message["status"] == "over"
        return None


class PageReader:
    """Reads the frames of a page: choices and buttons, as the page's script and a player's eye find them."""

    def __init__(self) -> None:
        self.seq = -1
        self.over = False
        self._choices: list[Json] = []
        self._buttons: list[Json] = []

    @property
    def legal(self) -> list[Json]:
        """The actions that the cards and the buttons offer."""
        return self._choices + self._buttons

    def read(self, text: bytes) -> str | None:
        """Read one frame; zones without a fragment stay as they were. Return the code of the error if it was one."""
        frame = orjson.loads(text)
        if frame["type"] == "error":
            return str(frame["code"])
        self.seq = frame.get("seq", self.seq)
        content = frame.get("content", "")
        if choices := _CHOICES.search(content):
            self._choices = [each["action"] for each in orjson.loads(html.unescape(choices[2]))]
        if _STATUS in content:
            self._buttons = [orjson.loads(values)["action"] for values in _BUTTON.findall(content)]
        self.over = self.over or _RESULT in content
        return None


MatchReader: TypeAlias = ApiReader | PageReader
"""A player's knowledge of a match: the number of actions, the legal ones, whether it is over."""
READERS: dict[ClientKind, type[MatchReader]] = {"api": ApiReader, "page": PageReader}
