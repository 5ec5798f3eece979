"""A whole match as one value: options, set-up, then the position in play. The engine's interface.

`apply` never changes the match it is called on. A match is determined by its options (the seed included) and its list
of actions, from the first pick to the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from engine import abilities, actions, audience, hand, identity, notation, play, view
from engine.actions import ActionNotation, malformed
from engine.cards import Card, from_notation, from_text
from engine.errors import BadPosition, EngineError, IllegalAction
from engine.events import Event, KnownReason, Reason
from engine.events.preparing import Dealt
from engine.flag import FLAG, could_win
from engine.history import TAKEBACK, UNDO, History
from engine.json_fields import StoredJson
from engine.log import EventLog
from engine.position import DRAW, OVER, Position, Side, Solo
from engine.preview import Preview, assault_preview
from engine.seat import Seat, Viewer, Winner, other
from engine.setup.choices import Offer
from engine.setup.options import Options
from engine.setup.setup import Deal, Setup
from engine.setup.solo import SoloOptions
from engine.setup.views import MatchView
from engine.view import View

__all__ = ["Match", "Options", "Outcome", "SoloOptions"]

SETUP, PLAYING = "setup", "playing"
LegalAction = ActionNotation | Offer
"""A legal action, in JSON."""
_BACKWARD: tuple[object, ...] = ({"type": UNDO}, {"type": TAKEBACK})
RULES = "1"
"""Changes when an old record could replay differently: stored with every match."""
DRAW_AGREED = {"type": "draw"}
"""The end by agreement (R7.1) as it stands in a record. The caller has made sure that both players agree."""
CLAIMS: dict[str, dict[str, str]] = {take: {"type": "claim", "take": take} for take in ("win", "draw")}
"""The end of a duel that one player has left. The caller has made sure of that, and of which one."""
NO_SHOW: dict[str, dict[str, object]] = {"one": {"type": "no_show"}, "both": {"type": "no_show", "both": True}}
"""The end of a duel of a tournament to which one player has not come, by that seat, or neither: then nobody wins. The
caller has made sure of that."""
ABORT: dict[str, str] = {"type": "abort"}
"""The end of a duel by the site's host: a draw that does not count."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match: `winner` "A", "B" or "draw".

    `reason` fort, pile, resignation, agreement, abandonment, time, no_show, aborted, turn_limit.
    """

    winner: Winner
    reason: KnownReason


@dataclass(frozen=True, slots=True)
class Match:
    """One match at one moment. `position` is None until the set-up is done; `ended` is how it ended before that."""

    options: Options
    setup: Setup
    position: Position | None = None
    ended: Outcome | None = None
    history: History = field(default_factory=History)
    _table: view.PublicView | None = field(default=None, init=False, repr=False, compare=False)
    _awaited: tuple[Seat, ...] | None = field(default=None, init=False, repr=False, compare=False)

    # -- beginning

    @classmethod
    def start(cls, options: Options) -> tuple[Match, list[Event]]:
        """Return a new match and what happened so far: as much of the set-up as needs no player, or the first mana."""
        setup, events = Setup.new(options)
        return cls._go_on(options, setup, events)

    @classmethod
    def new(cls, options: Options) -> Match:
        """Return a new match."""
        return cls.start(options)[0]

    @classmethod
    def _go_on(cls, options: Options, setup: Setup, events: list[Event]) -> tuple[Match, list[Event]]:
        """Deal and begin the first turn if the set-up is done (R2.7)."""
        if setup.phase != "done":
            return cls(options, setup), events
        if options.position is not None:
            position = notation.from_json(options.position)
            return cls(options, setup, position, history=History(turns=(position,))), events
        deal = setup.deal()
        position = _table(options, deal)
        log = EventLog([*events, *_dealt(deal)])
        play.begin(position, deal.first, log)
        return cls(options, setup, position, history=History(turns=(position,))), log.events

    # -- who may do what

    @property
    def status(self) -> str:
        """ "setup", "playing" or "over"."""
        if self.position is None:
            return OVER if self.ended else SETUP
        return OVER if self.position.phase == OVER else PLAYING

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now; both while decks are built secretly (R2.5)."""
        if self._awaited is None:
            object.__setattr__(self, "_awaited", self._find_awaited())
        assert self._awaited is not None
        return self._awaited

    def _find_awaited(self) -> tuple[Seat, ...]:
        if self.position is None:
            return () if self.ended else self.setup.to_act
        seat = play.to_act(self.position)
        return () if seat is None else (seat,)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the match continues (section 7)."""
        position = self.position
        if position is None or position.winner is None:
            return self.ended
        return Outcome(position.winner, position.reason)

    def legal_actions(self, seat: Seat) -> Sequence[LegalAction]:
        """Return every action but resigning that `seat` may take now, each once, in the notation."""
        if seat not in self.to_act:
            return []
        if self.position is None:
            return self.setup.legal(seat)
        return [actions.to_json(action) for action in play.legal_actions(self.position)]

    def can_undo(self, seat: Seat) -> bool:
        """True if `seat` may undo a play of this turn: `{"type": "undo"}`, which no legal action list names."""
        return self.options.undo and bool(self.history.plays) and seat in self.to_act

    def can_take_back(self, seat: Seat) -> bool:
        """True if `seat` has a finished turn that could be taken back, if the opponent consents."""
        position = self.position
        if position is None or position.phase == OVER or position.solo is not None:
            return False
        return self.history.last_turn_of(seat, position) is not None

    # -- continuing

    def apply(self, seat: Seat, action: object) -> tuple[Match, list[Event]]:
        """Return the match after `action` (docs/notation.md) by `seat`, and what happened.

        Raises IllegalAction, and changes nothing, if the rules refuse it.
        """
        if action in CLAIMS.values():
            return self._apply_claim(seat, action)
        if action == FLAG:
            return self._apply_flag(seat)
        if action in NO_SHOW.values():
            return self._apply_no_show(seat, action)
        if action == ABORT:
            return self._apply_abort()
        if self.position is None:
            return self._apply_setup(seat, action)
        if isinstance(action, dict) and action in _BACKWARD:
            return self._go_back(seat, action["type"])
        if action == DRAW_AGREED:
            return self._apply_draw()
        parsed = actions.from_json(action)
        if isinstance(parsed, actions.Resign):
            if parsed.seat != seat:
                raise IllegalAction("cannot_resign")
        elif self.position.phase != OVER and seat not in self.to_act:
            raise IllegalAction("not_your_turn")
        position, log = self.position.clone(), EventLog()
        play.advance(position, parsed, log)
        history = self.history.after(self.position, parsed, position, log.events)
        return Match(self.options, self.setup, position, history=history), log.events

    def _check_duel(self, refusal: IllegalAction, seat: Viewer = None) -> None:
        """Raise "match_over", or this refusal where the match is no duel or does not wait for `seat`."""
        if self.status == OVER:
            raise IllegalAction("match_over")
        if self.options.mode != "duel" or (seat is not None and seat not in self.to_act):
            raise refusal

    def _apply_draw(self) -> tuple[Match, list[Event]]:
        """End a duel in the draw that its players have agreed to (R7.1)."""
        self._check_duel(malformed("draw_in_solo"))
        return self._end(DRAW, "agreement")

    def _apply_claim(self, seat: Seat, action: object) -> tuple[Match, list[Event]]:
        """End a duel that one player has left: `seat`, the other, takes a win or a draw."""
        self._check_duel(malformed("claim_in_solo"))
        return self._end(seat if action == CLAIMS["win"] else DRAW, "abandonment")

    def _apply_flag(self, seat: Seat) -> tuple[Match, list[Event]]:
        """End a duel in which the time of `seat` is up (H10): the other one wins, if they still could."""
        self._check_duel(malformed("flag_not_due"), seat)
        rival = other(seat)
        lost = self.position is None or could_win(self.position, rival)
        return self._end(rival if lost else DRAW, "time")

    def _apply_no_show(self, seat: Seat, action: object) -> tuple[Match, list[Event]]:
        """End a duel to which `seat` has not come: the other one wins, unless neither has."""
        self._check_duel(malformed("no_show_not_due"), seat)
        return self._end(DRAW if action == NO_SHOW["both"] else other(seat), "no_show")

    def _apply_abort(self) -> tuple[Match, list[Event]]:
        """End a duel without a winner, whatever its players want."""
        self._check_duel(malformed("abort_in_solo"))
        return self._end(DRAW, "aborted")

    def _end(self, winner: Winner, reason: Reason) -> tuple[Match, list[Event]]:
        """End the match without a play, before the first turn or after it."""
        if self.position is None:
            return self._end_setup(winner, reason)
        position, log = self.position.clone(), EventLog()
        hand.end(position, winner, reason, log)
        return Match(self.options, self.setup, position), log.events

    def _end_setup(self, winner: Winner, reason: Reason) -> tuple[Match, list[Event]]:
        """End the match before the first turn."""
        log: list[Event] = [{"type": "over", "winner": winner, "reason": reason}]
        return Match(self.options, self.setup, ended=Outcome(winner, reason)), log

    def _go_back(self, seat: Seat, how: str) -> tuple[Match, list[Event]]:
        """Undo a play, or take back a finished turn, to which the opponent has consented already."""
        position = self.position
        assert position is not None
        if position.phase == OVER:
            raise IllegalAction("match_over")
        if how == UNDO:
            if not self.options.undo:
                raise IllegalAction("undo_off")
            if seat not in self.to_act:
                raise IllegalAction("not_your_turn")
            history, earlier = self.history.undo(position)
            event: Event = {"type": "undone", "player": seat}
        else:
            history, earlier = self.history.take_back(seat, position)
            event = {"type": "taken_back", "player": seat, "turn": earlier.turn}
        return Match(self.options, self.setup, earlier, history=history), [event]

    def _apply_setup(self, seat: Seat, action: object) -> tuple[Match, list[Event]]:
        if not isinstance(action, dict):
            raise malformed("action_object")
        if self.ended:
            raise IllegalAction("match_over")
        if action.get("type") == "resign":
            return self._resign_setup(seat, action)
        setup, events = self.setup.apply(seat, action)
        return self._go_on(self.options, setup, events)

    def _resign_setup(self, seat: Seat, action: object) -> tuple[Match, list[Event]]:
        """Resign before the first turn (R7.1)."""
        if action != {"type": "resign", "player": seat} or (seat == "B" and self.options.solo is not None):
            raise IllegalAction("cannot_resign")
        return self._end_setup(other(seat), "resignation")

    # -- who sees what

    def view_for(
        self, viewer: Viewer, *, also: Viewer = None, everything: bool = False, sealed: bool = False
    ) -> MatchView:
        """Return the view of `viewer` ("A", "B", None for a spectator), built field by field (R2.5a).

        `also` shows another seat's hand, too: only for who may see both, as a coach. `everything` shows all cards:
        only for replays of matches that have ended since. `sealed` shows no more after the match than during it.
        """
        if self.position is None:
            winner = self.ended.winner if self.ended else None
            return self.setup.view_for(viewer, winner, everything=everything)
        return self.table_view(viewer, also=also, everything=everything, sealed=sealed)

    def table_view(
        self, viewer: Viewer, *, also: Viewer = None, everything: bool = False, sealed: bool = False
    ) -> View:
        """Return the view of the table, for a match that is past its set-up."""
        assert self.position is not None
        if self._table is None:  # the views of all viewers share what everybody sees
            object.__setattr__(self, "_table", view.PublicView(self.position))
        return view.view_for(self.position, viewer, also=also, everything=everything, sealed=sealed, table=self._table)

    def preview(self) -> Preview | None:
        """Preview the coming assault (`assault_preview`); None before play."""
        return None if self.position is None else assault_preview(self.position)

    def events_for(self, log: list[Event], viewer: Viewer, *, everything: bool = False) -> list[Event]:
        """Return the events as `viewer` may see them; `everything` as for `view_for`."""
        return audience.events_for(log, viewer, over=everything or self.status == OVER)

    # -- storage

    def to_json(self) -> StoredJson:
        """Return everything, hidden cards and seed included: for storage only."""
        stored: StoredJson = {"options": self.options.to_json(), "setup": self.setup.to_json()}
        stored |= {"position": None, "ended": [self.ended.winner, self.ended.reason] if self.ended else None}
        if self.position is not None:
            stored["position"] = _store(self.position)
            stored["history"] = {
                "plays": [_store(position) for position in self.history.plays],
                "turns": [_store(position) for position in self.history.turns],
                "undone": self.history.undone,
            }
        return stored

    @classmethod
    def from_json(cls, data: StoredJson) -> Match:
        """Return the match of `to_json`'s object; raises BadPosition if it is none."""
        try:
            options = Options.from_json(data["options"])
            setup = Setup.from_json(data["setup"], options)
            if data["position"] is None:
                return cls(options, setup, ended=Outcome(*data["ended"]) if data["ended"] else None)
            past = data["history"]
            plays, turns = (tuple(map(_restore, past[name])) for name in ("plays", "turns"))
            return cls(options, setup, _restore(data["position"]), history=History(plays, turns, past["undone"]))
        except (KeyError, TypeError, StopIteration):
            raise BadPosition("bad_record", detail=EngineError("stored_match")) from None


