"""What nobody may see earlier than they should: handed-in decks, the caster's link, both hands, hidden cards."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.live.connection import PAGE_PROTOCOL
from engine import cards
from tests.support.waiting import wait_until
from tools.rig.events import EventPlayer, RunningEvent
from tools.rig.json import Json
from tools.rig.random_moves import cards_to_build_with

PAGE = {"accept": "text/html"}


def _frames(socket: WebSocketTestSession, count: int) -> str:
    return "".join(str(socket.receive_json()) for _ in range(count))


def everything(visitor: TestClient, event: RunningEvent, reader: EventPlayer | None) -> str:
    """Return all that a reader can get of an event, and of its matches."""
    headers = {} if reader is None else reader.headers
    page, api = f"/tournament/{event.id}", f"/api/tournaments/{event.id}"
    pages = [
        page,
        *(f"{page}/{one}" for one in ("wall", "decks", "print/pairings", "print/standings", "print/crosstable")),
    ]
    exports = [f"{api}{end}" for end in ("", "/acts", "/export.trf", "/export.csv")]
    ids = [board["match"] for board in event.state["boards"] if board["match"]]
    matches = [f"/api/matches/{one}" for one in ids if reader is not None] + [f"/match/{one}" for one in ids]
    got = [visitor.get(path, headers=headers) for path in (*pages, *exports, *matches)]
    assert {answer.status_code for answer in got} == {200}
    with visitor.websocket_connect(f"{page}/live?v={PAGE_PROTOCOL}", headers=headers) as socket:
        live = _frames(socket, 5)
    with visitor.websocket_connect(f"{page}/wall/live?v={PAGE_PROTOCOL}", headers=headers) as socket:
        wall = _frames(socket, 3)
    with visitor.websocket_connect(f"{api}/stream", headers=headers) as socket:
        stream = _frames(socket, 1)
    packed = visitor.get(f"{api}/export.zip", headers=headers).content
    with zipfile.ZipFile(io.BytesIO(packed)) as unpacked:
        files = [unpacked.read(name).decode("utf-8", "replace") for name in unpacked.namelist()]
    return "\n".join([*(answer.text for answer in got), *files, live, wall, stream])


def names(text: str, deck: list[str]) -> set[str]:
    """Return the cards of a deck that a text names, by their slugs or in words."""
    return {slug for slug in deck if re.search(rf"\b{slug}\b", text) or f">{cards.ALL[slug].name}<" in text}


@pytest.mark.parametrize("shown", ["end", "opponents"])
def test_a_deck_is_seen_by_nobody_too_early(visitor: TestClient, shown: str) -> None:
    event = RunningEvent(visitor, 0, system="round_robin", format="constructed", decks="own", decks_shown=shown)
    legal = cards_to_build_with({"edition": "2022"})
    decks = {number: legal[8 * number : 8 * number + 8] for number in range(1, 5)}
    for number, deck in decks.items():
        event.enter(EventPlayer(visitor, f"P{number}"), deck=deck)
    readers = [(None, None), (0, event.organizer), *event.players.items()]
    for who, reader in readers:
        text = everything(visitor, event, reader)
        for number, deck in decks.items():
            assert names(text, deck) == (set(deck) if who == number else set()), (who, number)
    event.organize("start")
    wait_until(lambda: len(event.open_boards()) == 2)
    opponents = {board["a"]: board["b"] for board in event.open_boards()}
    opponents |= {b: a for a, b in opponents.items()}
    for who, reader in event.players.items():
        text = everything(visitor, event, reader)
        for number, deck in decks.items():
            may = number == who or (shown == "opponents" and number == opponents[who])
            assert names(text, deck) == (set(deck) if may else set()), (who, number)
    assert not any(names(everything(visitor, event, None), deck) for deck in decks.values())
    while event.state["status"] != "over":
        event.play_round()
    for number, deck in decks.items():
        assert names(everything(visitor, event, None), deck) == set(deck), number
    podium = visitor.get(f"/tournament/{event.id}/wall").text
    assert [bool(names(podium, deck)) for deck in decks.values()].count(True) == 3


def test_the_casters_key_is_for_organizers_who_do_not_play(visitor: TestClient) -> None:
    event = RunningEvent(visitor, 2, system="round_robin", caster=300)
    key = event.state["caster"]
    assert f"caster?key={key}" in visitor.get(f"/tournament/{event.id}", headers=event.organizer.headers).text
    assert key not in everything(visitor, event, None) + everything(visitor, event, event.players[1])
    event.organize("entries/1", do="organizer")  # a player who organizes, too
    assert key not in everything(visitor, event, event.players[1])
    event.enter(event.organizer)
    text = everything(visitor, event, event.organizer)
    assert key not in text and "caster?key=" not in text
    assert "only an organizer who does not play" in text
    for known in (key, "é"):  # who knew it before plays now
        assert visitor.get(f"/tournament/{event.id}/caster?key={known}", headers=PAGE).status_code == 404


def test_the_casters_pages_show_both_hands_late_and_to_no_player(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = RunningEvent(visitor, 2, system="round_robin", caster=300)
    key = event.state["caster"]
    event.organize("start")
    wait_until(lambda: bool(event.open_boards()))
    board = event.open_boards()[0]
    page = f"/tournament/{event.id}/caster"
    assert "with a delay of 5 minutes" in visitor.get(f"{page}?key={key}").text
    early = visitor.get(f"{page}/1/1?key={key}").text
    assert "had not reached its first turn" in early
    event.move(board)
    now = time.time()
    monkeypatch.setattr("app.tournaments.caster.time", SimpleNamespace(time=lambda: now + 300))
    seen = _board_of(visitor.get(f"{page}/1/1?key={key}").text)
    both = {slug for number in (1, 2) for slug in _own_hand(event, board, number)}
    assert all(f'data-card="{slug}"' in seen for slug in both) and len(both) == 16
    for _ in range(4):
        event.move(board)
    assert _board_of(visitor.get(f"{page}/1/1?key={key}").text) == seen  # what came after changes nothing yet
    for path in (page, f"{page}/1/1"):
        wrong = visitor.get(f"{path}?key=wrong", headers=PAGE)
        assert wrong.status_code == 404 and "data-card" not in wrong.text
        player = visitor.get(f"{path}?key={key}", headers={**PAGE, **event.players[1].headers})
        assert player.status_code == 403 and "data-card" not in player.text


def _board_of(html: str) -> str:
    found = re.search(r'<section id="caster-board".*?</section>', html, re.DOTALL)
    assert found is not None
    return found.group()


def _own_hand(event: RunningEvent, board: Json, number: int) -> Iterator[str]:
    state = event.players[number].state(board["match"])
    seat = "A" if board["a"] == number else "B"
    view = state["view"][seat]
    yield from (card for card in view["hand"] if card != "*")
    yield from (creature["card"] for lane in ("top", "bottom") for creature in view[lane])


def test_players_are_warned_of_a_caster(visitor: TestClient) -> None:
    event = RunningEvent(visitor, 2, system="round_robin", caster=600)
    event.organize("start")
    wait_until(lambda: bool(event.open_boards()))
    match = event.open_boards()[0]["match"]
    assert event.players[1].state(match)["caster"] == 600
    said = "A commentator may see both hands"
    assert said in visitor.get(f"/match/{match}", headers=event.players[1].headers).text
    assert said in visitor.get(f"/tournament/{event.id}").text
    without = RunningEvent(visitor, 2, system="round_robin")
    without.organize("start")
    wait_until(lambda: bool(without.open_boards()))
    table = visitor.get(f"/match/{without.open_boards()[0]['match']}").text
    assert said not in table and f"/tournament/{without.id}" in table
