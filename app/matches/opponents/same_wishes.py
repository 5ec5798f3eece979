"""The wishes of a match, for another one with the same opponent."""

from __future__ import annotations

import secrets

from app.matches.features.clock import clock_option
from app.matches.features.series import BEST_OF, DECKS
from app.matches.match_row import MatchRow
from app.matches.schemas import NewMatch
from app.players.player import Player
from engine.setup import options


def same_wishes(row: MatchRow | None, player: Player) -> NewMatch:
    """Return a match with everything that was chosen for this one, the player's preconstructed deck included; the usual
    one where there is none. Who sits where and who starts is left to chance again."""
    if row is None:
        return NewMatch(deck=secrets.choice(options.DECKS))
    chosen = row.options
    deck = next((chosen["decks"][seat] for seat in row.seats_of(player.id) if seat in chosen["decks"]), None)
    return NewMatch.model_validate(
        {
            "edition": row.edition,
            "format": row.format,
            "sets": chosen["sets"],
            "champions": chosen["champions"],
            "deck": deck or secrets.choice(options.DECKS),
            "mirror": chosen.get("mirror", False),
            "undo": chosen.get("undo", True),
            "preview": chosen.get("preview", True),
            "clock": clock_option(row),
            "best_of": BEST_OF.of(row),
            "series_decks": DECKS.of(row) or "kept",
            "rated": row.rated or None,
        }
    )
