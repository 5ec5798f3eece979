"""A designed card as a short text code (`app.cards.gallery.codes`).

Bytes: attack (10 is X) and health in one; the icon's number; how many abilities; a byte for each (its number in R8's
table, +128 for its Aura); the name in UTF-8. The cost follows from R9.6.
"""

from __future__ import annotations

from typing import Final

from app.base.errors import AppError, Code
from app.cards.gallery import codes
from app.cards.gallery.designed_icons import DESIGNED, ICONS, known
from app.people.players.names import clean_text
from engine import abilities, cards
from engine.cards import Card
from engine.design import MAX_NAME, check_design, paid_cost
from engine.errors import EngineError
from engine.legible import is_legible

_X: Final = 10
_AURA: Final = 128
_PREFIX: Final = "aura:"
# New abilities go to the end of the table, so a number keeps its ability forever.
_SLUGS: Final = tuple(abilities.BY_SLUG)


def code_of(card: Card) -> str:
    attack = _X if "vulnerability" in card.printed else card.attack
    marks = bytes(_SLUGS.index(slug.removeprefix(_PREFIX)) + _AURA * slug.startswith(_PREFIX) for slug in card.printed)
    head = bytes((attack << 4 | card.health, ICONS.index(known(card.icon)), len(marks)))
    return codes.pack(codes.CARD, head + marks + card.name.encode())


def card_in(text: str) -> Card:
    """Return the card of the first card code in a text; an icon of a newer version becomes the plain one.

    AppError: code_missing, code_other_kind, code_newer, code_wrong.
    """
    payload = codes.unpack(codes.CARD, text)
    try:
        (first, icon, count), rest = payload[:3], payload[3:]
        shown = _notation(first, rest[:count], rest[count:].decode())
        picture = ICONS[icon] if icon < len(ICONS) else DESIGNED
        return check_design(priced({**shown, "icon": picture}))
    except (ValueError, EngineError):
        raise AppError(Code.code_wrong) from None
    except IndexError:
        raise AppError(Code.code_newer) from None


def _notation(first: int, marks: bytes, name: str) -> dict[str, object]:
    slugs = [_PREFIX * bool(mark & _AURA) + _SLUGS[mark & ~_AURA] for mark in marks]
    attack: int | str = "X" if first >> 4 == _X else first >> 4
    return {"name": named(name), "type": cards.CREATURE, "attack": attack, "health": first & 15, "abilities": slugs}


def named(text: str) -> str:
    """Return a card's name made harmless, as the engine takes it (R9.6); perhaps nothing is left."""
    cleaned = clean_text(text, MAX_NAME)
    return "".join(char for char in cleaned if char == " " or is_legible(f"x{char}")).strip()


def priced(shown: dict[str, object]) -> dict[str, object]:
    """Return a designed creature's notation with the cost that R9.6 gives it.

    BadPosition where it describes no card.
    """
    return {**shown, "cost": paid_cost(cards.designed({**shown, "cost": 0}))}
