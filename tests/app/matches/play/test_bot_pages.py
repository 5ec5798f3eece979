"""Against the computer by the pages: at once from the start page, chosen in the form, at a table nobody comes to."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from starlette.testclient import TestClient

from app.base.drawing.sea_chart import MAX_CHOSEN
from app.base.errors import AppError
from app.matches.bots.characters import CHARACTERS, FOR_LEVELS, of_level
from app.matches.core.seat_holder import Bot
from app.matches.core.storage.bot_results import BotResult, level_for
from app.matches.play.bots import HELP_AFTER
from engine.seat import Seat
from tests.support.boards import opened
from tests.support.bots import rest_bots
from tests.support.cases import in_turn
from tests.support.service import site_of
from tests.support.visitors import another
from tools.rig.json import Json


def state(visitor: TestClient, path: str) -> Json:
    """Return the match as the guest's program may see it."""
    found: Json = visitor.get(f"/api/matches/{path.rpartition('/')[2]}").json()
    return found


def test_to_play_the_computer_is_one_press_and_the_form_offers_every_format(visitor: TestClient) -> None:
    page = visitor.get("/").text
    assert "Play the computer" in page
    assert all(f"{bot.level} · {bot.name}" in page for bot in FOR_LEVELS)
    form = visitor.get("/new?preset=computer").text
    assert all(bot.step_words in form for bot in FOR_LEVELS)
    assert "beats level 1 four times in five" in form
    page = visitor.get(opened(visitor, mode="bot", deck="3", opponent="2", first="friend")).text
    assert of_level(2).name in page and "computer, easy" in page and "Offer a draw" in page
    for played in ({"format": "draft"}, {"format": "constructed", "edition": "2021"}):
        path = opened(visitor, mode="bot", opponent="4", **played)
        assert state(visitor, path)["format"] == played["format"]
        assert of_level(4).name in visitor.get(path).text
    refused = visitor.post("/new", data={"mode": "bot", "opponent": "9"})
    assert (refused.status_code, "no such opponent" in refused.text) == (422, True)


def stops(page: str) -> list[str]:
    """Return the states of the stops of a chart."""
    return re.findall(r'<li class="stop is-(\w+)"', page)


def test_who_thinks_is_said(client: TestClient) -> None:
    rest_bots(client)  # or it may have thought before the page is drawn
    path = opened(client, mode="bot", opponent="6", first="friend")
    assert f"<bdi>{of_level(6).name}</bdi> is thinking." in client.get(path).text


def test_a_bot_is_offered_where_nobody_comes_and_sits_down_there(visitor: TestClient) -> None:
    path = opened(visitor, mode="duel", public="yes")
    assert f'hx-get="{path}/bot" hx-trigger="load delay:30s"' in visitor.get(path).text
    assert f'action="{path}/bot"' in visitor.get(f"{path}/bot").text
    eve = another(visitor)
    assert eve.get(f"{path}/bot").text == ""
    assert eve.post(f"{path}/bot", data={"level": "3"}).status_code == 403
    assert visitor.post(f"{path}/bot", data={"level": "7"}).status_code == 400
    assert visitor.post(f"{path}/bot", data={"level": "3"}, follow_redirects=False).headers["location"] == path
    assert of_level(3).name in visitor.get(path).text
    assert path not in eve.get("/").text
    assert visitor.post(f"{path}/bot", data={"level": "3"}, follow_redirects=False).status_code == 303  # once is enough
    assert visitor.get(f"{path}/bot").text == ""


def test_the_campaign_is_played_with_decks_and_remembers_who_was_beaten(visitor: TestClient) -> None:
    page = visitor.get("/campaign").text
    for bot in CHARACTERS:
        assert bot.name in page
        assert f'value="{bot.slug}"><input type="hidden" name="deck" value="{bot.facing}"' in page
    assert page.count("Your deck") == len(CHARACTERS) <= MAX_CHOSEN
    assert stops(page) == ["next", *["ahead"] * (len(CHARACTERS) - 1)]
    assert re.findall(r'value="(\d+)" checked', page) == ["1"], "the next one is chosen"
    ash = CHARACTERS[-1]
    path = opened(visitor, mode="bot", opponent=ash.slug, deck=str(ash.facing))
    found = state(visitor, path)
    mine = found["seat"]
    theirs = "B" if mine == "A" else "A"
    assert found["decks"] == {mine: ash.facing, theirs: ash.deck}
    assert found["names"][theirs] == ash.name
    win(visitor, opened(visitor, mode="bot", opponent="pip", deck="1"))
    page = visitor.get("/campaign").text
    assert stops(page)[:3] == ["next", "past", "ahead"], "Pip, the second"
    home = visitor.get("/").text
    assert 'value="2" selected' in home  # Pip is easier than what one begins with
    assert "came-back" not in home, "a match goes on, and stands there"
    win(visitor, path, by_guest=True)
    home = visitor.get("/").text
    assert f"Your next island: <bdi>{CHARACTERS[0].name}</bdi>" in home and "Welcome back" in home
    section = home.partition('class="came-back ')[2].partition("</section>")[0]
    assert "Your last match" in section and ash.name in section and "showpiece" not in home
    assert "came-back" not in another(visitor).get("/").text
    assert trophies(visitor.get("/profile").text) == ["Pip"]


def trophies(profile: str) -> list[str]:
    """Return the computer opponents that a profile shows as beaten."""
    shelf = profile.partition('class="shelf"')[2].partition("</ul>")[0]
    return re.findall(r"<strong><bdi>(.+?)</bdi></strong>", shelf)


