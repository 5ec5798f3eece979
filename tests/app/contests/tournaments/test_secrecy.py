"""Secrets that nobody may see too early: handed-in decks, the caster's link, both hands, hidden cards."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from app.base.live.connection import PAGE_PROTOCOL
from engine import cards
from tests.support.players_faces import without_faces, without_pictures
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.random_moves import cards_to_build_with
from tools.rig.tournaments import RunningTournament, TournamentPlayer

PAGE = {"accept": "text/html"}


def everything(visitor: TestClient, tournament: RunningTournament, reader: TournamentPlayer | None) -> str:
    """Return all that a reader can get of a tournament, and of its matches."""
    headers = {} if reader is None else reader.headers
    page, api = f"/tournament/{tournament.id}", f"/api/tournaments/{tournament.id}"
    pages = [
        page,
        *(f"{page}/{one}" for one in ("wall", "decks", "print/pairings", "print/standings", "print/crosstable")),
    ]
    exports = [f"{api}{end}" for end in ("", "/acts", "/export.trf", "/export.csv")]
    ids = [board["match"] for board in tournament.state["boards"] if board["match"]]
    matches = [f"/api/matches/{one}" for one in ids if reader is not None] + [f"/match/{one}" for one in ids]
    got = [visitor.get(path, headers=headers) for path in (*pages, *exports, *matches)]
    assert {answer.status_code for answer in got} == {200}
    with visitor.websocket_connect(f"{page}/live?v={PAGE_PROTOCOL}", headers=headers) as socket:
        live = socket.receive_text()
    with visitor.websocket_connect(f"{page}/wall/live?v={PAGE_PROTOCOL}", headers=headers) as socket:
        wall = socket.receive_text()
    with visitor.websocket_connect(f"{api}/stream", headers=headers) as socket:
        stream = socket.receive_text()
    packed = visitor.get(f"{api}/export.zip", headers=headers).content
    with zipfile.ZipFile(io.BytesIO(packed)) as unpacked:
        files = [unpacked.read(name).decode("utf-8", "replace") for name in unpacked.namelist()]
    text = "\n".join([*(answer.text for answer in got), *files, live, wall, stream])
    return without_pictures(without_faces(text))


def names(text: str, deck: list[str]) -> set[str]:
    """Return the cards of a deck that a text names, by their slugs or in words."""
    return {slug for slug in deck if re.search(rf"\b{slug}\b", text) or f">{cards.ALL[slug].name}<" in text}


@pytest.mark.parametrize("shown", ["end", "opponents"])
def test_a_deck_is_seen_by_nobody_too_early(visitor: TestClient, shown: str) -> None:
    tournament = RunningTournament(
        visitor, 0, system="round_robin", format="constructed", decks="own", decks_shown=shown
    )
    legal = cards_to_build_with({"edition": "2022"})
    decks = {number: legal[8 * number : 8 * number + 8] for number in range(1, 5)}
    for number, deck in decks.items():
        tournament.enter(TournamentPlayer(visitor, f"P{number}"), deck=deck)
    readers = [(None, None), (0, tournament.organizer), *tournament.players.items()]
    for who, reader in readers:
        text = everything(visitor, tournament, reader)
        for number, deck in decks.items():
            assert names(text, deck) == (set(deck) if who == number else set()), (who, number)
    tournament.organize("start")
    wait_until(lambda: len(tournament.open_boards()) == 2)
    opponents = {board["a"]: board["b"] for board in tournament.open_boards()}
    opponents |= {b: a for a, b in opponents.items()}
    for who, reader in tournament.players.items():
        text = everything(visitor, tournament, reader)
        for number, deck in decks.items():
            may = number == who or (shown == "opponents" and number == opponents[who])
            assert names(text, deck) == (set(deck) if may else set()), (who, number)
    assert not any(names(everything(visitor, tournament, None), deck) for deck in decks.values())
    while tournament.state["status"] != "over":
        tournament.play_round()
    for number, deck in decks.items():
        assert names(everything(visitor, tournament, None), deck) == set(deck), number
    podium = without_pictures(visitor.get(f"/tournament/{tournament.id}/wall").text)
    assert [bool(names(podium, deck)) for deck in decks.values()].count(True) == 3


def test_the_casters_key_is_for_organizers_who_do_not_play(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 2, system="round_robin", caster=300)
    key = tournament.state["caster"]
    assert f"caster?key={key}" in visitor.get(f"/tournament/{tournament.id}", headers=tournament.organizer.headers).text
    assert key not in everything(visitor, tournament, None) + everything(visitor, tournament, tournament.players[1])
    tournament.organize("entries/1", do="organizer")  # a player who organizes, too
    assert key not in everything(visitor, tournament, tournament.players[1])
    tournament.enter(tournament.organizer)
    text = everything(visitor, tournament, tournament.organizer)
    assert key not in text and "caster?key=" not in text
    assert "only an organizer who does not play" in text
    for known in (key, "é"):  # who knew it before plays now
        assert visitor.get(f"/tournament/{tournament.id}/caster?key={known}", headers=PAGE).status_code == 404


def test_the_casters_pages_show_both_hands_late_and_to_no_player(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = RunningTournament(visitor, 2, system="round_robin", caster=300)
    key = tournament.state["caster"]
    tournament.organize("start")
    wait_until(lambda: bool(tournament.open_boards()))
    board = tournament.open_boards()[0]
    page = f"/tournament/{tournament.id}/caster"
    assert "with a delay of 5 minutes" in visitor.get(f"{page}?key={key}").text
    early = visitor.get(f"{page}/1/1?key={key}").text
    assert "had not reached its first turn" in early
    tournament.move(board)
    now = time.time()
    monkeypatch.setattr("app.contests.tournaments.caster.time", SimpleNamespace(time=lambda: now + 300))
    seen = _board_of(visitor.get(f"{page}/1/1?key={key}").text)
    both = {slug for number in (1, 2) for slug in _own_hand(tournament, board, number)}
    assert all(f'data-card="{slug}"' in seen for slug in both) and len(both) == 16
    for _ in range(4):
        tournament.move(board)
    assert _board_of(visitor.get(f"{page}/1/1?key={key}").text) == seen  # what came after changes nothing yet
    for path in (page, f"{page}/1/1"):
        wrong = visitor.get(f"{path}?key=wrong", headers=PAGE)
        assert wrong.status_code == 404 and "data-card" not in wrong.text
        player = visitor.get(f"{path}?key={key}", headers={**PAGE, **tournament.players[1].headers})
        assert player.status_code == 403 and "data-card" not in player.text


def _board_of(html: str) -> str:
    found = re.search(r'<section id="caster-board".*?</section>', html, re.DOTALL)
    assert found is not None
    return found.group()


def _own_hand(tournament: RunningTournament, board: Json, number: int) -> Iterator[str]:
    state = tournament.players[number].state(board["match"])
    seat = "A" if board["a"] == number else "B"
    view = state["view"][seat]
    yield from (card for card in view["hand"] if card != "*")
    yield from (creature["card"] for lane in ("top", "bottom") for creature in view[lane])


def test_players_are_warned_of_a_caster(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 2, system="round_robin", caster=600)
    tournament.organize("start")
    wait_until(lambda: bool(tournament.open_boards()))
    match = tournament.open_boards()[0]["match"]
    assert tournament.players[1].state(match)["caster"] == 600
    said = "A commentator may see both hands"
    assert said in visitor.get(f"/match/{match}", headers=tournament.players[1].headers).text
    assert said in visitor.get(f"/tournament/{tournament.id}").text
    without = RunningTournament(visitor, 2, system="round_robin")
    without.organize("start")
    wait_until(lambda: bool(without.open_boards()))
    table = visitor.get(f"/match/{without.open_boards()[0]['match']}").text
    assert said not in table and f"/tournament/{without.id}" in table
