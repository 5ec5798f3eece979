"""Tournaments with the players' own cards: results come from two phones or an organizer, all else is as on the site."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
from starlette.testclient import TestClient

from tests.support.service import site_of
from tests.support.waiting import wait_until
from tools.rig.events import EventPlayer, RunningEvent
from tools.rig.json import Json

PAGE = {"accept": "text/html"}
OUTCOMES = ("a", "draw", "b", "a", "b")


def at(board: Json) -> dict[str, int]:
    return {"round": board["round"], "board": board["board"]}


def report(event: RunningEvent, board: Json, side: str, outcome: str, **more: object) -> Json:
    return event.players[board[side]].event("POST", f"/{event.id}/reports", {**at(board), "outcome": outcome, **more})


def begun(event: RunningEvent, number: int) -> list[Json]:
    """Wait for a round, and return its boards."""
    wait_until(lambda: event.state["round"] == number)
    return [board for board in event.state["boards"] if board["round"] == number]


def seen(event: RunningEvent, board: Json) -> Json:
    """Return a board as it is now."""
    found: Json = next(one for one in event.state["boards"] if at(one) == at(board))
    return found


def settle(event: RunningEvent, board: Json, number: int) -> None:
    """Play a board with its own cards in one of the ways: confirmed, corrected, or decided by the organizer."""
    outcome = OUTCOMES[number % len(OUTCOMES)]
    report(event, board, "a", outcome)
    if number % 4 == 0:
        event.organize("rulings", **at(board), outcome=outcome)
        return
    if number % 4 == 1:  # they contradict each other until one of them corrects it
        report(event, board, "b", "b" if outcome != "b" else "a")
        assert seen(event, board)["outcome"] is None
    report(event, board, "b", outcome)


def test_a_swiss_of_16_half_of_it_with_cards_ends_as_another_program_has_it(
    visitor: TestClient, tmp_path: Path
) -> None:
    event = RunningEvent(visitor, 16, system="swiss", rounds=4, gap=None)
    event.organize("start")
    for number in range(1, 5):
        boards = begun(event, number)
        for board in boards[::2]:
            event.organize("boards", **at(board), kind="box")
            assert event.players[board["a"]].state(board["match"])["result"]["reason"] == "aborted"
        for place, board in enumerate(boards):
            if place % 2:
                event.play(board, OUTCOMES[(number + place) % 5])
            else:
                settle(event, board, number + place // 2)
        wait_until(lambda: not event.open_boards())
        path = tmp_path / f"{number}.trf"
        path.write_text(visitor.get(f"/api/tournaments/{event.id}/export.trf").text, "utf-8")
        if number < 4:
            theirs = {
                (one.white, one.black) for one in DutchEngine.generate_pairings(TrfParser.parse(path, strict=True))
            }
            event.organize("next")
            assert {(board["a"], board["b"]) for board in begun(event, number + 1)} == theirs
    wait_until(lambda: event.state["status"] == "over")
    state = event.state
    parsed = TrfParser.parse(path, strict=True)
    assert {one.starting_number: one.points_times_ten for one in parsed.player_sections} == {
        row["number"]: 10 * row["points"] for row in state["standings"]
    }
    assert [board["kind"] for board in state["boards"]] == ["box", "match"] * 16


def refused(player: EventPlayer, event: RunningEvent, board: Json, code: str, outcome: object = "a") -> None:
    player.event_refused("POST", f"/{event.id}/reports", {**at(board), "outcome": outcome}, code)


def test_only_the_two_report_once_and_an_organizer_mends_what_they_agreed_on(visitor: TestClient) -> None:
    event = RunningEvent(visitor, 5, system="swiss", rounds=3, gap=None, box=True, computers=None)
    stranger, one = EventPlayer(visitor, "Eve"), event.players[1]
    event.organizer.event("POST", f"/{event.id}/entries/1", {"do": "organizer"})
    refused(one, event, {"round": 1, "board": 1}, "no_such_board")
    event.organize("start")
    boards = begun(event, 1)
    own = next(board for board in boards if 1 in (board["a"], board["b"]))
    other = next(board for board in boards if board not in (own,) and board["kind"] == "box")
    bye = next(board for board in boards if board["kind"] == "bye")
    assert [board["match"] for board in boards] == [None] * 3
    for who in (stranger, event.organizer, event.players[other["a"]]):
        refused(who, event, own, "not_your_board")
    refused(event.players[bye["a"]], event, bye, "board_on_site")
    for outcome in ("neither", "", None, 1):
        refused(one, event, own, "malformed", outcome)
    report(event, own, "a", "a")
    for path in ("pair", "boards"):  # who has reported has played
        event.organizer.event_refused(
            "POST", f"/{event.id}/{path}", {**at(own), "kind": "match"} if path == "boards" else {}, "round_begun"
        )
    report(event, own, "a", "a")
    assert (seen(event, own)["outcome"], seen(event, own)["report_a"]) == (None, "a")
    one.event_refused("POST", f"/{event.id}/rulings", {**at(own), "outcome": "a"}, "own_board")
    event.players[own["b"]].event("DELETE", f"/{event.id}/entries/me")  # who withdraws has still to confirm
    page = partial(visitor.get, f"/tournament/{event.id}")
    assert (
        "report"
        in page(headers=PAGE | event.players[own["b"]].headers).text.split('id="own-zone"')[1].split("</section>")[0]
    )
    report(event, own, "b", "a")
    assert seen(event, own)["outcome"] == "a"
    refused(event.players[own["b"]], event, own, "result_stands", "b")
    event.organize("rulings", **at(own), outcome=None, reason="They took the wrong board")
    assert [seen(event, own)[key] for key in ("outcome", "report_a", "report_b", "forfeit")] == [
        None,
        None,
        None,
        False,
    ]
    report(event, own, "b", "b")
    report(event, own, "a", "b")
    report(event, other, "a", "a")
    report(event, other, "b", "b")
    zone = page(headers=PAGE | event.organizer.headers).text.split('id="organize-zone"')[1].split("</section>")[0]
    decide = zone.split(f'id="reported-{other["round"]}.{other["board"]}"')[1].split("</form>")[0]
    assert "button-brass" in decide and zone.count("button-brass") == 1  # an organizer's next step
    event.organize("forfeits", **at(other), number=other["a"])
    assert (seen(event, other)["ruling"], seen(event, other)["forfeit"]) == ("b", True)
    event.organize("next")
    begun(event, 2)
    refused(event.players[other["a"]], event, other, "result_stands")
    event.organize("end")
    refused(one, event, own, "not_now_in_event")


def test_who_is_banned_or_gone_reports_nothing_and_an_organizer_confirms(visitor: TestClient) -> None:
    event = RunningEvent(visitor, 4, system="swiss", gap=None, box=True)
    event.organize("start")
    boards = begun(event, 1)
    report(event, boards[0], "a", "draw")
    gone = event.players[boards[0]["b"]]
    assert visitor.request("DELETE", "/api/players/me", headers=gone.headers).status_code == 204
    event.organize("rulings", **at(boards[0]), outcome="draw")
    assert seen(event, boards[0])["ruling"] == "draw"
    site, banned = site_of(visitor), event.players[boards[1]["b"]]
    assert visitor.portal is not None
    stored = visitor.portal.call(site.tournaments.event, event.id)
    player = stored.entry(boards[1]["b"]).player
    assert player is not None
    visitor.portal.call(partial(site.bans.add, "ban", player, "rude", None))
    refused(banned, event, boards[1], "banned")
    report(event, boards[1], "a", "a")
    event.organize("rulings", **at(boards[1]), outcome="a")
    assert not event.open_boards()
    rows = {row["number"]: row["points"] for row in event.state["standings"]}
    assert rows[boards[0]["a"]] == 0.5


def test_a_board_is_rated_only_if_the_organizer_said_so_and_both_agree(visitor: TestClient) -> None:
    def rated(event: RunningEvent) -> list[tuple[int, float | None]]:
        """Return for the two players how many matches have counted, and what their rating is then."""
        found = [
            one.client.request("GET", "/api/players/me/profile", headers=one.headers).json()
            for one in event.players.values()
        ]
        return [(kind["matches"], kind["rating"]) for one in found for kind in one["ratings"]]

    def played(both: tuple[bool, bool], **options: Any) -> RunningEvent:
        event = RunningEvent(visitor, 2, system="round_robin", gap=None, **options)
        event.organize("start")
        board = begun(event, 1)[0]
        if board["kind"] == "match":
            event.organize("boards", **at(board), kind="box")
        for side, agrees in zip("ab", both, strict=True):
            report(event, board, side, "a", rated=agrees)
        assert seen(event, board)["outcome"] == "a"
        return event

    for both, options in (
        ((True, True), {"box": True}), ((True, True), {}), ((True, False), {"box": True, "rated": True}),
    ):  # fmt: skip
        assert not any(count for count, _ in rated(played(both, **options)))
    event = played((True, True), box=True, rated=True, cycles=2)
    before = rated(event)
    assert [count for count, _ in before] == [1, 1]
    event.organize("rulings", round=1, board=1, outcome=None, reason="The wrong board")
    assert [count for count, _ in rated(event)] in ([0, 0], [])
    for side in "ab":
        report(event, {**begun(event, 1)[0]}, side, "b", rated=True)
    assert [count for count, _ in rated(event)] == [1, 1]
