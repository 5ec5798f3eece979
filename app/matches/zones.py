"""The parts of a table that are drawn for each side: name plate, hand or pile, both lanes; in a draft the growing deck.

Shared by the live board and by replays. A zone is the HTML of an element with a stable id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from app.matches import board, draft
from app.matches.about import About, Person
from app.matches.looking import Look
from app.matches.pieces import LANES, Hand, HandItem, Pile, Realm
from app.templating import Pen, Templates

PIECES, SEQ, CHOICES = (Markup(f"\x02{name}\x03") for name in ("pieces", "seq", "choices"))
"""Each stands in a drawn frame for what lies in it: frame and pieces are drawn once, and put together often."""
NO_CHOICES: Final = "[]"


class People(NamedTuple):
    """Both persons; templates find one by its seat, too."""

    A: Person
    B: Person

    @property
    def by_seat(self) -> dict[str, Person]:
        """The same as a dictionary."""
        return {"A": self.A, "B": self.B}


class Around(NamedTuple):
    """What stays while only cards move: the match apart from its cards, its people, and how one looks at it."""

    about: About
    people: People
    look: Look


def drawn(templates: Templates, name: str, context: Mapping[str, Any]) -> Markup:
    """One zone, in the current language."""
    return Markup(templates.text(name, context).strip())


def turn(pen: Pen, seq: int, seat: str | None, choices: str = NO_CHOICES) -> Markup:
    """What the script needs to know: the number of actions, the viewer's seat, its choices as JSON."""
    frame = pen.fragment("board/turn.html", seat=seat or "", seq=SEQ, choices=CHOICES)
    return Markup(str.replace(frame, SEQ, str(seq)).replace(CHOICES, escape(choices)))


def seldom(pen: Pen, around: Around, playing: bool) -> dict[str, Markup]:
    """The zones of every stage that change when something else than a card does; `playing`: there is a table."""
    look = around.look
    viewer = look.viewer
    context = {
        "about": around.about, "people": around.people, "look": look, "viewer": viewer, "playing": playing,
        "other": "A" if viewer == "B" else "B",
    }  # fmt: skip
    shown = {"result": "board/result.html", "menu": "board/menu.html", "cover": "match/cover.html"}
    shown["absent"] = "match/absent.html"
    if playing:
        shown["offer"] = "board/offer.html"
    return {name: drawn(pen.templates, template, context) for name, template in shown.items()}


def sides(pen: Pen, people: Mapping[str, Person], model: board.Board) -> dict[str, Markup]:
    """The zones of both players (`people` by seat) of a table."""
    zones: dict[str, Markup] = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        own, name = seat == model.viewer, people[seat].name
        hand = model.hands[seat]
        zones[f"bar-{seat}"] = _bar(pen, people[seat], model, seat, side)
        if isinstance(hand, Pile):
            zones[f"hand-{seat}"] = pen.fragment("board/pile.html", pile=hand)
        else:
            zones[f"hand-{seat}"] = pen.zone(_hand, hand, own, own and model.can_act, name)
        for lane in LANES:
            key = f"{seat}-{lane}"
            zones[f"realm-{key}"] = pen.zone(_realm, model.realms[key], side, own, name)
    return zones


def _bar(pen: Pen, who: Person, model: board.Board, seat: str, side: str) -> Markup:
    hand = model.hands[seat]
    active = model.active == seat and model.phase != "over"
    return pen.fragment(
        "board/bar.html", seat=seat, side=side, who=who, active=active, fort=hand.side, hp=hand.hp,
        forecast=hand.forecast,
        gems=model.gems if active else 0, mana=model.mana if active else 0,
        next_mana=hand.mana if isinstance(hand, Pile) else None,
    )  # fmt: skip


def _hand(pen: Pen, hand: Hand, own: bool, turn: bool, player: str) -> Markup:
    """A hand; `turn` says that its owner may act, and looks at it."""
    held = [_held(pen, hand, item, own, turn) for item in hand.items]
    frame = pen.fragment(
        "board/hand.html", seat=hand.seat, count=len(hand.items), side=hand.side, hp=hand.hp, champion=hand.champion,
        own=own, player="" if own else player, pieces=PIECES,
    )  # fmt: skip
    return _filled(frame, held)


def _held(pen: Pen, hand: Hand, item: HandItem, own: bool, turn: bool) -> Markup:
    """One place of a hand; only the fortress is drawn anew when its HP change."""
    hp, forecast = (hand.hp, hand.forecast) if item.fortress else (None, None)
    return pen.fragment("board/held.html", item=item, own=own, turn=turn, hp=hp, forecast=forecast)


def _realm(pen: Pen, realm: Realm, side: str, own: bool, player: str) -> Markup:
    """A lane of one player."""
    creatures = [
        pen.fragment("board/in_play.html", c=c._replace(place=0, lane=""), first=not c.place) for c in realm.creatures
    ]
    frame = pen.fragment(
        "board/realm.html", seat=realm.seat, lane=realm.lane, count=len(creatures), side=side, own=own, player=player,
        pieces=PIECES,
    )  # fmt: skip
    return _filled(frame, creatures)


def _filled(frame: Markup, pieces: list[Markup]) -> Markup:
    return Markup(str.replace(frame, PIECES, "\n".join(pieces)))


def decks(templates: Templates, context: Mapping[str, Any], model: draft.Draft) -> dict[str, Markup]:
    """The zones of both players of a draft; `context` has `people` by seat, `d` is the model."""
    zones: dict[str, Markup] = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        shown = {**context, "seat": seat, "side": side, "who": context["people"][seat]}
        zones[f"deck-{seat}"] = drawn(templates, "draft/deck.html", shown)
    return zones
