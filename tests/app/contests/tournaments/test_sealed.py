"""Until a tournament ends, no match of it and no series that keeps them names the decks that it shows then."""

from __future__ import annotations

import orjson
import pytest
from starlette.testclient import TestClient

from tests.support.players_faces import without_faces
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import cards_to_build_with
from tools.rig.tournaments import RunningTournament, TournamentPlayer


def ways_to(client: TestClient, match: str, reader: ApiPlayer) -> dict[str, str]:
    """Return every answer about a finished match, by its path, without the faces of players."""
    pages = (f"/match/{match}{end}" for end in ("", "/log", *(f"/replay{part}" for part in REPLAY)))
    api = (f"/api/matches/{match}{end}" for end in ("", "/record", "/ratings"))
    found = {path: client.get(path, headers=reader.headers).text for path in (*pages, *api)}
    found["mistakes"] = client.post("/api/mistakes", json={"match": match}, headers=reader.headers).text
    found["export"] = client.get("/api/players/me/export", headers=reader.headers).text
    return {path: without_faces(text) for path, text in found.items()}


REPLAY = (
    "",
    "/frame?step=0&from=open",
    "/log?step=0",
    "/picture",
    "/picture.png",
    "/digest",
    "/accuracy",
    "/record",
    "/analysis",
)


@pytest.mark.parametrize("shown", ["end", "opponents"])
def test_no_match_of_a_tournament_tells_a_deck_before_its_end(visitor: TestClient, shown: str) -> None:
    legal = cards_to_build_with({"edition": "2022"})
    tournament = RunningTournament(
        visitor, 0, system="round_robin", format="constructed", decks="own", decks_shown=shown
    )
    decks = {number: legal[8 * number : 8 * number + 8] for number in range(1, 4)}
    for number, deck in decks.items():
        tournament.enter(TournamentPlayer(visitor, f"P{number}"), deck=deck)
    tournament.organize("start")
    wait_until(lambda: bool(tournament.open_boards()))
    board = tournament.open_boards()[0]
    tournament.play(board, "a")
    other = next(number for number in decks if number not in (board["a"], board["b"]))
    for reader in (tournament.players[board["b"]], tournament.players[other], tournament.organizer):
        hidden = decks[board["a"]]
        for path, text in ways_to(visitor, board["match"], reader).items():
            assert not any(f'"{card}"' in text or f"/cards/{card}" in text for card in hidden), path
    packed = visitor.get(f"/api/tournaments/{tournament.id}/export.zip").content
    assert b"round-1/" not in packed
    while tournament.state["status"] != "over":
        tournament.play_round(lambda board: "a")
    record = visitor.get(f"/api/matches/{board['match']}/record", headers=tournament.organizer.headers)
    assert all(card in record.text for card in decks[board["a"]])


def test_a_series_with_kept_decks_tells_them_when_it_is_over(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    legal = cards_to_build_with({"edition": "2022"})
    first = ann.open(format="constructed", sets=["initiation"], best_of=3, series_decks="kept", seat="A")
    bob.ok("POST", f"/{first}/join", {})
    for player, deck in ((ann, legal[:8]), (bob, legal[8:16])):
        player.act(first, player.state(first)["seq"], {"type": "deck", "cards": deck})
    match, won = first, 0
    while won < 2:
        ann.act(match, ann.state(match)["seq"], {"type": "resign", "player": "A"})
        won += 1
        hidden = [card for card in legal[8:16] if f'"{card}"' in visitor.get(f"/match/{first}/replay/record").text]
        assert bool(hidden) == (won == 2)
        assert ('"?"' in str(ann.state(first)["view"]["B"]).replace("'", '"')) is True
        if won < 2:
            ann.ok("POST", f"/{match}/rematch")
            bob.ok("POST", f"/{match}/rematch")
            match = ann.state(match)["next"]


def test_public_records_leave_sealed_matches_out_and_name_those_that_ended_later(visitor: TestClient) -> None:
    """A page full of sealed matches must not end the reading of those behind them."""

    def read(limit: int) -> list[str]:
        answer = visitor.get(f"/api/records?limit={limit}")
        return [orjson.loads(line)["id"] for line in answer.content.splitlines()]

    before, legal = read(100), cards_to_build_with({"edition": "2022"})
    tournament = RunningTournament(visitor, 0, system="round_robin", format="constructed", decks="own")
    for number in range(1, 4):
        tournament.enter(TournamentPlayer(visitor, f"P{number}"), deck=legal[8 * number : 8 * number + 8])
    tournament.organize("start")
    wait_until(lambda: bool(tournament.open_boards()))
    board = tournament.open_boards()[0]
    tournament.play(board, "a")
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    series = ann.open(format="constructed", sets=["initiation"], best_of=3, series_decks="kept", seat="A", public=True)
    bob.ok("POST", f"/{series}/join", {})
    for player, deck in ((ann, legal[:8]), (bob, legal[8:16])):
        player.act(series, player.state(series)["seq"], {"type": "deck", "cards": deck})
    ann.act(series, ann.state(series)["seq"], {"type": "resign", "player": "A"})
    later = ann.open(seat="A", public=True)
    bob.ok("POST", f"/{later}/join", {})
    ann.act(later, 0, {"type": "resign", "player": "A"})
    assert read(100) == [*before, later]
    assert read(len(before) + 1) == [*before, later][: len(before) + 1]
    tournament.organize("end")
    wait_until(lambda: board["match"] in read(100))
    assert series not in read(100)
