"""The services that keep decks and designed cards."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.services import Base
from app.cards.decks.service import DeckService
from app.cards.designer.service import DesignService
from app.cards.gallery.drawing import HELPERS


@dataclass(frozen=True, kw_only=True)
class Cards:
    """The services of `app.cards`."""

    decks: DeckService
    designs: DesignService

    @classmethod
    def open(cls, base: Base) -> Cards:
        """Make the services of the district above `app.base`."""
        base.templates.offer(HELPERS)
        return cls(
            decks=DeckService(base.database, base.writer),
            designs=DesignService(base.database, base.writer),
        )
