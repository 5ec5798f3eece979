"""The context of templates/matches/play/join.html."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.cards.gallery.starters import Starter
from app.matches.table.showpiece import BLOW, PushedFortress


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinPage:
    """A free seat. `what` and `options`: the match in words; `decks` to choose from, of which that of number
    `chosen` is the most even (`even` names both if no pair is more so), or the name of the `mirrored` one; `name`
    is the visitor's, `error` the sentence of a refusal, `site` the address for previews of the link."""

    id: str
    host: str
    what: str
    options: Sequence[str]
    decks: Sequence[Starter]
    chosen: int
    even: str
    mirrored: str
    rated: bool
    public: bool
    name: str
    error: str
    site: str
    blow: PushedFortress = BLOW
