"""The buttons of a tournament's pages work: organizers and players press every button that they see, in every
state to which the buttons lead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import unescape
from typing import NamedTuple

from starlette.testclient import TestClient

from tests.support.waiting import wait_until
from tools.rig.tournaments import RunningTournament, TournamentPlayer

PAGE = {"accept": "text/html"}
FORM = re.compile(r'<form[^>]* method="post" action="(/tournament/[^"]+)"(.*?)</form>', re.DOTALL)
INPUT = re.compile(r'<input[^>]* name="(\w+)"[^>]*?(?: value="([^"]*)")?[^>]*>')
SELECT = re.compile(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', re.DOTALL)
OPTION = re.compile(r'<option[^>]* value="([^"]*)"')
BUTTON = re.compile(r'<button[^>]* name="(?!do")(\w+)" value="([^"]*)"')
ACT = re.compile(r'name="do" value="(\w+)"')
PRESSED_LAST = (
    "rule",
    "next",
    "unrule",
    "start",
    "pair",
    "remove",
    "withdraw",
    "end",
)  # so that the others are pressed before, in each state
EACH = ("approve", "rule", "box")  # for each entry and board: the next round needs them all
ACTS = {
    "enter", "withdraw", "pause", "resume", "start", "computer", "rule", "unrule", "extend", "forfeit", "approve",
    "pause_entry", "resume_entry", "organizer", "remove", "end", "box", "online", "report",
}  # fmt: skip


class Press(NamedTuple):
    """A button on somebody's page: where it leads, and what goes with it."""

    who: str
    path: str
    act: str
    fields: tuple[tuple[str, str], ...]


def presses(who: str, page: str) -> Iterator[Press]:
    """Yield the buttons of a page's forms, once for each choice of their first list."""
    for path, form in FORM.findall(page):
        fields = {name: unescape(value) or "5" for name, value in INPUT.findall(form)}
        lists = [(name, OPTION.findall(options)) for name, options in SELECT.findall(form)]
        fields |= dict(BUTTON.findall(form)[:1]) | {name: values[0] for name, values in lists}
        for value in lists[0][1] if lists else [""]:
            chosen = fields | ({lists[0][0]: value} if lists else {})
            for do in ACT.findall(form) or [path.rsplit("/", 1)[1]]:
                act = "unrule" if do == "rule" and "outcome" not in chosen else do
                yield Press(who, path, act, tuple(({"do": do} | chosen).items()))


def test_every_button_that_a_page_offers_is_accepted(visitor: TestClient) -> None:
    clock = {"kind": "fischer", "base": 600, "increment": 5}
    tournament = RunningTournament(
        visitor, 4, system="swiss", rounds=3, gap=3600, entry="approval", computers=1, clock=clock
    )
    stranger = TournamentPlayer(visitor, "Eve")
    people = {"Olga": tournament.organizer, "Eve": stranger, "P1": tournament.players[1]}
    pressed: set[tuple[object, ...]] = set()

    def is_gone(press: Press) -> bool:
        return press not in presses(press.who, page(press.who))

    def page(who: str) -> str:
        return visitor.get(f"/tournament/{tournament.id}", headers=PAGE | people[who].headers).text

    def offered() -> tuple[tuple[object, ...], Press] | None:
        """Return a button that nobody has pressed in this state, those of PRESSED_LAST after all others."""
        last: list[tuple[int, tuple[object, ...], Press]] = []
        status = tournament.state["status"]
        for who in people:
            for press in presses(who, page(who)):
                key = (status, who, press.act, press.act in EACH and press.fields)
                if key not in pressed and press.act not in PRESSED_LAST:
                    return key, press
                if key not in pressed:
                    last.append((PRESSED_LAST.index(press.act), key, press))
        return min(last)[1:] if last else None

    while found := offered():
        key, press = found
        pressed.add(key)
        headers = PAGE | people[press.who].headers
        answer = visitor.post(press.path, data=dict(press.fields), headers=headers, follow_redirects=False)
        if answer.status_code != 303:  # a page may be a moment old
            wait_until(partial(is_gone, press))
        wait_until(lambda: tournament.state["status"] != "playing" or bool(tournament.state["boards"]))
    assert tournament.state["status"] == "over"
    assert {key[2] for key in pressed} >= ACTS
