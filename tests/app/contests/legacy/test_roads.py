"""Roads of Legacy (H13 to H15): begun, played, chosen at, narrated, and nobody else's before their end."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import orjson
import sqlalchemy as sa
from httpx2 import Response
from starlette.testclient import TestClient

from app.base.store.database import StoredRow
from app.contests.legacy.models import roads
from app.contests.legacy.service import starter_of, this_week, week_of
from app.learning.puzzles import daily
from app.matches.core.storage.models import matches
from engine import cards
from engine.legacy import ISLANDS, LIVES
from engine.record import MatchRecord
from tests.support.accounts import database_of
from tests.support.boards import HTML
from tests.support.bots import let_bot_resign, resign_to_bot, rest_bots
from tests.support.roads import gifts_on
from tests.support.service import site_of
from tools.rig.players import ApiPlayer


class Traveller(ApiPlayer):
    """A player on a road, through the site's pages."""

    def __init__(self, site: TestClient, name: str) -> None:
        super().__init__(site, name)
        self.site = site

    def asked(self, method: str, path: str, **form: object) -> Response:
        """Return the answer to a request of a page."""
        headers, data = {**HTML, **self.headers}, {name: str(value) for name, value in form.items()}
        return self.site.request(method, path, headers=headers, data=data or None, follow_redirects=False)

    def sent(self, path: str, **form: object) -> str:
        """Send a form and return where it leads."""
        answer = self.asked("POST", path, **form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def refused_page(self, method: str, path: str, status: int, **form: object) -> None:
        """Send a request that is refused."""
        answer = self.asked(method, path, **form)
        assert answer.status_code == status, answer.text

    def page(self, path: str) -> str:
        """Return a page."""
        answer = self.asked("GET", path)
        assert answer.status_code == 200, answer.text
        return str(answer.text)


def stored(client: TestClient, road_id: str) -> StoredRow:
    """Return the row of a road."""
    with database_of(client).engine.connect() as connection:
        return connection.execute(sa.select(roads).where(roads.c.id == road_id)).one()


def sail(traveller: Traveller, road: str) -> str:
    """Return the match to which a road leads now."""
    return traveller.sent(f"{road}/play").rpartition("/")[2]


def test_a_road_is_played_chosen_at_scarred_and_told_to_its_end(client: TestClient) -> None:
    rest_bots(client)
    ann, bob = Traveller(client, "Ann"), Traveller(client, "Bob")
    road = ann.sent("/legacy", deck=2)
    assert ann.sent("/legacy", deck=2) == road, "there is one road with a deck at a time"
    road_id = road.rpartition("/")[2]
    assert f"{LIVES[2]} lives left" in ann.page(road) and "Sail to" in ann.page(road) and "Pip" in ann.page(road)
    match_id = sail(ann, road)
    assert sail(ann, road) == match_id, "a match that was left goes on"
    state = ann.state(match_id)
    assert state["players"]["B"]["name"] == "Pip" and not state["rated"] and state["seed"] is None
    bob.refused_page("GET", road, 404)
    bob.refused_page("POST", f"{road}/play", 404)
    bob.refused("GET", f"/{match_id}", None, 403, "road_unfinished")
    ann.refused_page("POST", f"{road}/choose", 409, version=1, take="heal", gain="attack", card=0)
    let_bot_resign(client, match_id)
    page = ann.page(road)
    gifts = gifts_on(page)
    assert [gift["take"] for gift in gifts] == ["growth", "growth", "swap"]
    assert "Choose one of three" in page
    ann.refused_page("POST", f"{road}/play", 409)
    ann.refused_page("POST", f"{road}/choose", 422, **{**gifts[0], "gain": "rage"})
    ann.refused_page("POST", f"{road}/choose", 409, **{**gifts[0], "version": 1})
    assert ann.sent(f"{road}/choose", **gifts[0]) == road
    ann.refused_page("POST", f"{road}/choose", 409, **gifts[1])
    page = ann.page(road)
    assert page.count("token-grown") == 1 and "(gained)" in page and "1 of 12 islands won" in page
    second = sail(ann, road)
    with database_of(client).engine.connect() as connection:
        options = orjson.loads(
            connection.execute(sa.select(matches.c.options).where(matches.c.id == second)).scalar_one()
        )
    grown = [card for card in options["settled"]["A"] if isinstance(card, dict)]
    assert len(grown) == 1 and gifts[0]["gain"] in grown[0]["abilities"] and options["decks"] == {"B": 1}
    resign_to_bot(ann, second)
    page = ann.page(road)
    assert f"{LIVES[2] - 1} li" in page and "has a scar" in page and re.search(r"cracks-1", page)
    steps = orjson.loads(stored(client, road_id).steps)
    assert [step["outcome"] for step in steps] == ["won", "lost"] and steps[1]["scar"]["loss"] in ("attack", "health")
    record = MatchRecord.from_json(ann.ok("GET", f"/{second}/record"))
    assert record.check().outcome is not None
    third = sail(ann, road)
    assert third != second and ann.state(third)["players"]["B"]["name"] == ann.state(second)["players"]["B"]["name"]
    let_bot_resign(client, third)
    assert [gift["take"] for gift in gifts_on(ann.page(road))] == ["growth", "heal", "swap"]
    exported = client.get("/api/players/me/export", headers=ann.headers).json()
    assert [row["id"] for row in exported["roads"]] == [road_id] and "seed" not in exported["roads"][0]
    ann.refused_page("GET", f"{road}/picture", 404)
    ann.sent(f"{road}/end")
    ann.refused_page("POST", f"{road}/end", 409)
    ann.refused_page("POST", f"{road}/play", 409)
    assert gifts_on(ann.page(road)) == [] and "The road ends here" in ann.page(road)
    bob.page(road)
    picture = client.get(f"{road}/picture", headers=bob.headers)
    assert picture.headers["content-type"] == "image/png" and picture.content.startswith(b"\x89PNG")
    assert bob.state(match_id)["status"] == "over"
    assert "token-grown" in bob.page(f"/match/{second}/replay?from=A"), "the replay shows what the cards had become"
    assert ann.page("/legacy").count(road) == 1 and "Hall of roads" in ann.page("/legacy")
    handle = ann.asked("GET", "/profile").headers["location"].rpartition("/")[2]
    assert road in bob.page(f"/legacy/of/{handle}")


def test_the_last_life_and_the_last_island_end_a_road(client: TestClient) -> None:
    rest_bots(client)
    ann = Traveller(client, "Ann")
    lost = ann.sent("/legacy", deck=1)
    for left in range(LIVES[1], 0, -1):
        assert ("lives left" if left > 1 else "1 life left") in ann.page(lost)
        resign_to_bot(ann, sail(ann, lost))
    assert "The road ends here" in ann.page(lost) and stored(client, lost.rpartition("/")[2]).ended_at is not None
    again = ann.sent("/legacy", deck=1)
    assert again != lost
    for island in range(1, ISLANDS + 1):
        let_bot_resign(client, sail(ann, again))
        assert stored(client, again.rpartition("/")[2]).won == island
        if island < ISLANDS:
            gifts = gifts_on(ann.page(again))
            ann.sent(f"{again}/choose", **gifts[island % 3])
    row = stored(client, again.rpartition("/")[2])
    assert row.ended_at is not None and "All 12 islands won" in ann.page(again)
    assert ann.page("/legacy").index(again) < ann.page("/legacy").index(lost), "who went furthest comes first"


def test_two_tabs_open_one_match_and_take_one_gift(client: TestClient) -> None:
    rest_bots(client)
    ann = Traveller(client, "Ann")
    road = ann.sent("/legacy", deck=3)
    answers: list[str] = []

    def press(path: str, form: dict[str, str]) -> None:
        answer = client.post(path, headers={**HTML, **ann.headers}, data=form, follow_redirects=False)
        answers.append(f"{answer.status_code} {answer.headers.get('location')}")

    at_once(lambda: press(f"{road}/play", {}), lambda: press(f"{road}/play", {}))
    assert len(set(answers)) == 1 and answers[0].startswith("303")
    with database_of(client).engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(matches)).scalar_one() == 1
    let_bot_resign(client, answers[0].rpartition("/")[2])
    gifts = gifts_on(ann.page(road))
    answers.clear()
    at_once(lambda: press(f"{road}/choose", gifts[0]), lambda: press(f"{road}/choose", gifts[1]))
    assert sorted(answer[:3] for answer in answers) == ["303", "409"]
    assert len([step for step in orjson.loads(stored(client, road.rpartition("/")[2]).steps) if "choice" in step]) == 1


