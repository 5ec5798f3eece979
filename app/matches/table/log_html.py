"""Lines of a match's log as HTML: each with a small picture, and the wounds of an attack in the attack's own line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

from markupsafe import escape

from app.base.drawing.renderer import FragmentCache
from app.cards.gallery.icons import UI, card_icon
from app.cards.gallery.looks import accent
from app.cards.gallery.notation import card_of
from app.matches.table.narration import CACHE_SIZE, MARK
from engine import cards
from engine.cards import CardNotation
from engine.events import Event
from engine.narration import Sentence

BLOWS: Final = ("attack", "cast")
FOLDED: Final = ("sprint", "wounded", "absorbed", "immune", "fortress_hit", "pile_hit")
PICTURES: Final = {
    "assault_began": "attack",
    "bastion_fell": "fortress.fort",
    "fort_fell": "fortress.fort",
    "fort_turned": "fortress.bastion",
    "fortress_hit": "fortress.bastion",
    "mana": "mana",
    "over": "trophy",
    "pile_hit": "fortress.bastion",
    "regeneration": "ability.regeneration",
    "blood_price": "ability.blood-price",
    "undone": "undo",
    "taken_back": "undo",
}
"""The icons for events that are about no card, by keys of the site's icons."""


class StepLink(NamedTuple):
    """The link at each line of a replay to its step."""

    step: int
    address: str
    label: str

    def __str__(self) -> str:
        return (
            f'<a class="line-step" href="{escape(self.address)}" data-step="{self.step}" tabindex="-1"'
            f' aria-label="{escape(self.label)}"></a>'
        )


def log_html(
    fragments: FragmentCache,
    events: Sequence[Event],
    lines: Sequence[Sentence | None],
    link: StepLink | None = None,
) -> str:
    """Return the lines of these events (`narration.narrate_marked`), one for each, as items of a list.

    Names of cards are no tab stops: arrow keys lead to them (static/js/match/log_keys.js).
    """
    at = "" if link is None else f' data-at="{link.step}"'
    items: list[list[str]] = []
    blow = False
    for event, line in zip(events, lines, strict=True):
        if line is None:
            continue
        if blow and event["type"] in FOLDED:
            items[-1].insert(-1, f' <span class="line-wound">{_words(line.text)}</span>')
            continue
        blow = event["type"] in BLOWS
        shown = f"{link or ''}{_picture(fragments, event)}{_words(line.text)}"
        items.append([f'<li class="line line-{line.kind}"{at}>{shown}', "</li>"])
    return "".join(["".join(parts) for parts in items])


@lru_cache(CACHE_SIZE)
def _words(text: str) -> str:
    """Return a sentence in which the names of cards lead to them."""
    return MARK.sub(_name, str(escape(text)))


def _name(found: re.Match[str]) -> str:
    """Return the name of a printed card as a link to its page, that of a designed one as a button that shows it."""
    card, name = found.groups()
    if card in cards.ALL:
        return f'<a class="line-card" href="/cards/{card}" target="_blank" tabindex="-1">{name}</a>'
    face = f"/cards/face?card={card}"
    return f'<button class="line-card" type="button" data-face="{face}" tabindex="-1">{name}</button>'


def _picture(fragments: FragmentCache, event: Event) -> str:
    """Return the picture of the event's card, or of the event itself; nothing where there is none."""
    card = event.get("card")
    if card is not None:
        shown = card_of(cast("CardNotation", card))
        return fragments.fragment("matches/table/line_picture.html", icon=card_icon(shown), accent=accent(shown))
    key = PICTURES.get(event["type"])
    return fragments.fragment("matches/table/line_picture.html", icon=UI[key], accent="") if key else ""
