"""The zones of a table: name plates, hands or piles, lanes, the status line; and those around it.

A zone is the HTML of an element with a stable id, which is replaced as a whole. It is a plain value of everything that
its HTML depends on: equal zones have equal HTML, so that unchanged ones are neither drawn nor sent. Shared by the live
board, replays and lessons (docs/drawing.md).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

import orjson
from markupsafe import Markup, escape

from app.base.drawing.renderer import SLOT, FragmentCache, Renderer
from app.matches.table import board
from app.matches.table.clocks import ClockFace
from app.matches.table.hands import HandItem, OpenHand, hand_items
from app.matches.table.match_summary import Person
from app.matches.table.pieces import Forecast
from app.matches.table.pile import Pile
from app.matches.table.realms import Placeless, Realm, placeless_of
from app.matches.table.scene import NOBODY, PeopleAtTable, Scene
from app.matches.table.standing import Standing
from engine.seat import Seat, Viewer

CACHE_SIZE: Final = 4096


class Zone(Hashable, Protocol):
    """A part of the page that is replaced as a whole; equal zones give the same HTML."""

    def html(self, fragments: FragmentCache) -> str: ...


Zones = dict[str, Zone]
"""The zones of a page by name."""


class DrawnZone(NamedTuple):
    """A zone that has been drawn already."""

    drawn: str

    def html(self, fragments: FragmentCache) -> str:
        return self.drawn


class TurnZone(NamedTuple):
    """The zone that the script reads: the number of actions, the viewer's seat and choices, and whose turn it is."""

    seq: int
    seat: str | None
    choices: Sequence[board.OfferedAction] = ()
    standing: Standing = Standing()

    def html(self, fragments: FragmentCache) -> str:
        """No template, because it is never the same twice. The buttons' own actions are left out."""
        choices = [
            {"action": action, "ask": ask} if hp is None else {"action": action, "ask": ask, "hp": hp}
            for action, ask, hp in self.choices
            if action["type"] in board.PLAYS
        ]
        # In single quotes, because JSON is full of double ones: each of them would take five characters.
        listed = orjson.dumps(choices).decode().replace("&", "&amp;").replace("'", "&#39;") if choices else "[]"
        return (
            f'<div id="turn" hidden data-seq="{self.seq}" data-seat="{self.seat or ""}"'
            f" data-choices='{listed}'{_standing_html(*self.standing)}></div>"
        )


@lru_cache(CACHE_SIZE)
def _standing_html(state: str, turn: int, words: str) -> str:
    return f' data-state="{state}" data-turn="{turn}" data-words="{escape(words)}"' if state else ""


class MatchZone(NamedTuple):
    """A zone that changes when something else than a card does."""

    template: str
    scene: Scene

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment(self.template, scene=self.scene)


MATCH_ZONES: Final = {
    "result": "matches/table/result.html",
    "menu": "matches/table/menu.html",
    "cover": "matches/play/cover.html",
    "absent": "matches/play/absent.html",
    "offer": "matches/table/offer.html",
}


def match_zones(scene: Scene) -> Zones:
    """Return the zones of every stage that change when something else than a card does.

    Most are the same in all matches: links need its id only at the end, and the menu names nobody.
    """
    if not (scene.over or scene.summary.pairs or scene.facts.get("coach_sees")):
        scene = scene._replace(summary=scene.summary._replace(id=""))
    unnamed = scene._replace(people=NOBODY)
    return {
        name: MatchZone(template, unnamed if name == "menu" else scene)
        for name, template in MATCH_ZONES.items()
        if scene.playing or name != "offer"
    }


class AwayZone(NamedTuple):
    """A notice that the awaited `player` (a name; empty: nobody) is not connected; `due`: when the viewer may claim, in
    seconds since 1970, None for a spectator."""

    player: str = ""
    due: int | None = None

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("matches/table/away.html", player=self.player, due=self.due)


class StatusZone(NamedTuple):
    """The status line with the buttons; `player` is the name in it, `thinks` whether that player is a bot, which
    `is_stuck` where it cannot."""

    line: board.StatusText
    player: str
    thinks: bool
    is_stuck: bool = False

    def html(self, fragments: FragmentCache) -> str:
        """The outlook changes more often than the rest."""
        outlook = fragments.fragment("matches/table/gist.html", outlook=self.line.outlook)
        warns = self.line.outlook is not None and self.line.outlook.is_waste
        line = self.line._replace(outlook=None)
        words = {"b": line, "player": self.player, "thinks": self.thinks, "stuck": self.is_stuck, "warns": warns}
        return fragments.around(outlook, "matches/table/status.html", **words)


