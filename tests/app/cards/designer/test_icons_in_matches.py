"""The icon of a designed card goes where the card goes: to the table, into the replay, into lists."""

from __future__ import annotations

import json
import re

from starlette.testclient import TestClient

from engine import cards
from tests.support.service import site_of
from tests.support.visitors import another
from tools.rig.json import Json
from tools.rig.players import duel

HTML = {"Accept": "text/html"}
STARTER = cards.of_sets(("initiation",))


def icons_on(visitor: TestClient, path: str) -> set[str]:
    """Return the icons of the designed cards on a page."""
    answer = visitor.get(path, headers=HTML)
    assert answer.status_code == 200, answer.text
    shown = re.findall(r'data-card="".*?class="card-icon-light" href="[^"]*#i-([a-z-]+)"', answer.text, re.DOTALL)
    return {*shown}


def design(visitor: TestClient, icon: str) -> str:
    """Let a visitor design Rex with this icon; return the card's id."""
    form = {"name": "Rex", "attack": "3", "health": "3", "ability": ["rage"], "icon": icon}
    answer = visitor.post("/designer", data=form, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).split("/")[-1]


def act(visitor: TestClient, path: str, action: Json) -> None:
    """Play an action that is accepted."""
    call = path.replace("/match/", "/api/matches/")
    answer = visitor.post(f"{call}/actions", json={"seq": visitor.get(call).json()["seq"], "action": action})
    assert answer.status_code == 200, answer.text


def choose(visitor: TestClient, path: str, seat: str, design_id: str) -> None:
    """Send what the workshop's button sends for a design."""
    headers = {"HX-Request-Type": "partial", "HX-Target": "section#champion-panel"}
    panel = visitor.get(f"{path}/workshop?seat={seat}&champion=design:{design_id}", headers=headers).text
    (sent,) = re.findall(r"""id="choose-champion"[^>]*hx-vals='([^']*)'""", panel)
    act(visitor, path, json.loads(sent)["action"])


def test_equal_designs_of_two_guests_keep_their_icons(visitor: TestClient) -> None:
    anna, bo, watcher = visitor, another(visitor), another(visitor)
    hers, his = design(anna, "duck"), design(bo, "dragon-head")
    drawn = site_of(visitor).base.templates.fragments()
    fields = {"mode": "duel", "format": "constructed", "champions": "yes", "first": "me", "name": "Anna"}
    path = anna.post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    bo.post(f"{path}/join", data={"name": "Bo"}, headers=HTML)
    act(anna, path, {"type": "deck", "cards": STARTER[:8]})
    act(bo, path, {"type": "deck", "cards": STARTER[8:16]})
    choose(anna, path, "A", hers)
    assert icons_on(bo, path) == set()
    choose(bo, path, "B", his)
    for browser in (anna, bo, watcher):
        assert icons_on(browser, path) == {"duck", "dragon-head"}
    assert (icons_on(anna, "/designer"), icons_on(bo, "/designer")) == ({"duck"}, {"dragon-head"})
    anna.post(f"/designer/{hers}/delete", headers=HTML)
    act(bo, path, {"type": "resign", "player": "B"})
    assert icons_on(watcher, f"{path}/replay?step=4") == {"duck", "dragon-head"}
    assert site_of(visitor).base.templates.fragments() is drawn


def test_a_programs_champion_has_an_icon_of_the_list_or_the_plain_one(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, format="constructed", champions=True)
    rex = {"name": "Rex", "type": "creature", "cost": 4, "attack": 3, "health": 3, "abilities": ["rage"]}
    ann.act(match_id, 0, {"type": "deck", "cards": STARTER[:8]})
    bob.act(match_id, 1, {"type": "deck", "cards": STARTER[8:16]})
    for icon in ("../duck", "", "DUCK", "x" * 41, 7, None, ["duck"]):
        sent = {"seq": 2, "action": {"type": "champion_choice", "card": {**rex, "icon": icon}}}
        ann.refused("POST", f"/{match_id}/actions", sent, 422, "design_icon")
    ann.act(match_id, 2, {"type": "champion_choice", "card": {**rex, "icon": "no-such-icon"}})
    bob.act(match_id, 3, {"type": "champion_choice", "card": {**rex, "icon": "duck"}})
    assert icons_on(visitor, f"/match/{match_id}") == {"jigsaw-piece", "duck"}
