"""The form of a new tournament, and the requests of organizers' forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final, NamedTuple, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData

from app.base.errors import Code, malformed
from app.base.i18n import _, pgettext
from app.base.i18n.formats import duration
from app.contests.tournaments.drawing import words
from app.contests.tournaments.drawing.form_boards import FormBoard, read_board
from app.contests.tournaments.schemas import BY_SYSTEM, NEW_TOURNAMENT, NewTournament, TournamentItem
from app.contests.tournaments.tournament import StoredTournament
from app.matches.core.clocks.clock_option import CLOCKS, option_of
from app.matches.table.match_words import ALL_SETS, STARTER

T = TypeVar("T", bound=BaseModel)
CHAMPIONS: Final[dict[str, bool | str]] = {"yes": True, "optional": "optional"}
FormChoice = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TournamentForm:
    """The form as it was sent, all of it text."""

    name: str = ""
    system: str = "swiss"
    format: str = "preconstructed"
    edition: str = "2022"
    clock: str = "fischer 300 10"
    gap: str = "60"
    show_up: str = "300"
    rounds: str = ""
    best_of: str = "1"
    cycles: str = "1"
    minutes: str = "60"
    entry: str = "open"
    computers: str = ""
    rated: str = "yes"
    sets: str = "all"
    champions: str = "no"
    decks_shown: str = "end"
    streak: str = "yes"
    late: str = ""
    programs: str = "no"
    listed: str = "yes"
    caster: str = ""
    begins: str = ""
    zone: str = ""
    box: str = "no"

    @classmethod
    def read(cls, form: FormData) -> TournamentForm:
        """Return the values of a form; missing ones are as in an empty form."""
        sent = {one.name: form.get(one.name) for one in fields(cls)}
        return cls(**{name: value[:200] for name, value in sent.items() if isinstance(value, str)})

    @property
    def _has_all_sets(self) -> bool:
        """True for constructed decks, and where the draft has all sets; 2021 has one."""
        return self.edition == "2022" and (self.format in ("constructed", "own") or self.sets == "all")

    @property
    def _may_have_champions(self) -> bool:
        return self.edition == "2022" and self.format in ("draft", "constructed")

    def new_tournament(self) -> NewTournament:
        asked: dict[str, object] = {
            "name": self.name,
            "system": self.system,
            "edition": self.edition,
            "format": "constructed" if self.format == "own" else self.format,
            "decks": "own" if self.format == "own" else "table",
            "sets": list(ALL_SETS if self._has_all_sets else STARTER),
            "champions": self._may_have_champions and CHAMPIONS.get(self.champions, False),
            "decks_shown": self.decks_shown,
            "late_until": _number(self.late) if self.system == "swiss" else None,
            "programs": self.programs == "yes",
            "spectators": self.listed == "yes",
            "caster": 60 * minutes if (minutes := _number(self.caster)) else None,
            "gap": _number(self.gap),
            "show_up": _number(self.show_up),
            "entry": self.entry,
            "computers": _number(self.computers),
            "rated": self.rated == "yes" if self.box == "no" else self.box == "rated",
            "box": self.box != "no",
        }
        of_systems: dict[str, object] = {
            "rounds": _number(self.rounds),
            "best_of": _number(self.best_of),
            "cycles": _number(self.cycles),
            "seconds": 60 * (_number(self.minutes) or 0),
            "streak": self.streak == "yes",
        }
        own = BY_SYSTEM[self.system].model_fields if self.system in BY_SYSTEM else {}
        asked |= {name: value for name, value in of_systems.items() if name in own}
        try:
            if self.begins:
                zone = ZoneInfo(self.zone if self.zone in available_timezones() else "UTC")
                asked["begins_at"] = datetime.fromisoformat(self.begins).replace(tzinfo=zone).timestamp()
            asked["clock"] = option_of(self.clock).model_dump() if self.clock else None
            return NEW_TOURNAMENT.validate_python(asked)
        except ValidationError:
            raise malformed(Code.wrong_message) from None
        except (KeyError, ValueError):
            raise malformed(Code.wrong_message) from None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 9 else None


def choices(*, may_rate_own_cards: bool) -> dict[str, object]:
    """Return the form's choices, in words."""
    rated_box = ("rated", _("With our own cards, and rated where both players agree"))
    return {
        "systems": words.systems(),
        "texts": words.system_texts(),
        "formats": list(words.formats().items()),
        "editions": [("2022", "2022"), ("2021", "2021")],
        "clocks": [
            ("", _("As much as you like")),
            *((stored, clock.words) for stored, clock in CLOCKS.items()),
        ],
        "boxes": [
            ("no", _("On this site")),
            ("friendly", _("With our own cards: the players report the results")),
            *([rated_box] if may_rate_own_cards else ()),
        ],
        "gaps": [*((str(gap), duration(gap)) for gap in (15, 60, 180, 300, 600)), ("", _("When I say so"))],
        "show_ups": [(str(wait), duration(wait)) for wait in (120, 300, 600, 3600, 86_400)],
        "best_of": _counted("1", "3", "5"),
        "cycles": _counted("1", "2"),
        "entries": [
            ("open", _("Anyone with the link")),
            ("approval", _("Players an organizer approves")),
            ("invitation", _("By invitation only")),
        ],
        "computers": [
            ("", _("None: a bye if the number is odd")),
            *((str(level), _("Level %(level)s", level=level)) for level in range(1, 7)),
        ],
        "rated": [("yes", _("Rated")), ("no", _("Friendly"))],
        "set_choices": [("starter", _("Initiation Pack")), ("all", _("All sets"))],
        "champion_choices": [("no", _("Without")), ("optional", _("If both agree")), ("yes", _("With"))],
        "decks_shown": [("end", _("To all at the end")), ("opponents", _("Also to opponents, beforehand"))],
        "streaks": [
            ("yes", _("After two wins in a row, further wins count double")),
            ("no", _("Every win counts the same")),
        ],
        "listings": [("yes", _("Listed for everybody")), ("no", _("Only for those with the link"))],
        "program_choices": [("no", _("People only")), ("yes", _("Bot accounts may enter"))],
        "casters": [
            ("", pgettext("commentator", "None")),
            *(
                (str(late), _("Both hands with a delay of %(late)s", late=duration(60 * late)))
                for late in (5, 10, 15, 30)
            ),
        ],
    }


