"""The narration of a match in the visitor's language, and as lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import escape

from app.cards.notation import card_of
from app.cards.wording import card_name
from app.i18n import gettext, ngettext
from app.i18n.formats import isolated
from engine import narration
from engine.cards import CardNotation
from engine.events import Event
from engine.narration import Names, NarratedLine


class _Visitors:
    """The language of the visitor who is served now."""

    gettext = staticmethod(gettext)
    ngettext = staticmethod(ngettext)

    def card(self, card: CardNotation) -> str:
        """Return the name of a card as it is printed in this language."""
        return isolated(card_name(card_of(card)))


VISITORS: Final = _Visitors()


def narrate(events: Sequence[Event], names: Names) -> list[NarratedLine | None]:
    """Return for each event, in order, its sentence or None; `names` are the players' by seat."""
    return narration.narrate(events, {seat: isolated(name) for seat, name in names.items()}, VISITORS)


def as_html(lines: Sequence[NarratedLine | None]) -> str:
    """Return the sentences as lines of the log."""
    return "".join(f'<li class="line line-{line.kind}">{escape(line.text)}</li>' for line in lines if line)