class ClocksZone(NamedTuple):
    """Both clocks, where there is no table yet."""

    faces: tuple[tuple[Seat, ClockFace], ...]
    people: PeopleAtTable
    viewer: Viewer

    def html(self, fragments: FragmentCache) -> str:
        """Draw the zone again each time, because no two are equal."""
        people = self.people.by_seat
        drawn = [
            (people[seat].name, Markup(face.html(fragments, people[seat].name, own=seat == self.viewer)))
            for seat, face in self.faces
        ]
        return fragments.fresh("matches/table/clocks.html", clocks=drawn)


class OrderZone(NamedTuple):
    """The cards that their owner must put in order."""

    returning: board.Returning | None

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("matches/table/order.html", returning=self.returning)


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
    acting: int | None = None  # the player of a pair who has this turn

    def since(self, fragments: FragmentCache, before: Zone | None) -> list[str]:
        """Return HP or mana, or both, where nothing else differs."""
        if not isinstance(before, BarZone) or (self[: HP.start], self[MANA.stop :]) != (
            before[: HP.start],
            before[MANA.stop :],
        ):
            return [self.html(fragments)]
        found = [self._hp(fragments)] if self[HP] != before[HP] else []
        if self[MANA] != before[MANA]:
            if not (self.gems and before.gems):  # there is no such element, or was none
                return [self.html(fragments)]
            found.append(self._mana(fragments))
        return found

    def html(self, fragments: FragmentCache) -> str:
        """Only the frame has a name in it."""
        inner = f"{self._hp(fragments)}\n{self._mana(fragments)}"
        if self.clock is not None:
            inner = f"{self.clock.html(fragments, self.who.name, own=self.own)}\n{inner}"
        return fragments.around(
            inner, "matches/table/bar.html", seat=self.seat, side=self.side, who=self.who, active=self.active,
            acting=self.acting,
        )  # fmt: skip

    def _hp(self, fragments: FragmentCache) -> str:
        return fragments.fragment(
            "matches/table/hp.html", seat=self.seat, fort=self.fort, hp=self.hp, forecast=self.forecast
        )

    def _mana(self, fragments: FragmentCache) -> str:
        return fragments.fragment(
            "matches/table/mana.html", seat=self.seat, gems=self.gems, mana=self.mana, next_mana=self.next_mana
        )


HP: Final = slice(BarZone._fields.index("fort"), BarZone._fields.index("gems"))
MANA: Final = slice(HP.stop, BarZone._fields.index("next_mana"))
"""The fields of a name plate that are drawn as elements of their own."""


class PileZone(NamedTuple):
    """The automaton's cards."""

    pile: Pile

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("matches/table/pile.html", pile=self.pile)


class HandZone(NamedTuple):
    """A hand; `own`: the viewer's. `player` is the name of any other owner."""

    hand: OpenHand
    own: bool
    player: str

    def html(self, fragments: FragmentCache) -> str:
        """Draw each card once for all hands; only the fortress is redrawn, when its HP change."""
        hand = self.hand
        items = hand_items(hand.seat, hand.text, hand.side, hand.legal, hand.means)
        return self._row(fragments, [(place, item, False) for place, item in enumerate(items)])

    def since(self, fragments: FragmentCache, before: Zone | None) -> list[str]:
        """Return the cards that differ; where cards have moved, the whole row without the faces that the page has."""
        if not isinstance(before, HandZone) or self.own != before.own:
            return [self.html(fragments)]
        hand, was = self.hand, before.hand
        items = hand_items(hand.seat, hand.text, hand.side, hand.legal, hand.means)
        old = hand_items(was.seat, was.text, was.side, was.legal, was.means)
        same = (hand.side, hand.hp, hand.forecast) == (was.side, was.hp, was.forecast)
        stays = hand.champion == was.champion and (
            hand.text is was.text or [item.id for item in items] == [item.id for item in old]
        )
        if stays and (self.own or (hand.side, hand.hp, self.player) == (was.side, was.hp, before.player)):
            if items is old and same:
                return []
            changed = [
                (place, item, not item.fortress)
                for place, item in enumerate(items)
                if (item is not old[place] and item != old[place]) or (item.fortress and not same)
            ]
            if all(item.id for _, item, _ in changed):
                return self._held(fragments, changed)
        known = {item.id for item in old if item.id and (same or not item.fortress)}
        return [self._row(fragments, [(place, item, item.id in known) for place, item in enumerate(items)])]

    def _row(self, fragments: FragmentCache, places: list[tuple[int, HandItem, bool]]) -> str:
        hand = self.hand
        return fragments.around(
            "".join(self._held(fragments, places)), "matches/table/hand.html", seat=hand.seat, count=len(places),
            side=hand.side, hp=hand.hp, champion=hand.champion, own=self.own, player=self.player,
        )  # fmt: skip

    def _held(self, fragments: FragmentCache, places: list[tuple[int, HandItem, bool]]) -> list[str]:
        """Draw these places; of those that are `kept` the page has the face."""
        hand, own, draw = self.hand, self.own, fragments.fragment
        found, last, html = list[str](), None, ""
        for place, item, kept in places:
            if (item, kept) != last:  # of a hand's backs most are alike
                html = draw(
                    "matches/table/held.html", slot=SLOT, item=item, own=own, kept=kept,
                    hp=hand.hp if item.fortress else None, forecast=hand.forecast if item.fortress else None,
                )  # fmt: skip
                last = item, kept
            found.append(html.replace(SLOT, str(place)))
        return found