def _counted(*values: str) -> list[FormChoice]:
    return [(value, value) for value in values]


def parts(mine: Sequence[TournamentItem], others: Sequence[TournamentItem]) -> list[tuple[str, list[TournamentItem]]]:
    """Return the parts of the list: the visitor's own, and the others; without empty ones."""
    named = [(_("Your tournaments"), list(mine)), (_("Open to all"), list(others))]
    return [(title, lines) for title, lines in named if lines]


class OrganizerForm(NamedTuple):
    """The request of an organizer's form."""

    do: str
    reason: str
    number: int
    outcome: str
    seat: str
    minutes: int

    def at_board(self, tournament: StoredTournament) -> dict[str, int]:
        """Return the round and board that were chosen; AppError: malformed, no_such_board, or not_now_in_tournament
        where others sit there now than the form said."""
        chosen = self._board(tournament, seat=False)
        return {"round": chosen.round, "board": chosen.board}

    def at_seat(self, tournament: StoredTournament) -> dict[str, int]:
        """Return the round, board and entry that were chosen; AppError as `at_board`."""
        chosen = self._board(tournament, seat=True)
        return {"round": chosen.round, "board": chosen.board, "number": chosen.numbers[0]}

    def board(self) -> FormBoard:
        """Return the board and the entries that were chosen, as the form said; AppError(malformed)."""
        chosen = read_board(self.seat)
        if chosen is None:
            raise malformed(Code.wrong_message)
        return chosen

    def _board(self, tournament: StoredTournament, *, seat: bool) -> FormBoard:
        chosen = self.board()
        chosen.check(tournament, seat=seat)
        return chosen

    def checked(self, kind: type[T], /, **values: object) -> T:
        """Return the form's values as an input of the service; AppError(malformed)."""
        why = {"reason": self.reason} if "reason" in kind.model_fields else {}
        try:
            return kind.model_validate(why | values)
        except ValidationError:
            raise malformed(Code.wrong_message) from None