def _store(position: Position) -> StoredJson:
    """Return a position with what its notation leaves out: identities, what has been seen, and why it ended."""
    return {
        "position": notation.to_json(position),
        "cards": identity.numbers(position),
        "seen": identity.members(position.seen),
        "reason": position.reason,
    }


def _restore(stored: StoredJson) -> Position:
    """Return the position of `_store`'s object."""
    position = notation.from_json(stored["position"])
    identity.number(position, stored["cards"])
    position.seen = identity.set_of(stored["seen"])
    position.reason = stored["reason"]
    return position


# -- the table at the beginning


def _cards(texts: Iterable[str]) -> list[Card]:
    return [from_text(text) for text in texts]


def _table(options: Options, deal: Deal) -> Position:
    """Return the position before the first turn (R2.7, R10.1)."""
    first = Side(_cards(deal.hands["A"]))
    if options.solo is None:
        position = Position(options.rules, first, Side(_cards(deal.hands["B"])))
    else:
        second = _automaton_side(options.solo, deal)
        position = Position(options.rules, first, second, _solo(options.solo, options.seed))
    for seat, card in deal.champions.items():
        side = position.sides[seat]
        side.champion, side.ready = (None, False) if card is None else (from_notation(card), True)
    identity.assign(position)
    return position


def _automaton_side(chosen: SoloOptions, deal: Deal) -> Side:
    side = Side([], pile=_cards(deal.pile))
    side.is_fort = chosen.no_bastion
    side.gift = abilities.parse(chosen.abilities)[0]
    return side


def _solo(chosen: SoloOptions, seed: int) -> Solo:
    return Solo(chosen.fixed, chosen.per_creature, chosen.weakened, chosen.abilities, seed=seed)


def _dealt(deal: Deal) -> list[Event]:
    counts = {seat: len(hand) for seat, hand in deal.hands.items()} | ({"B": len(deal.pile)} if deal.pile else {})
    return [cast(Dealt, {"type": "dealt", **counts})]  # whose deck was built first stands first
