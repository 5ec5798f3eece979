"""The parts of a table that are drawn for each side: name plate, hand or pile, both lanes; in a draft the growing deck.

Shared by the live board and by replays. A zone is the HTML of an element with a stable id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from app.matches import board, draft
from app.matches.about import About, Person
from app.matches.looking import Look
from app.matches.pieces import LANES, Forecast, Hand, HandItem, Pile, Realm
from app.templating import CUT, Pen, Templates

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


Recipe = tuple[Any, ...]
"""How a zone is drawn: a function, and its arguments after the pen. Equal recipes give the same HTML, so that what has
not changed is neither drawn nor sent."""
Parts = tuple[str, ...]
"""The HTML of a zone in parts, of which most are found again in the same zone later, in others and in other matches."""


def parts(pen: Pen, recipe: Recipe) -> Parts:
    """The HTML of a zone, in parts."""
    make: Callable[..., Parts] = recipe[0]
    return make(pen, *recipe[1:]) if make is _turn else pen.zone(*recipe)  # a turn is never the same twice


def draw(pen: Pen, recipe: Recipe) -> Markup:
    """The HTML of a zone."""
    return Markup("".join(parts(pen, recipe)))


def drawn(templates: Templates, name: str, context: Mapping[str, Any]) -> Markup:
    """One zone, in the current language."""
    return Markup(templates.text(name, context).strip())


def ready(html: Markup) -> Recipe:
    """The recipe of what has been drawn already."""
    return (_as_it_is, html)


def _as_it_is(_: Pen, html: Markup) -> Parts:
    return (str(html),)


def turn(seq: int, seat: str | None, choices: str = NO_CHOICES) -> Recipe:
    """What the script needs to know: the number of actions, the viewer's seat, its choices as JSON."""
    return (_turn, seq, seat or "", choices)


def _turn(pen: Pen, seq: int, seat: str, choices: str) -> Parts:
    before, between, after = pen.parts("board/turn.html", seat=seat, seq=CUT, choices=CUT)
    return (f"{before}{seq}{between}{escape(choices)}{after}",)


SELDOM: Final = {
    "result": "board/result.html",
    "menu": "board/menu.html",
    "cover": "match/cover.html",
    "absent": "match/absent.html",
    "offer": "board/offer.html",
}


def seldom(around: Around, playing: bool) -> dict[str, Recipe]:
    """The zones of every stage that change when something else than a card does; `playing`: there is a table."""
    return {name: (_seldom, name, around, playing) for name in SELDOM if playing or name != "offer"}


def _seldom(pen: Pen, name: str, around: Around, playing: bool) -> Parts:
    viewer = around.look.viewer
    context = {**around._asdict(), "viewer": viewer, "other": "A" if viewer == "B" else "B", "playing": playing}
    return (str(drawn(pen.templates, SELDOM[name], context)),)


def middle(people: People, model: board.Board) -> dict[str, Recipe]:
    """The zones of a table that belong to neither side."""
    return {"status": (_status, model.doing, people), "order": (_order, model.returning)}


def _status(pen: Pen, doing: board.Doing, people: People) -> Parts:
    frame = pen.parts("board/status.html", b=doing._replace(outlook=None), people=people, gist=CUT)
    return _filled(frame, pen.parts("board/gist.html", outlook=doing.outlook))


def _order(pen: Pen, returning: board.Returning | None) -> Parts:
    return (str(drawn(pen.templates, "board/order.html", {"returning": returning})),)


def sides(people: Mapping[str, Person], model: board.Board) -> dict[str, Recipe]:
    """The zones of both players (`people` by seat) of a table."""
    zones: dict[str, Recipe] = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        who, hand, own = people[seat], model.hands[seat], seat == model.viewer
        zones[f"bar-{seat}"] = _bar_recipe(who, hand, model, side)
        if isinstance(hand, Pile):
            zones[f"hand-{seat}"] = (_pile, hand)
        else:
            zones[f"hand-{seat}"] = (_hand, hand, own, own and model.can_act, "" if own else who.name)
        for lane in LANES:
            key = f"{seat}-{lane}"
            zones[f"realm-{key}"] = (_realm, model.realms[key], side, own, who.name)
    return zones


def _bar_recipe(who: Person, hand: Hand | Pile, model: board.Board, side: str) -> Recipe:
    active = model.active == hand.seat and model.phase != "over"
    gems, mana = (model.gems, model.mana) if active else (0, 0)
    next_mana = hand.mana if isinstance(hand, Pile) else None
    return (_bar, hand.seat, side, who, active, hand.side, hand.hp, hand.forecast, gems, mana, next_mana)


def _bar(
    pen: Pen, seat: str, side: str, who: Person, active: bool, fort: str, hp: int, forecast: Forecast | None,
    gems: int, mana: int, next_mana: int | None,
) -> Parts:  # fmt: skip
    frame = pen.parts("board/bar.html", seat=seat, side=side, who=who, active=active, health=CUT, mana=CUT)
    health = pen.parts("board/hp.html", seat=seat, fort=fort, hp=hp, forecast=forecast)
    waiting = None if active else next_mana
    return _filled(frame, health, pen.parts("board/mana.html", seat=seat, gems=gems, mana=mana, next_mana=waiting))


def _pile(pen: Pen, pile: Pile) -> Parts:
    return (str(drawn(pen.templates, "board/pile.html", {"pile": pile})),)


def _hand(pen: Pen, hand: Hand, own: bool, turn: bool, player: str) -> Parts:
    """A hand; `turn` says that its owner may act, and looks at it."""
    items = hand.items
    frame = pen.parts(
        "board/hand.html", seat=hand.seat, count=len(items), side=hand.side, hp=hand.hp, champion=hand.champion,
        own=own, player=player, pieces=CUT,
    )  # fmt: skip
    return _filled(frame, chain.from_iterable([_held(pen, hand, item, own, turn) for item in items]))


def _held(pen: Pen, hand: Hand, item: HandItem, own: bool, turn: bool) -> Parts:
    """One place of a hand; only the fortress is drawn anew when its HP change."""
    hp, forecast = (hand.hp, hand.forecast) if item.fortress else (None, None)
    return pen.parts("board/held.html", item=item, own=own, turn=turn, hp=hp, forecast=forecast)


def _realm(pen: Pen, realm: Realm, side: str, own: bool, player: str) -> Parts:
    """A lane of one player."""
    creatures = [
        pen.parts("board/in_play.html", c=c._replace(place=0, lane=""), first=not c.place) for c in realm.creatures
    ]
    frame = pen.parts(
        "board/realm.html", seat=realm.seat, lane=realm.lane, count=len(creatures), side=side, own=own, player=player,
        pieces=CUT,
    )  # fmt: skip
    return _filled(frame, chain.from_iterable(creatures))


def _filled(frame: Parts, *contents: Iterable[str]) -> Parts:
    """A frame with what lies in it, each content at the next cut; a frame that shows none of them is not cut."""
    assert len(frame) in (1, len(contents) + 1), "a cut for each content"
    filled = [frame[0]]
    for content, after in zip(contents, frame[1:], strict=False):
        filled += (*content, after)
    return tuple(filled)


def decks(templates: Templates, context: Mapping[str, Any], model: draft.Draft) -> dict[str, Markup]:
    """The zones of both players of a draft; `context` has `people` by seat, `d` is the model."""
    zones: dict[str, Markup] = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        shown = {**context, "seat": seat, "side": side, "who": context["people"][seat]}
        zones[f"deck-{seat}"] = drawn(templates, "draft/deck.html", shown)
    return zones
