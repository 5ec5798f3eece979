"""The zones of a table: name plates, hands or piles, lanes, the status line; and those around it.

A zone is the HTML of an element with a stable id, which is replaced as a whole. It is a plain value of everything that
its HTML depends on: equal zones have equal HTML, so that unchanged ones are neither drawn nor sent. Shared by the live
board, replays and lessons (docs/drawing.md).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

import orjson
from markupsafe import Markup, escape

from app.matches.features import FEATURES
from app.matches.reader_role import part_in
from app.table import board, draft
from app.table.clocks import ClockFace
from app.table.match_summary import MatchSummary, Person
from app.table.pieces import Forecast, HandRow, Pile, Realm, creatures_of, hand_items
from app.table.standing import Standing
from app.table.viewpoint import Viewpoint
from app.web.templating import FragmentCache, Templates
from engine.actions import LANES
from engine.seat import BySeat, Seat, Viewer, other

NO_CLOCKS: Final[Mapping[Seat, ClockFace]] = {}
BATTERED_BELOW: Final = 5
"""HP of a fortress below which the bridges to it look more battered."""


class Zone(Hashable, Protocol):
    """A part of the page that is replaced as a whole; equal zones give the same HTML."""

    def html(self, fragments: FragmentCache) -> str: ...


Zones = dict[str, Zone]
"""The zones of a page by name."""


class People(NamedTuple):
    """Both persons; templates find one by its seat, too."""

    A: Person
    B: Person

    @property
    def by_seat(self) -> BySeat[Person]:
        """The same as a dictionary."""
        return {"A": self.A, "B": self.B}


class PageContext(NamedTuple):
    """The context that stays while only cards move: the match apart from its cards, its people, and the viewpoint."""

    summary: MatchSummary
    people: People
    viewpoint: Viewpoint


class DrawnZone(NamedTuple):
    """A zone that has been drawn already."""

    drawn: str

    def html(self, fragments: FragmentCache) -> str:
        return self.drawn


class TurnZone(NamedTuple):
    """The data for the script: the number of actions, the viewer's seat and choices, and whose turn it is."""

    seq: int
    seat: str | None
    choices: Sequence[board.OfferedAction] = ()
    standing: Standing = Standing()

    def html(self, fragments: FragmentCache) -> str:
        """No template, because it is never the same twice. The buttons' own actions are left out."""
        choices = [
            {"action": each.action, "ask": each.ask} for each in self.choices if each.action["type"] in board.PLAYS
        ]
        state, turn, words = self.standing
        standing = f' data-state="{state}" data-turn="{turn}" data-words="{escape(words)}"' if state else ""
        return (
            f'<div id="turn" hidden data-seq="{self.seq}" data-seat="{self.seat or ""}"'
            f' data-choices="{escape(orjson.dumps(choices).decode())}"{standing}></div>'
        )


class MatchZone(NamedTuple):
    """A zone that changes when something else than a card does; `people` where it may name them."""

    template: str
    summary: MatchSummary
    people: People | None
    viewpoint: Viewpoint
    playing: bool

    def html(self, fragments: FragmentCache) -> str:
        viewer = self.viewpoint.viewer
        return fragments.fragment(
            self.template, summary=self.summary, people=self.people, viewpoint=self.viewpoint, viewer=viewer,
            other=other(viewer or "A"), playing=self.playing, features=FEATURES,
        )  # fmt: skip


MATCH_ZONES: Final = {
    "result": "table/result.html",
    "menu": "table/menu.html",
    "cover": "play/cover.html",
    "absent": "play/absent.html",
    "offer": "table/offer.html",
}


def match_zones(page: PageContext, playing: bool) -> Zones:
    """Return the zones of every stage that change when something else than a card does; `playing`: there is a table.

    Most are the same in all matches: links need its id only at the end, and the menu names nobody.
    """
    linked = page.summary.over or page.summary.pairs or page.summary.features.get("coach_sees")
    summary = page.summary if linked else page.summary._replace(id="")
    return {
        name: MatchZone(template, summary, None if name == "menu" else page.people, page.viewpoint, playing)
        for name, template in MATCH_ZONES.items()
        if playing or name != "offer"
    }


class AwayZone(NamedTuple):
    """A notice that the awaited `player` (a name; empty: nobody) is not connected; `due`: when the viewer may claim, in
    seconds since 1970, None for a spectator."""

    player: str = ""
    due: int | None = None

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("table/away.html", player=self.player, due=self.due)


