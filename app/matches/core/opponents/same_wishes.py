"""The wishes of a match, for another one like it."""

from __future__ import annotations

from app.matches.core.features import that_have
from app.matches.core.match_row import MatchRow
from app.matches.core.schemas import NewMatch, Wishes, even_deck
from app.people.players.player import Player
from engine.editions import DEFAULT
from engine.setup.options import POSITION


def same_wishes(row: MatchRow | None, player: Player) -> NewMatch:
    """Return a match with everything that was chosen for this one, the player's preconstructed deck included; the usual
    one where there is none, or one from a position. Seats and start are left to chance again."""
    if row is None or row.format == POSITION:
        return NewMatch(deck=even_deck(DEFAULT))
    decks = row.options["decks"]
    deck = next((decks[seat] for seat in row.seats_of(player.id) if seat in decks), None)
    of_features = {
        key: value
        for feature in that_have("preferred_options")
        for key, value in feature.preferred_options(row).items()
    }
    own = {"deck": deck or even_deck(row.edition), "rated": row.rated or None}
    return NewMatch.model_validate({**dict(Wishes.of(row)), **of_features, **own})