def test_others_see_only_computers_that_were_beaten_in_public(visitor: TestClient) -> None:
    win(visitor, opened(visitor, mode="bot", opponent="pip", deck="1", rated="no"))
    win(visitor, opened(visitor, mode="bot", opponent="old-gus", deck="1"))
    page = visitor.get("/profile")
    assert trophies(page.text) == ["Pip", "Old Gus"]
    assert trophies(another(visitor).get(page.url.path).text) == ["Old Gus"]


def test_the_campaign_rises_evenly_as_it_was_measured() -> None:
    row = re.compile(r"\| \d+ \| (.+) \| (\d) \| (\d) \| (\d) \|" + r" (\d+|–)[^|]*\|" * 3)
    rows = row.findall(Path("docs/opponents.md").read_text("utf-8"))
    assert [row[:4] for row in rows] == [(b.name, f"{b.level}", f"{b.deck}", f"{b.facing}") for b in CHARACTERS]
    novice, easy, hard = ([int(row[column].replace("–", "0")) for row in rows] for column in (4, 5, 6))
    assert all(abs(share - wanted) <= 15 for share, wanted in zip(novice, (70, 55, 40, 30), strict=False)), novice
    assert all(abs(share - wanted) <= 15 for share, wanted in zip(easy, (90, 80, 65, 50), strict=False)), easy
    assert all(2 <= before - after <= 14 for before, after in pairwise(hard[4:])) and hard[-1] <= 3, hard


def test_a_third_loss_in_a_row_offers_the_deck_with_the_best_odds_and_hints(visitor: TestClient) -> None:
    pip = CHARACTERS[1]
    best = max((deck for deck in (1, 2, 3, 4) if deck != pip.deck), key=lambda deck: balance_at_level_1(deck, pip.deck))
    for losses in range(4):
        assert ("does best here" in visitor.get("/campaign").text) == (losses >= HELP_AFTER)
        path = opened(visitor, mode="bot", opponent=pip.slug, deck=str(pip.facing))
        assert visitor.get(f"{path}/help").text.strip() == "", "the match is not over"
        win(visitor, path, by_guest=True)
        assert ("does best here" in visitor.get(f"{path}/help").text) == (losses + 1 >= HELP_AFTER)
    page = visitor.get(f"{path}/help").text
    assert f"4 losses in a row against <bdi>{pip.name}</bdi>" in page
    sent = dict(re.findall(r'name="(\w+)"\s+value="([\w-]+)"', page))
    assert sent == {"mode": "bot", "opponent": pip.slug, "deck": str(best), "rated": "no", "hints": "each-turn"}
    assert another(visitor).get(f"{path}/help").text.strip() == ""
    offered, _query, word = opened(visitor, **sent).partition("?")
    assert word == "hints=each-turn" and "data-each-turn" in visitor.get(f"{offered}?{word}").text
    assert "data-each-turn" not in visitor.get(offered).text
    hint, by_hand = visitor.post(f"{offered}/hint?{word}").text, visitor.post(f"{offered}/hint").text
    assert "A hint opens each turn." in hint and f'href="{offered}"' in hint, "here that is turned off"
    assert "A hint opens each turn." not in by_hand
    found = state(visitor, offered)
    assert found["decks"][found["seat"]] == best and not found["rated"]
    win(visitor, offered)
    page = visitor.get("/campaign").text
    assert stops(page)[1] == "past" and "does best here" not in page


def balance_at_level_1(deck: int, against: int) -> float:
    """Return the share that a deck wins against another between players of level 1."""
    pairs = json.loads(Path("engine/data/balance.json").read_text("utf-8"))["levels"]["1"]
    points, games = pairs[f"{min(deck, against)}-{max(deck, against)}"]
    return float(points if deck < against else games - points)


def win(visitor: TestClient, path: str, *, by_guest: bool = False) -> None:
    """End a match against a bot as if it (or, `by_guest`, the visitor) had resigned: the service plays what it says."""
    service = site_of(visitor).matches.service
    match_id = path.rpartition("/")[2]
    seat: Seat = "B" if state(visitor, path)["seat"] == "A" else "A"
    if by_guest:
        while state(visitor, path)["status"] != "over":  # the bot may play meanwhile
            own = state(visitor, path)
            action = {"type": "resign", "player": own["seat"]}
            visitor.post(f"/api/matches/{match_id}/actions", json={"seq": own["seq"], "action": action})
        return
    assert visitor.portal is not None
    for _try in range(20):  # the bot may play meanwhile
        seq = state(visitor, path)["seq"]
        with suppress(AppError):
            visitor.portal.call(service.act_for_bot, match_id, seat, seq, {"type": "resign", "player": seat})
            return
    raise AssertionError("the match did not end")


def results(*played: tuple[int, bool | None]) -> list[BotResult]:
    return [BotResult(Bot(level, of_level(level).name), won) for level, won in played]


@in_turn(
    ("played", "level"),
    [
        ([], 2), ([(2, True)], 3), ([(1, True)], 2), ([(2, True), (3, False)], 3),
        ([(2, True), (3, False), (3, False)], 2), ([(2, False), (2, None), (2, False)], 2),
        ([(2, False), (2, False), (1, False), (1, False)], 0), ([(6, True), (6, True)], 6),
    ],
)  # fmt: skip
def test_the_level_follows_the_results(played: list[tuple[int, bool | None]], level: int) -> None:
    assert level_for(results(*played)) == level
