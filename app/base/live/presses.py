"""Presses of a page's player, each answered once. A page sends each press with an id of its own, and again until it is
answered; so a line that breaks between the two loses nothing, and nothing is done twice.

Kept by each worker for all its pages, in memory and the newest only: at most some hundred bytes for each press, which
has paid its rate (`RateLimits`) when it was carried out. Another worker, or this one after a restart, knows an action
by its number and content (`MatchService.was_played`).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from app.base.live.server_messages import Refused, Taken

KEY: Final = "press"
MAX_ID: Final = 40
MAX_ANSWERS: Final = 4096

PressAnswer = Taken | Refused


def press_in(content: object) -> str | None:
    """Take the press's id out of a message and return it; None where there is none, or no good one."""
    if not isinstance(content, dict):
        return None
    press = content.get(KEY)
    if not isinstance(press, str) or not 0 < len(press) <= MAX_ID:
        return None
    del content[KEY]
    return press


class Presses:
    """The last answers to presses, by the page's path and the press's id; the oldest are forgotten."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], PressAnswer] = OrderedDict()

    def answer_to(self, path: str, press: str) -> PressAnswer | None:
        """Return what was answered to this press; None where it is new."""
        return self._answers.get((path, press))

    def keep(self, path: str, press: str, answer: PressAnswer) -> None:
        """Keep the answer to a press."""
        self._answers[path, press] = answer
        if len(self._answers) > MAX_ANSWERS:
            self._answers.popitem(last=False)
