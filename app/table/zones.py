"""The parts of a table that are drawn for each side: name plate, hand or pile, both lanes; in a draft the growing deck.

Shared by the live board and by replays. A zone is the HTML of an element with a stable id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from app.table import board, draft
from app.table.match_summary import MatchSummary, Person
from app.table.pieces import LANES, Forecast, Hand, HandItem, Pile, Realm
from app.table.viewpoint import Viewpoint
from app.web.templating import CUT, FragmentCache, Templates

NO_CHOICES: Final = "[]"


class People(NamedTuple):
    """Both persons; templates find one by its seat, too."""

    A: Person
    B: Person

    @property
    def by_seat(self) -> dict[str, Person]:
        """The same as a dictionary."""
        return {"A": self.A, "B": self.B}


class PageContext(NamedTuple):
    """The context that stays while only cards move: the match apart from its cards, its people, and the viewpoint."""

    summary: MatchSummary
    people: People
    viewpoint: Viewpoint


ZoneSpec = tuple[Any, ...]
"""How a zone is drawn: a function, and its arguments after the cache. Equal zone specs give the same HTML, so that what
has
not changed is neither drawn nor sent."""
Parts = tuple[str, ...]
"""The HTML of a zone in parts, of which most are found again in the same zone later, in others and in other matches."""


def zone_parts(fragments: FragmentCache, spec: ZoneSpec) -> Parts:
    """Return the HTML of a zone, in parts."""
    make: Callable[..., Parts] = spec[0]
    return make(fragments, *spec[1:]) if make is _turn else fragments.zone(*spec)  # a turn is never the same twice


def zone_html(fragments: FragmentCache, spec: ZoneSpec) -> Markup:
    """Return the HTML of a zone."""
    return Markup("".join(zone_parts(fragments, spec)))


def rendered(templates: Templates, name: str, context: Mapping[str, Any]) -> Markup:
    """Return one zone, in the current language."""
    return Markup(templates.text(name, context).strip())


def fixed_zone(html: Markup) -> ZoneSpec:
    """Return the zone spec of what has been drawn already."""
    return (_fixed, html)


def _fixed(_: FragmentCache, html: Markup) -> Parts:
    return (str(html),)


def turn_zone(seq: int, seat: str | None, choices: str = NO_CHOICES) -> ZoneSpec:
    """Return the zone of what the script needs: the number of actions, the viewer's seat, its choices as JSON."""
    return (_turn, seq, seat or "", choices)


def _turn(fragments: FragmentCache, seq: int, seat: str, choices: str) -> Parts:
    before, between, after = fragments.parts("table/turn.html", seat=seat, seq=CUT, choices=CUT)
    return (f"{before}{seq}{between}{escape(choices)}{after}",)


MATCH_ZONES: Final = {
    "result": "table/result.html",
    "menu": "table/menu.html",
    "cover": "play/cover.html",
    "absent": "play/absent.html",
    "offer": "table/offer.html",
}


def match_zones(page: PageContext, playing: bool) -> dict[str, ZoneSpec]:
    """Return the zones of every stage that change when something else than a card does; `playing`: there is a table."""
    return {name: (_match_zone, name, page, playing) for name in MATCH_ZONES if playing or name != "offer"}


def _match_zone(fragments: FragmentCache, name: str, page: PageContext, playing: bool) -> Parts:
    viewer = page.viewpoint.viewer
    context = {**page._asdict(), "viewer": viewer, "other": "A" if viewer == "B" else "B", "playing": playing}
    return (str(rendered(fragments.templates, MATCH_ZONES[name], context)),)


def shared_zones(people: People, model: board.Board) -> dict[str, ZoneSpec]:
    """Return the zones of a table that belong to neither side."""
    return {"status": (_status, model.status_line, people), "order": (_order, model.returning)}


def _status(fragments: FragmentCache, doing: board.StatusLine, people: People) -> Parts:
    frame = fragments.parts("table/status.html", b=doing._replace(outlook=None), people=people, gist=CUT)
    return _joined(frame, fragments.parts("table/gist.html", outlook=doing.outlook))


def _order(fragments: FragmentCache, returning: board.Returning | None) -> Parts:
    return (str(rendered(fragments.templates, "table/order.html", {"returning": returning})),)