class StatusZone(NamedTuple):
    """The status line with the buttons; `player` is the name in it, `thinks` whether that player is a bot."""

    line: board.StatusLine
    player: str
    thinks: bool

    def html(self, fragments: FragmentCache) -> str:
        """The outlook changes more often than the rest."""
        outlook = fragments.fragment("table/gist.html", outlook=self.line.outlook)
        warns = self.line.outlook is not None and self.line.outlook.is_waste
        line = self.line._replace(outlook=None)
        return fragments.around(
            outlook, "table/status.html", b=line, player=self.player, thinks=self.thinks, warns=warns
        )


class ClocksZone(NamedTuple):
    """Both clocks, where there is no table yet."""

    faces: tuple[tuple[Seat, ClockFace], ...]
    people: People
    viewer: Viewer

    def html(self, fragments: FragmentCache) -> str:
        """It is never the same twice."""
        people = self.people.by_seat
        drawn = [
            (people[seat].name, Markup(face.html(fragments, people[seat].name, own=seat == self.viewer)))
            for seat, face in self.faces
        ]
        return fragments.fresh("table/clocks.html", clocks=drawn)


class OrderZone(NamedTuple):
    """The cards that their owner must put in order."""

    returning: board.Returning | None

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("table/order.html", returning=self.returning)


class BarZone(NamedTuple):
    """The name plate of `seat`: HP and forecast of the fortress whose side `fort` is up, `mana` left of `gems`, and the
    clock; `own`: the viewer's."""

    seat: str
    side: str
    who: Person
    active: bool
    fort: str
    hp: int
    forecast: Forecast | None
    gems: int
    mana: int
    next_mana: int | None
    clock: ClockFace | None = None
    own: bool = False
    acting: int | None = None  # who of a pair has this turn

    def html(self, fragments: FragmentCache) -> str:
        """Only the frame has a name in it."""
        hp = fragments.fragment("table/hp.html", seat=self.seat, fort=self.fort, hp=self.hp, forecast=self.forecast)
        mana = fragments.fragment(
            "table/mana.html", seat=self.seat, gems=self.gems, mana=self.mana, next_mana=self.next_mana
        )
        inner = f"{hp}\n{mana}"
        if self.clock is not None:
            inner = f"{self.clock.html(fragments, self.who.name, own=self.own)}\n{inner}"
        return fragments.around(
            inner, "table/bar.html", seat=self.seat, side=self.side, who=self.who, active=self.active,
            acting=self.acting,
        )  # fmt: skip


class PileZone(NamedTuple):
    """The automaton's cards."""

    pile: Pile

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("table/pile.html", pile=self.pile)


class HandZone(NamedTuple):
    """A hand; `own`: the viewer's. `player` is the name of any other owner."""

    hand: HandRow
    own: bool
    player: str

    def html(self, fragments: FragmentCache) -> str:
        """Draw each card once for all hands; only the fortress is redrawn, when its HP change."""
        hand, own = self.hand, self.own
        items = hand_items(hand.seat, hand.row, hand.side, hand.legal, hand.means)
        held = [
            fragments.around(
                str(place), "table/held.html", item=item, own=own,
                hp=hand.hp if item.fortress else None, forecast=hand.forecast if item.fortress else None,
            )
            for place, item in enumerate(items)
        ]  # fmt: skip
        return fragments.around(
            "".join(held), "table/hand.html", seat=hand.seat, count=len(items), side=hand.side, hp=hand.hp,
            champion=hand.champion, own=own, player=self.player,
        )  # fmt: skip


class RealmZone(NamedTuple):
    """One lane of one player, on the `side` "near" or "far"; `own`: of the viewer."""

    realm: Realm
    side: str
    own: bool
    player: str

    def html(self, fragments: FragmentCache) -> str:
        """Draw each creature once for all indices."""
        realm = self.realm
        drawn = [
            fragments.fragment("table/in_play.html", c=creature._replace(place=0, lane=""), first=not creature.place)
            for creature in creatures_of(*realm)
        ]
        return fragments.around(
            "".join(drawn), "table/realm.html", seat=realm.seat, lane=realm.lane, count=len(drawn), side=self.side,
            own=self.own, player=self.player,
        )  # fmt: skip