def at_once(*work: Callable[[], None]) -> None:
    """Do these things at once, and wait for all."""
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_the_road_of_the_week_is_the_same_for_everybody_and_walked_once(client: TestClient) -> None:
    rest_bots(client)
    ann, bob, cy = Traveller(client, "Ann"), Traveller(client, "Bob"), Traveller(client, "Cy")
    first, second = ann.sent("/legacy/week"), bob.sent("/legacy/week")
    assert first != second and ann.sent("/legacy/week") == first
    one, two = sail(ann, first), sail(bob, second)
    assert ann.state(one)["view"]["A"]["hand"] == bob.state(two)["view"]["A"]["hand"]
    let_bot_resign(client, one)
    gifts = gifts_on(ann.page(first))
    ann.sent(f"{first}/choose", **gifts[0])
    ann.sent(f"{first}/end")
    bob.refused("GET", f"/{one}", None, 403, "road_unfinished")
    let_bot_resign(client, two)
    assert [gift["gain"] for gift in gifts_on(bob.page(second))] == [gift["gain"] for gift in gifts]
    week = f"/legacy/week/{this_week()}"
    site_of(client).contests.road_boards.held.clear()
    table = cy.page(week)
    assert table.index("Ann") < table.index("Bob") or "1. " in table
    assert "under way" in table and first not in table, "a road of this week leads nobody there who has not walked it"
    bob.sent(f"{second}/end")
    assert bob.state(one)["status"] == "over" and first in bob.page(week)
    assert ann.sent("/legacy/week") == first, "there is one road of a week"
    cy.refused_page("GET", "/legacy/week/2099-W01", 404)
    cy.refused_page("GET", "/legacy/week/2026-W59", 404)
    assert {starter_of(f"2027-W{number:02}") for number in range(1, 5)} == {1, 2, 3, 4}
    assert week_of(daily.today()) == this_week() and cards.preconstructed(starter_of(this_week()))