def side_zones(people: Mapping[str, Person], model: board.Board) -> dict[str, ZoneSpec]:
    """Return the zones of both players (`people` by seat) of a table."""
    zones: dict[str, ZoneSpec] = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        who, hand, own = people[seat], model.hands[seat], seat == model.viewer
        zones[f"bar-{seat}"] = _bar_spec(who, hand, model, side)
        if isinstance(hand, Pile):
            zones[f"hand-{seat}"] = (_pile, hand)
        else:
            zones[f"hand-{seat}"] = (_hand, hand, own, own and model.can_act, "" if own else who.name)
        for lane in LANES:
            key = f"{seat}-{lane}"
            zones[f"realm-{key}"] = (_realm, model.realms[key], side, own, who.name)
    return zones


def _bar_spec(who: Person, hand: Hand | Pile, model: board.Board, side: str) -> ZoneSpec:
    active = model.active == hand.seat and model.phase != "over"
    gems, mana = (model.gems, model.mana) if active else (0, 0)
    next_mana = hand.mana if isinstance(hand, Pile) else None
    return (_bar, hand.seat, side, who, active, hand.side, hand.hp, hand.forecast, gems, mana, next_mana)


def _bar(
    fragments: FragmentCache, seat: str, side: str, who: Person, active: bool, fort: str, hp: int,
    forecast: Forecast | None,
    gems: int, mana: int, next_mana: int | None,
) -> Parts:  # fmt: skip
    frame = fragments.parts("table/bar.html", seat=seat, side=side, who=who, active=active, health=CUT, mana=CUT)
    health = fragments.parts("table/hp.html", seat=seat, fort=fort, hp=hp, forecast=forecast)
    waiting = None if active else next_mana
    return _joined(
        frame, health, fragments.parts("table/mana.html", seat=seat, gems=gems, mana=mana, next_mana=waiting)
    )


def _pile(fragments: FragmentCache, pile: Pile) -> Parts:
    return (str(rendered(fragments.templates, "table/pile.html", {"pile": pile})),)


def _hand(fragments: FragmentCache, hand: Hand, own: bool, turn: bool, player: str) -> Parts:
    """Return a hand; `turn` says that its owner may act, and looks at it."""
    items = hand.items
    frame = fragments.parts(
        "table/hand.html", seat=hand.seat, count=len(items), side=hand.side, hp=hand.hp, champion=hand.champion,
        own=own, player=player, pieces=CUT,
    )  # fmt: skip
    return _joined(frame, chain.from_iterable([_held(fragments, hand, item, own, turn) for item in items]))


def _held(fragments: FragmentCache, hand: Hand, item: HandItem, own: bool, turn: bool) -> Parts:
    """Return one place of a hand; only the fortress is drawn anew when its HP change."""
    hp, forecast = (hand.hp, hand.forecast) if item.fortress else (None, None)
    return fragments.parts("table/held.html", item=item, own=own, turn=turn, hp=hp, forecast=forecast)


def _realm(fragments: FragmentCache, realm: Realm, side: str, own: bool, player: str) -> Parts:
    """Return a lane of one player."""
    creatures = [
        fragments.parts("table/in_play.html", c=c._replace(place=0, lane=""), first=not c.place)
        for c in realm.creatures
    ]
    frame = fragments.parts(
        "table/realm.html", seat=realm.seat, lane=realm.lane, count=len(creatures), side=side, own=own, player=player,
        pieces=CUT,
    )  # fmt: skip
    return _joined(frame, chain.from_iterable(creatures))


def _joined(frame: Parts, *contents: Iterable[str]) -> Parts:
    """Return a frame with what lies in it, each content at the next cut; a frame that shows none of them is not cut."""
    assert len(frame) in (1, len(contents) + 1), "a cut for each content"
    filled = [frame[0]]
    for content, after in zip(contents, frame[1:], strict=False):
        filled += (*content, after)
    return tuple(filled)


def draft_zones(templates: Templates, context: Mapping[str, Any], model: draft.DraftBoard) -> dict[str, Markup]:
    """Return the zones of both players of a draft; `context` has `people` by seat, `d` is the model."""
    zones: dict[str, Markup] = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        shown = {**context, "seat": seat, "side": side, "who": context["people"][seat]}
        zones[f"deck-{seat}"] = rendered(templates, "table/draft/deck.html", shown)
    return zones
