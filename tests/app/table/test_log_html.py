"""Lines of the log as HTML: pictures, wounds in the line of their blow, and names that lead to their cards."""

from __future__ import annotations

import re
from typing import Any

from app.cards.drawing import HELPERS
from app.table import narration
from app.table.log_html import log_html
from app.web.assets import Assets
from app.web.templating import ROOT, Templates
from engine.seat import BySeat
from tests.engine.test_history import END, match_from, side

TAG = re.compile(r"<[^>]+>|\n")
NAMES: BySeat[str] = {"A": "Anna", "B": "<b>Bo</b>"}


def items(a: dict[str, Any], b: dict[str, Any], names: BySeat[str] = NAMES) -> list[str]:
    """Return the lines of A's assault."""
    match, events = match_from(a, b).apply("A", END)
    fragments = Templates(Assets(ROOT / "static", dev=True), helpers=HELPERS).fragments()
    seen = match.events_for(events, "A")
    return re.findall(r"<li.*?</li>", log_html(fragments, seen, narration.narrate_marked(seen, names)), re.DOTALL)


def words(item: str) -> str:
    """Return what a line says."""
    return TAG.sub("", item)


def test_wounds_stand_in_the_line_of_their_attack_and_a_fall_in_its_own() -> None:
    lines = items(side("* zombie treant", top="ogre brute"), side("* treant giant lich", top="troll"))
    attacks = [line for line in lines if " attacks " in words(line)]
    assert attacks
    assert all(re.search(r"takes \d+ wound", words(line)) for line in attacks[:1])
    assert not [line for line in lines if re.match(r".* takes \d+ wound", words(line)) and line not in attacks]
    assert all("line-wound" not in line for line in lines if "destroys" in words(line))


def test_names_of_cards_lead_to_them_and_each_attack_has_the_picture_of_its_card() -> None:
    attack = next(line for line in items(side("* zombie", top="ogre"), side("* treant giant")) if "attacks the" in line)
    assert re.search(r'<a class="line-card" href="/cards/ogre"[^>]*>Ogre</a> attacks the fortress', attack)
    assert re.search(r'<use href="[^"]+/vendor/icons/[a-z-]+\.svg#', attack)


def test_names_of_players_are_text() -> None:
    text = "".join(items(side("* zombie", top="ogre"), side("* treant giant")))
    assert "<b>Bo" not in text
    assert "&lt;b&gt;Bo" in text


def test_without_marks_a_line_is_the_plain_sentence() -> None:
    match, events = match_from(side("* zombie", top="ogre"), side("* treant giant")).apply("A", END)
    seen = match.events_for(events, "A")
    assert narration.plain(narration.narrate_marked(seen, NAMES)) == narration.narrate(seen, NAMES)