class RealmZone(NamedTuple):
    """One lane of one player, on the `side` "near" or "far"; `own`: of the viewer."""

    realm: Realm
    side: str
    own: bool
    player: str

    @property
    def creatures(self) -> int:
        """The number of creatures."""
        return len(placeless_of(*self.realm))

    def html(self, fragments: FragmentCache) -> str:
        """Draw each creature once for all places."""
        return self._row(fragments, [(creature, False) for creature in placeless_of(*self.realm)])

    def since(self, fragments: FragmentCache, before: Zone | None) -> list[str]:
        """Return the creatures that differ; where some came, left or moved, the whole row without the faces that the
        page has."""
        if not isinstance(before, RealmZone) or self.own != before.own:
            return [self.html(fragments)]
        creatures, old = placeless_of(*self.realm), placeless_of(*before.realm)
        faces = {was.piece.id: was.face for was in old}
        drawn = [(each, faces.get(each.piece.id) == each.face) for each in creatures]
        if self.player != before.player or [each.piece.id for each in creatures] != list(faces):
            return [self._row(fragments, drawn)]
        return self._creatures(fragments, [each for each, was in zip(drawn, old, strict=True) if each[0] != was])

    def _row(self, fragments: FragmentCache, creatures: list[tuple[Placeless, bool]]) -> str:
        realm = self.realm
        return fragments.around(
            "".join(self._creatures(fragments, creatures)), "matches/table/realm.html", seat=realm.seat,
            lane=realm.lane, count=len(creatures), side=self.side, own=self.own, player=self.player,
        )  # fmt: skip

    def _creatures(self, fragments: FragmentCache, creatures: list[tuple[Placeless, bool]]) -> list[str]:
        """Draw these creatures; of those that are `kept` the page has the face."""
        draw = fragments.fragment
        return [
            draw("matches/table/in_play.html", c=creature.piece, first=creature.first, kept=kept)
            for creature, kept in creatures
        ]


class BridgeZone(NamedTuple):
    """The bridge of a lane, and the wear of its two halves, "near" and "far"."""

    lane: str
    near: int
    far: int

    def html(self, fragments: FragmentCache) -> str:
        return fragments.fragment("matches/table/bridge.html", lane=self.lane, near=self.near, far=self.far)


def rendered(templates: Renderer, name: str, context: Mapping[str, object]) -> Markup:
    """Return one zone, in the current language."""
    return Markup(templates.text(name, context).strip())


def drawn_zones(fragments: FragmentCache, zones: Zones) -> dict[str, Markup]:
    """Return the HTML of all zones, for the templates of a whole stage."""
    return {name: Markup(zone.html(fragments)) for name, zone in zones.items()}


@dataclass(frozen=True, slots=True)
class Gaps:
    """The places of zones in a kept frame around them; `zones` are their names, and how many creatures a lane has."""

    zones: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, zones: Zones) -> Gaps:
        """Return the gaps for these zones."""
        return cls(tuple([(key, zone.creatures if isinstance(zone, RealmZone) else 0) for key, zone in zones.items()]))

    def __getitem__(self, name: str) -> Markup:
        """Return the gap for a zone; KeyError where there is none of this name."""
        return Markup(f'{SLOT}{name} data-count="{dict(self.zones)[name]}"{SLOT}')


def filled(frame: str, drawn: Mapping[str, Markup]) -> Markup:
    """Return a frame with the zones in its gaps."""
    parts: list[str] = frame.split(SLOT)
    parts[1::2] = [drawn[part.partition(" ")[0]] for part in parts[1::2]]
    return Markup("".join(parts))


IN_PIECES: Final = (BarZone, HandZone, RealmZone)
"""Zones of which only the pieces that differ are drawn."""


def drawn_changes(fragments: FragmentCache, before: Zones, now: Zones) -> list[str]:
    """Return the elements that differ from those before: zones, or pieces of rows."""
    found: list[str] = []
    for name, zone in now.items():
        was = before.get(name)
        if was is zone or was == zone:
            continue
        if isinstance(zone, IN_PIECES):
            found += zone.since(fragments, was)
        else:
            found.append(zone.html(fragments))
    return found
