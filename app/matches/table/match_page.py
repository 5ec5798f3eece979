"""The context of templates/matches/play/match.html: the page of a match, or of an exercise on the same board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from app.matches.core.features import FEATURES
from app.matches.core.features.feature import Feature

NO_MENU: Final = Markup()


@dataclass(frozen=True, slots=True)
class LinkWords:
    """The preview in chats of a link to a finished match: the site's address, a title, a sentence."""

    site: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """One page. `live` is the address of its socket. `at_table`: its set-up is over, and does not come back; `hints`:
    its player may ask for one; `hints_each_turn`: one opens each turn by itself; `clocks`, `ordering`, `solo` and
    `hotseat`: there may be clocks, cards that return may be put in order (R5.8), an automaton's pile, a cover between
    turns; `talk`: there is a chat; `preview`: the forecast can be switched on and off; `become`: the path by which a
    visitor who plays becomes a guest; `tournament`: the id of the one it belongs to."""

    title: str
    live: str
    stage: Markup
    become: str = ""
    tournament: str = ""
    at_table: bool = True
    id: str = ""
    menu: Markup = NO_MENU
    waiting: bool = False
    watching: bool = False
    coaching: bool = False  # whose banner says so
    caster: int = 0  # minutes after which a caster may see both hands
    rated: bool = False
    preview: bool = False
    hints: bool = False
    hints_each_turn: bool = False
    clocks: bool = True
    ordering: bool = True
    solo: bool = True
    hotseat: bool = True
    talk: bool = False
    emotes: bool = False
    link: LinkWords | None = None  # of a match that is over: what chats show of its link

    @property
    def features(self) -> tuple[type[Feature], ...]:
        return FEATURES
