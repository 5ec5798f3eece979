"""The page of a special ability as a value: all that the site says and shows of it, but what it does (engine)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.cards.gallery.abilities.figure import Figure


class Accent(NamedTuple):
    """The two tones, in light and in shadow, of the pictures of cards whose rarest ability it is: `#rrggbb`."""

    lit: str
    shade: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityPage:
    """An ability in the current language. `clause` continues a sentence about a creature that has it, `aimed` one about
    an incantation (None: the same words); `text` explains it, `notes` answer what players ask (R13). `figure` is drawn
    in the rulebook with its `caption`; `icon` is the name of its drawing."""

    name: str
    text: str
    clause: str
    aimed: str | None = None
    notes: Sequence[str]
    figure: Figure | None
    caption: str = ""
    icon: str
    accent: Accent | None
