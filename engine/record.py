"""A whole match as a record that replays to the same positions on every machine (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast, get_args

from engine import notes
from engine.errors import BadPosition, IllegalAction, bad_record, brief, has_halves
from engine.events import Event, KnownReason, Reason
from engine.match import RULES, Match, Options, Outcome
from engine.notes import StepNote, StepNoteNotation
from engine.seat import SEATS, BySeat, Seat, Winner

FORMAT = 1
MAX_ACTIONS = 5_000
"""Of a match, far above any real one: 199 turns have some 1,000. After so many it can only be ended."""
MAX_MOVES = MAX_ACTIONS + 1
MAX_NAME = 80
MAX_SECONDS = 10**10
"""Three centuries: a match may rest, and a clock may jump."""
REASONS: frozenset[str] = frozenset(get_args(Reason))
"""The ways in which a match can have ended (`Outcome`)."""

_WINNERS = (*SEATS, "draw")
_KEYS = frozenset({"format", "edition", "mode", "setup", "names", "actions", "result"})
_MOVE_KEYS = frozenset({"by", "action", "at"})

RecordNames = Mapping[Seat, str | None]


class MoveNotation(TypedDict):
    """A move in the notation; its action is as it came from outside."""

    by: Seat
    action: object
    at: float


class OutcomeNotation(TypedDict):
    """An outcome in the notation."""

    winner: Winner
    reason: KnownReason


class RecordNotation(TypedDict):
    """A whole match in the notation; `setup` are the options but for edition and mode, with the `rules`' version."""

    format: int
    edition: str
    mode: str
    setup: dict[str, object]
    names: BySeat[str | None]
    actions: list[MoveNotation]
    result: OutcomeNotation | None
    notes: NotRequired[list[StepNoteNotation]]


@dataclass(frozen=True, slots=True)
class Move:
    """One action: its seat, the action (notation), and its time in seconds since the match began."""

    by: Seat
    action: object
    at: float

    @property
    def kind(self) -> str:
        """The type of the action; empty if it has none."""
        return str(self.action.get("type", "")) if isinstance(self.action, dict) else ""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """The match after a move (None: at its beginning), and the events."""

    move: Move | None
    match: Match
    events: list[Event]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Options, players' names, moves and result; `result` is None for a match that had not ended.

    `notes` are in the order of their steps.
    """

    options: Options
    names: RecordNames
    moves: Sequence[Move]
    result: Outcome | None
    notes: Sequence[StepNote] = ()

    def to_json(self) -> RecordNotation:
        """Return the record in the notation, the seed included: secret until the match is over."""
        options = self.options.to_json()
        setup: dict[str, object] = {key: value for key, value in options.items() if key not in ("edition", "mode")}
        result = self.result
        shown: RecordNotation = {
            "format": FORMAT,
            "edition": options["edition"],
            "mode": options["mode"],
            "setup": {"rules": RULES, **setup},
            "names": {seat: self.names.get(seat) for seat in SEATS},
            "actions": [{"by": move.by, "action": move.action, "at": move.at} for move in self.moves],
            "result": None if result is None else {"winner": result.winner, "reason": result.reason},
        }
        if self.notes:
            shown["notes"] = notes.to_json(self.notes)
        return shown

    @classmethod
    def from_json(cls, data: object) -> MatchRecord:
        """Return the record of a notation's object, well-formed but not yet replayed; raises BadPosition."""
        if not isinstance(data, dict) or data.keys() - {"notes"} != _KEYS:
            raise bad_record("record_parts", keys=", ".join(sorted(_KEYS)))
        if data["format"] != FORMAT or isinstance(data["format"], bool):
            raise BadPosition("record_format", format=brief(data["format"]))
        moves = _moves(data["actions"])
        said = notes.from_json(data.get("notes", []), len(moves))
        return cls(_options(data), _names(data["names"]), moves, _result(data["result"]), said)

    def replay(self) -> Iterator[ReplayStep]:
        """Yield the match from its beginning, move by move.

        Raises BadPosition at the first move that cannot be made.
        """
        match, events = Match.start(self.options)
        yield ReplayStep(None, match, events)
        yield from self.replay_after(0, match)

    def replay_after(self, step: int, match: Match) -> Iterator[ReplayStep]:
        """Yield the moves after `step`, from `match`, which is the one after that step."""
        for number, move in enumerate(self.moves[step:], step + 1):
            try:
                match, events = match.apply(move.by, move.action)
            except IllegalAction as error:
                raise BadPosition("record_move", number=number, reason=error) from error
            yield ReplayStep(move, match, events)

    def check(self) -> Match:
        """Replay everything and compare the result; return the match as it ended, raise BadPosition."""
        for step in self.replay():
            match = step.match
        self.check_result(match)
        return match

    def check_result(self, match: Match) -> None:
        """Raise BadPosition unless `match`, replayed to its end, ended as the record says."""
        if match.outcome != self.result:
            raise BadPosition(
                "record_result", recorded=_outcome_words(self.result), replayed=_outcome_words(match.outcome)
            )


def _outcome_words(outcome: Outcome | None) -> str:
    return "-" if outcome is None else f"{outcome.winner} ({outcome.reason})"


def _options(data: dict[str, object]) -> Options:
    setup = data["setup"]
    if not isinstance(setup, dict) or {"edition", "mode"} & setup.keys():
        raise bad_record("record_setup")
    settings = {"edition": data["edition"], "mode": data["mode"], **setup}
    rules = settings.pop("rules", RULES)
    if rules != RULES:
        raise BadPosition("record_rules", rules=brief(rules))
    return Options.from_json(settings)


def _names(value: object) -> BySeat[str | None]:
    if not isinstance(value, dict) or value.keys() != set(SEATS):
        raise bad_record("record_names")
    for name in value.values():
        if name is not None and (not isinstance(name, str) or len(name) > MAX_NAME or has_halves(name)):
            raise bad_record("record_name", most=MAX_NAME)
    return value


def _moves(value: object) -> tuple[Move, ...]:
    if not isinstance(value, list) or len(value) > MAX_MOVES:
        raise bad_record("record_actions", most=MAX_MOVES)
    return tuple(_move(item) for item in value)


def _move(value: object) -> Move:
    if not isinstance(value, dict) or value.keys() != _MOVE_KEYS:
        raise bad_record("record_action")
    by, at = value["by"], value["at"]
    if by not in SEATS:
        raise bad_record("key_choice", key="by", words=", ".join(SEATS))
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at <= MAX_SECONDS:
        raise bad_record("record_time", most=MAX_SECONDS)
    return Move(by, value["action"], at)


def _result(value: object) -> Outcome | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != {"winner", "reason"}:
        raise bad_record("record_end")
    winner, reason = value["winner"], value["reason"]
    if winner not in _WINNERS or not isinstance(reason, str) or reason not in REASONS:
        raise bad_record("record_reason", reasons=", ".join(sorted(REASONS)))
    return Outcome(winner, cast(Reason, reason))
