"""Preferences: a guest's choices on the page of settings, as plain data. A further choice is one
more field here with its default, an input of that name on the page, and the code that uses it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Final, Literal, Self
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from app.base.i18n import LANGUAGES
from app.people.players.player import CREATURES

Switch = Literal["on", "off"]

MAX_PERCENT: Final = 100
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
SERVER_ONLY: Final = frozenset(
    {"language", "face", "notify_turn", "notify_seat", "notify_asked", "quiet_from", "quiet_to", "zone"}
)
"""Choices that no script of a page needs."""


def _percent(text: str) -> str:
    if not (text.isascii() and text.isdigit() and int(text) <= MAX_PERCENT):
        raise ValueError("a number of percent")
    return str(int(text))


def _time(text: str) -> str:
    if text and not _CLOCK.fullmatch(text):
        raise ValueError("hours and minutes")
    return text


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _zone(text: str) -> str:
    if text and text not in _zones():
        raise ValueError("a time zone")
    return text


def _creature(text: str) -> str:
    if text and text not in CREATURES:
        raise ValueError("a creature of the game")
    return text


def _language(text: str) -> str:
    if text and text not in LANGUAGES:
        raise ValueError("a language of this site")
    return text


class Preferences(BaseModel):
    """All choices with their defaults. Values are texts, as inputs of a page have them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    speed: Literal["1", "2", "4", "off"] = "1"  # speed of animations
    motion: Literal["auto", "less"] = "auto"  # auto: as the device wishes
    theme: Literal["auto", "light", "dark"] = "auto"
    preview: Switch = "on"  # the forecast of the assault
    confirm: Switch = "on"  # questions before plays that do not lose the match at once
    sound: Switch = "on"
    volume: Annotated[str, AfterValidator(_percent)] = "70"
    vibration: Switch = "on"
    notify_turn: Switch = "on"  # for browsers that have subscribed (app/site/push)
    notify_seat: Switch = "on"
    notify_asked: Switch = "on"  # to a match by somebody they have met
    quiet_from: Annotated[str, AfterValidator(_time)] = ""  # hours and minutes, 22:00; empty: no quiet hours
    quiet_to: Annotated[str, AfterValidator(_time)] = ""
    zone: Annotated[str, AfterValidator(_zone)] = ""  # the time zone of these hours, Europe/Berlin; empty: UTC
    emotes: Switch = "on"  # off: none is shown, and computer opponents say nothing
    words: Switch = "on"  # between friends, and among spectators; off: to read none, and get none
    challenges: Switch = "on"  # off: nobody can challenge them
    friends: Switch = "on"  # off: they and their friends do not see each other online
    profile: Switch = "on"  # off: nobody else sees it, and it is on no leaderboard
    listed: Switch = "on"  # on leaderboards
    language: Annotated[str, AfterValidator(_language)] = ""  # empty: as the browser asks
    face: Annotated[str, AfterValidator(_creature)] = ""  # their picture; empty: the one that their id gives them

    @classmethod
    def read(cls, chosen: Mapping[str, str]) -> Self:
        """Return the stored choices; what this version does not know, or no longer takes, is left out."""
        known = {name: value for name, value in chosen.items() if name in cls.model_fields}
        try:
            return cls.model_validate(known)
        except ValidationError as error:
            bad = {str(problem["loc"][0]) for problem in error.errors()}
            return cls.model_validate({name: value for name, value in known.items() if name not in bad})

    def changed(self, changes: Mapping[str, str]) -> Self:
        """Return the choices with these changes; ValueError for an unknown choice."""
        return type(self).model_validate({**self.model_dump(), **changes})

    @property
    def chosen(self) -> dict[str, str]:
        """The choices that differ from the defaults."""
        return self.model_dump(exclude_defaults=True)

    @property
    def for_page(self) -> str:
        """The choices that differ from the defaults, for a page's script: `speed-2.theme-dark`."""
        return _for_script(self.chosen)


def _for_script(choices: Mapping[str, str]) -> str:
    return ".".join(f"{name}-{value}" for name, value in choices.items() if name not in SERVER_ONLY)


DEFAULTS_OF_PAGES: Final = _for_script(Preferences().model_dump())
"""The default of every choice that a page's script knows, in the same form: each page tells its script."""
