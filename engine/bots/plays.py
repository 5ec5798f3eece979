"""The plays that are possible at a table, and the tables that they lead to.

A play that only puts a creature into a lane, or an incantation whose effect is remembered, is put together from parts;
anything else, such as Symbiotes, Blood Price and Champions, is played by the engine.
"""

from __future__ import annotations

from engine import play, summon
from engine.abilities import BLOOD_PRICE, MERCENARY, SPLASH, SYMBIOTE
from engine.actions import Action, Cast, Play, PlayChampion
from engine.actions import plays as placements
from engine.bots import rows, tables
from engine.bots.hands import Hand
from engine.bots.rows import Row
from engine.bots.settling import settle
from engine.bots.tables import Across, SearchTableKey, Table
from engine.cards import Card
from engine.position import OVER
from engine.seat import SEATS, Seat


class Plays:
    """The tables one play after a given one: `all` of them that are not in `seen`, which grows by them."""

    __slots__ = ("table", "seen", "narrow", "found")

    def __init__(self, table: Table, seen: set[SearchTableKey], narrow: bool) -> None:
        self.table = table
        self.seen = seen
        self.narrow = narrow
        self.found: list[Table] = []

    def all(self) -> list[Table]:
        """Return the tables in the order of the legal actions (`summon.legal`)."""
        table = self.table
        own, mana = table.own, table.mana
        for index, card in enumerate(own.cards[: summon.PLAYABLE]):
            if card.cost > mana and not card.flags & BLOOD_PRICE:
                continue
            if not card.is_creature:
                self._casts(index, card)
            elif len(own.cards) > 1:
                self._placed(index, card)
        if own.ready:
            for action in summon.legal(table.position):
                if type(action) is PlayChampion:
                    self._by_engine(action)
        return self.found

    def _placed(self, index: int, card: Card) -> None:
        """Add a creature that is put into either lane, or onto a host."""
        table = self.table
        own = table.own
        place = index if index < own.fort_at else index + 1
        fort_at = own.fort_at - 1 if index < own.fort_at else own.fort_at
        if card.cost <= table.mana and fort_at < len(own.cards) - 1 and not table.untaps(card.cost):
            hand = table.start.hands.without(own, index)
            top, bottom = placements(place)
            mana, seen = table.mana - card.cost, table.seen | card.bit
            self._add(top, mana, hand, rows.longer(table.top, card), table.bottom, table.across, seen)
            self._add(bottom, mana, hand, table.top, rows.longer(table.bottom, card), table.across, seen)
        else:
            for action in placements(place):
                self._by_engine(action)
        if card.flags & SYMBIOTE:
            for lane, row in enumerate((table.top, table.bottom)):
                for onto, host in enumerate(row.creatures):
                    if host.can_host:
                        self._by_engine(Play(place, lane, onto))

    def _casts(self, index: int, card: Card) -> None:
        """Add an incantation on each creature in play."""
        table = self.table
        start, own = table.start, table.own
        place = index if index < own.fort_at else index + 1
        plain = card.cost <= table.mana and start.position.solo is None and not table.untaps(card.cost)
        for seat in SEATS:
            mine = seat == start.seat
            if mine and self.narrow:
                continue
            both = (table.top, table.bottom) if mine else (table.across.top, table.across.bottom)
            for lane in (0, 1):
                for target in range(len(both[lane].creatures)):
                    if not (plain and self._cast(index, card, place, seat, both, lane, target)):
                        self._by_engine(Cast(place, seat, lane, target))

    def _cast(
        self, index: int, card: Card, place: int, seat: Seat, both: tuple[Row, Row], lane: int, target: int
    ) -> bool:
        """Add an incantation by what is remembered of it; false where the engine must play it."""
        table = self.table
        start = table.start
        mine = seat == start.seat
        beside = both[1 - lane] if card.flags & SPLASH else None
        struck = rows.cast(both[lane], target, card, mine, beside)
        if struck.several and start.position.edition.owner_orders:
            return False
        hands = self._hands(index, card, struck)
        if hands is None:
            return False
        own, foe = hands
        other = both[1 - lane] if struck.beside is None else struck.beside
        top, bottom = (struck.row, other) if lane == 0 else (other, struck.row)
        action = Cast(place, seat, lane, target)
        mana, seen = table.mana - card.cost, table.seen | card.bit
        if mine:
            across = table.across
            if foe is not across.hand:
                across = start.across(foe, across.top, across.bottom)
            self._add(action, mana, own, top, bottom, across, seen)
        else:
            self._add(action, mana, own, table.top, table.bottom, start.across(foe, top, bottom), seen)
        return True

    def _hands(self, index: int, card: Card, struck: rows.Struck) -> tuple[Hand, Hand] | None:
        """Return both hands after an incantation, whose card goes to the far right last; None where a Fort falls."""
        hands = self.table.start.hands
        own, foe = self.table.own, self.table.across.hand
        if struck.ours:
            ours = own.after(struck.ours)
            if ours is None:
                return None
            own = hands.known(ours)
        theirs: Hand | None = foe.after(struck.theirs)
        if theirs is None:
            return None
        if card.flags & MERCENARY:
            own = hands.without(own, index)
            theirs = theirs.after(((0, card),))
            assert theirs is not None
        else:
            own = hands.turned(own, index)
        if own.fort_at >= len(own.cards) or tables.gets_ready(own, card.cost) or tables.gets_ready(theirs, card.cost):
            return None
        return own, foe if theirs is foe else hands.known(theirs)

    def _add(self, action: Action, mana: int, own: Hand, top: Row, bottom: Row, across: Across, seen: int) -> None:
        key = (mana, own, top.key, bottom.key, across, None)
        if key not in self.seen:
            self.seen.add(key)
            table = self.table
            self.found.append(
                Table(table.start, table.base, mana, own, top, bottom, across, seen, table, action, table.cut)
            )

    def _by_engine(self, action: Action) -> None:
        """Add what the engine makes of a play, unless that ends the match against whoever plays."""
        table = self.table
        after = table.position.clone()
        play.advance(after, action, None)
        cut = settle(after) or table.cut
        if after.phase == OVER and after.winner != table.start.seat:
            return
        made = tables.table_of(table.start, after, table, action, cut)
        key = made.key
        if key not in self.seen:
            self.seen.add(key)
            self.found.append(made)