class BridgeZone(NamedTuple):
    """The bridge of a lane, and the wear of its two halves, "near" and "far"."""

    lane: str
    near: int
    far: int

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("table/bridge.html", lane=self.lane, near=self.near, far=self.far)


def shared_zones(people: Mapping[Seat, Person], model: board.Board) -> Zones:
    """Return the zones of a table that belong to neither side; `people` by seat."""
    line = model.status_line
    named = _named_player(people, line, model.public.turn)
    return {
        "status": StatusZone(line, named, people[line.active].presence == "bot"),
        "order": OrderZone(model.returning),
    }


def _named_player(people: Mapping[Seat, Person], line: board.StatusLine, turn: int) -> str:
    """Return the name of the player the status line is about; "" where it speaks to the viewer, or of a draw."""
    seat = line.winner if line.phase == "over" else line.returning.owner if line.returning else line.active
    if line.can_act or seat is None or seat == "draw":
        return ""
    return people[seat].named_in(turn if seat == line.active and line.phase != "over" else 0)


def side_zones(
    people: Mapping[Seat, Person], model: board.Board, clocks: Mapping[Seat, ClockFace] = NO_CLOCKS
) -> Zones:
    """Return the zones of both players (`people` and `clocks` by seat) of a table."""
    zones: Zones = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        who, hand, own = people[seat], model.hands[seat], seat == model.viewer
        zones[f"bar-{seat}"] = _bar(who, hand, model, side)._replace(clock=clocks.get(seat), own=own)
        if isinstance(hand, Pile):
            zones[f"hand-{seat}"] = PileZone(hand)
        else:
            zones[f"hand-{seat}"] = HandZone(hand, own, "" if own else who.name)
        for lane in LANES:
            key = f"{seat}-{lane}"
            zones[f"realm-{key}"] = RealmZone(model.realms[key], side, own, who.name)
    near, far = (_wear(model.hands[seat]) for seat in (model.near, model.far))
    for lane in LANES:
        zones[f"bridge-{lane}"] = BridgeZone(lane, near, far)
    return zones


def _wear(hand: HandRow | Pile) -> int:
    """Return the wear of a side's bridges, by its fortress: 0 (whole) to 3."""
    return 2 * (hand.side == "fort") + (hand.hp < BATTERED_BELOW)


def _bar(who: Person, hand: HandRow | Pile, model: board.Board, side: str) -> BarZone:
    public = model.public
    active = public.active == hand.seat and public.phase != "over"
    gems, mana = (public.gems, public.mana) if active else (0, 0)
    next_mana = hand.mana if isinstance(hand, Pile) and not active else None
    bar = BarZone(hand.seat, side, who, active, hand.side, hand.hp, hand.forecast, gems, mana, next_mana)
    return bar._replace(acting=part_in(public.turn)) if active and who.members else bar


def draft_zones(
    fragments: FragmentCache, context: Mapping[str, object], people: BySeat[Person], model: draft.DraftBoard
) -> Zones:
    """Return the zones of both players of a draft; in `context` `d` is the model."""
    zones: Zones = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        shown = {**context, "seat": seat, "side": side, "who": people[seat]}
        zones[f"deck-{seat}"] = DrawnZone(fragments.fresh("table/draft/deck.html", **shown))
    return zones


def table_zones(
    people: Mapping[Seat, Person], model: board.Board, clocks: Mapping[Seat, ClockFace] = NO_CLOCKS
) -> Zones:
    """Return all zones of a table in play or over; `people` and `clocks` by seat."""
    return shared_zones(people, model) | side_zones(people, model, clocks)


def rendered(templates: Templates, name: str, context: Mapping[str, object]) -> Markup:
    """Return one zone, in the current language."""
    return Markup(templates.text(name, context).strip())


def drawn_zones(fragments: FragmentCache, zones: Zones) -> dict[str, Markup]:
    """Return the HTML of all zones, for the templates of a whole stage."""
    return {name: Markup(zone.html(fragments)) for name, zone in zones.items()}


def drawn_changes(fragments: FragmentCache, before: Zones, now: Zones) -> list[str]:
    """Return the HTML of the zones that differ from those before."""
    return [
        zone.html(fragments) for name, zone in now.items() if (shown := before.get(name)) is not zone and shown != zone
    ]
