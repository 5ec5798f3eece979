"""Lines of the log as HTML: pictures, wounds in the line of their blow, and names that lead to their cards."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

from app.matches.table import narration
from app.matches.table.log_html import StepLink, log_html
from engine.seat import BySeat
from tests.engine.test_history import END, match_from, side
from tests.support.tables import fragments
from tools.rig.json import Json

TAG = re.compile(r"<[^>]+>|\n")
NAMES: BySeat[str] = {"A": "Anna", "B": "<b>Bo</b>"}


def items(a: Json, b: Json, names: BySeat[str] = NAMES, link: StepLink | None = None) -> list[str]:
    """Return the lines of A's assault."""
    match, events = match_from(a, b).apply("A", END)
    seen = match.events_for(events, "A")
    html = log_html(fragments(), seen, narration.narrate_marked(seen, names), link)
    return re.findall(r"<li.*?</li>", html, re.DOTALL)


def words(item: str) -> str:
    return TAG.sub("", item)


def test_wounds_stand_in_the_line_of_their_attack_and_a_fall_in_its_own() -> None:
    lines = items(side("* zombie treant", top="ogre brute"), side("* treant giant lich", top="troll"))
    attacks = [line for line in lines if " attacks " in words(line)]
    assert attacks
    assert all(re.search(r"takes \d+ damage", words(line)) for line in attacks[:1])
    assert not [line for line in lines if re.match(r".* takes \d+ damage", words(line)) and line not in attacks]
    assert all("line-wound" not in line for line in lines if "destroys" in words(line))


def test_names_of_cards_lead_to_them_and_each_attack_has_the_picture_of_its_card() -> None:
    attack = next(line for line in items(side("* zombie", top="ogre"), side("* treant giant")) if "attacks the" in line)
    assert re.search(r'<a class="line-card" href="/cards/ogre"[^>]*>Ogre</a> attacks the Stronghold', attack)
    assert re.search(r'<use href="[^"]+/vendor/icons/[a-z-]+\.svg#', attack)


def test_the_name_of_a_designed_card_shows_it_without_a_page_of_its_own() -> None:
    card = {"name": "Fury <3", "type": "creature", "cost": 4, "attack": 4, "health": 4, "abilities": ["berserk"]}
    lane = {**side("* zombie"), "top": [{"card": card}]}
    attack = next(line for line in items(lane, side("* treant giant")) if "attacks the" in line)
    found = re.search(
        r'<button class="line-card"[^>]* data-face="/cards/face\?card=([^"]+)"[^>]*>Fury &lt;3</button>', attack
    )
    assert found is not None, attack
    assert json.loads(unquote(found[1])) == card


def test_in_a_replay_each_line_leads_to_its_step() -> None:
    link = StepLink(7, "/r?step=7&from=A", "step 7 of 9")
    lines = items(side("* zombie", top="ogre"), side("* treant giant"), link=link)
    assert lines
    for line in lines:
        assert line.startswith("<li class=")
        assert ' data-at="7">' in line
        assert line.count('href="/r?step=7&amp;from=A" data-step="7" tabindex="-1" aria-label="step 7 of 9"></a>') == 1


def test_names_of_players_are_text() -> None:
    text = "".join(items(side("* zombie", top="ogre"), side("* treant giant")))
    assert "<b>Bo" not in text
    assert "&lt;b&gt;Bo" in text


def test_without_marks_a_line_is_the_plain_sentence() -> None:
    match, events = match_from(side("* zombie", top="ogre"), side("* treant giant")).apply("A", END)
    seen = match.events_for(events, "A")
    assert narration.plain(narration.narrate_marked(seen, NAMES)) == narration.narrate(seen, NAMES)
