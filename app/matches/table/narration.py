"""The narration of a match in the visitor's language, and as lines of the log."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from app.base.i18n import gettext, ngettext, once_in_each_language
from app.base.i18n.formats import isolated
from app.cards.gallery.notation import card_of
from app.cards.gallery.wording import name_in_text
from engine import narration
from engine.cards import CardNotation
from engine.events import Event
from engine.narration import Names, Sentence


class _Visitors:
    """The language of the present visitor."""

    gettext = staticmethod(gettext)
    ngettext = staticmethod(ngettext)

    def card(self, card: CardNotation) -> str:
        """Return the name of a card as it is printed in this language."""
        return _printed(card) if isinstance(card, str) else name_in_text(card_of(card))


class _Marking(_Visitors):
    """Names with a mark around each card's name that identifies the card."""

    def card(self, card: CardNotation) -> str:
        """Return the name of a card within its mark: a slug, or for a designed card its notation, quoted."""
        return (
            _marked(card)
            if isinstance(card, str)
            else f"{CARD}{quote(json.dumps(card))}{NAME}{super().card(card)}{END}"
        )


@once_in_each_language
def _printed(slug: str) -> str:
    return name_in_text(card_of(slug))


@once_in_each_language
def _marked(slug: str) -> str:
    return f"{CARD}{slug}{NAME}{_printed(slug)}{END}"


CARD, NAME, END = "\ue000", "\ue001", "\ue002"  # no name of a player or a card can hold them
CACHE_SIZE: Final = 4096
MARK: Final = re.compile(f"{CARD}([^{NAME}]*){NAME}([^{END}]*){END}")
VISITORS: Final = _Visitors()
MARKING: Final = _Marking()


def narrate(events: Sequence[Event], names: Names) -> list[Sentence | None]:
    """Return for each event, in order, its sentence or None; `names` are the players' by seat."""
    return narration.narrate(events, {seat: isolated(name) for seat, name in names.items()}, VISITORS)


def narrate_marked(events: Sequence[Event], names: Names) -> list[Sentence | None]:
    """Return the events in sentences with marks around the names of cards, for `log_html`; `plain` takes them away."""
    return narration.narrate(events, {seat: isolated(name) for seat, name in names.items()}, MARKING)


def plain(sentences: Sequence[Sentence | None]) -> list[Sentence | None]:
    return [
        Sentence(sentence.kind, _plain(sentence.text)) if sentence and CARD in sentence.text else sentence
        for sentence in sentences
    ]


@lru_cache(CACHE_SIZE)
def _plain(text: str) -> str:
    return MARK.sub(r"\2", text)
