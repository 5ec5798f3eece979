"""A finished turn played again by consent, over the API, the board's socket, and at a hot seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.errors import AppError
from app.matches.features import public_keys
from app.matches.features.takeback import TakebackIn
from app.matches.schemas import NewMatch
from engine.record import MatchRecord
from tests.support.boards import BoardPage, board
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel

END = {"type": "end_summon"}
UNDO = {"type": "undo"}
HTML = {"Accept": "text/html"}


@pytest.fixture
def begun(client: TestClient) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Ann, who begins and has played one card and ended her turn; Bob; their match."""
    ann, bob, match_id = duel(client, first="A")
    play = next(a for a in ann.state(match_id)["legal"] if a.get("lane") == "top")
    ann.act(match_id, 0, play)
    ann.act(match_id, 1, END)
    return ann, bob, match_id


def hand(state: Json, seat: str) -> list[Any]:
    cards: list[Any] = state["view"][seat]["hand"]
    return cards


def test_a_turn_is_given_back_to_who_asked(begun: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    ann, bob, match_id = begun
    path = f"/{match_id}/takeback"
    assert ann.ok("POST", path, {"do": "offer"})["takeback_offer"] == "A"
    assert bob.state(match_id)["takeback_offer"] == "A"
    ann.refused("POST", path, {"do": "accept"}, 409, "no_takeback_offer")
    state = bob.ok("POST", path, {"do": "accept"})
    assert (state["seq"], state["to_act"], state["takeback_offer"]) == (3, ["A"], None)
    mine = ann.state(match_id)
    assert len(hand(mine, "A")) == 9
    assert mine["view"]["turn"] == 1
    assert mine["view"]["A"]["top"] == []
    ann.act(match_id, 3, END)
    ann.act(match_id, 4, {"type": "resign", "player": "A"})
    record = ann.ok("GET", f"/{match_id}/record")
    assert record["actions"][2] == {"by": "A", "action": {"type": "takeback"}, "at": record["actions"][2]["at"]}
    assert MatchRecord.from_json(record).check().outcome is not None


def test_nobody_takes_a_turn_back_alone(begun: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    ann, bob, match_id = begun
    for player in (ann, bob):
        sent = {"seq": 2, "action": {"type": "takeback"}}
        player.refused("POST", f"/{match_id}/actions", sent, 422, "takeback_by_offer")
    ann.ok("POST", f"/{match_id}/takeback", {"do": "offer"})
    ann.refused("POST", f"/{match_id}/actions", {"seq": 2, "action": {"type": "takeback"}}, 422, "takeback_by_offer")
    assert ann.state(match_id)["seq"] == 2
    ApiPlayer(ann.client).refused("POST", f"/{match_id}/takeback", {"do": "accept"}, 403, "not_your_seat")


def test_it_is_declined_and_withdrawn(begun: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    ann, bob, match_id = begun
    path = f"/{match_id}/takeback"
    for player, do in ((bob, "decline"), (ann, "withdraw")):
        ann.ok("POST", path, {"do": "offer"})
        ann.ok("POST", path, {"do": "offer"})  # twice is once
        assert player.ok("POST", path, {"do": do})["takeback_offer"] is None
        bob.refused("POST", path, {"do": "accept"}, 409, "no_takeback_offer")
    assert bob.ok("POST", path, {"do": "decline"})["takeback_offer"] is None  # nothing to decline is no error


def test_there_must_be_a_turn_to_take_back(begun: tuple[ApiPlayer, ApiPlayer, str], client: TestClient) -> None:
    ann, bob, match_id = begun
    bob.refused("POST", f"/{match_id}/takeback", {"do": "offer"}, 422, "nothing_to_take_back")
    alone = ApiPlayer(client)
    solo = alone.open(mode="solo")
    alone.act(solo, 0, END)
    alone.refused("POST", f"/{solo}/takeback", {"do": "offer"}, 422, "not_playing")
    ann.act(match_id, 2, {"type": "resign", "player": "A"})
    ann.refused("POST", f"/{match_id}/takeback", {"do": "offer"}, 422, "not_playing")


@pytest.mark.parametrize("action", [END, UNDO, {"type": "play"}])
def test_the_request_lapses_when_play_goes_on(begun: tuple[ApiPlayer, ApiPlayer, str], action: Json) -> None:
    ann, bob, match_id = begun
    seq = 2
    if action == UNDO:
        bob.act(match_id, seq, bob.state(match_id)["legal"][0])
        seq += 1
    ann.ok("POST", f"/{match_id}/takeback", {"do": "offer"})
    sent = bob.state(match_id)["legal"][0] if action == {"type": "play"} else action
    assert bob.act(match_id, seq, sent)["takeback_offer"] is None
    bob.refused("POST", f"/{match_id}/takeback", {"do": "accept"}, 409, "no_takeback_offer")
    assert ann.ok("POST", f"/{match_id}/takeback", {"do": "offer"})["takeback_offer"] == "A"


def test_two_who_ask_for_different_things_must_look_again(begun: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    ann, bob, match_id = begun
    bob.act(match_id, 2, END)
    ann.ok("POST", f"/{match_id}/takeback", {"do": "offer"})
    bob.refused("POST", f"/{match_id}/takeback", {"do": "offer"}, 409, "stale_offer")
    assert bob.ok("POST", f"/{match_id}/takeback", {"do": "accept"})["view"]["turn"] == 1


async def test_another_worker_sees_it_and_an_action_there_ends_it(database_url: str) -> None:
    async with worker(database_url) as here, worker(database_url) as there:
        ann, bob = await here.players.create("Ann"), await here.players.create("Bob")
        live = await here.matches.opening.create(ann, NewMatch(seat="A", first="A"))
        await here.matches.opening.join(live.id, bob)
        await here.matches.act(live.id, ann, 0, END)
        await here.matches.handle(live.id, ann, TakebackIn(do="offer"))
        seen = await there.matches.live_match(live.id)
        assert public_keys(seen.now())["takeback_offer"] == "A"
        await there.matches.act(live.id, bob, 1, END)
        with pytest.raises(AppError) as refused:
            await here.matches.handle(live.id, bob, TakebackIn(do="accept"))
        assert refused.value.code == "no_takeback_offer"
        await there.matches.handle(live.id, bob, TakebackIn(do="offer"))
        agreed = await here.matches.handle(live.id, ann, TakebackIn(do="accept"))
        assert agreed.match is not None
        assert (agreed.seq, agreed.match.to_act) == (3, ("B",))


async def test_the_mana_of_a_turn_that_is_played_again_is_counted_from_its_beginning(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        match_id = (await site.matches.opening.create(ann, NewMatch(seat="A", first="A"))).id
        await site.matches.opening.join(match_id, bob)
        for seq, player in enumerate((ann, bob, ann, bob)):
            await site.matches.act(match_id, player, seq, END)
        await site.matches.handle(match_id, bob, TakebackIn(do="offer"))
        live = await site.matches.handle(match_id, ann, TakebackIn(do="accept"))
        legal: Any = live.now().legal("B")
        await site.matches.act(match_id, bob, 5, next(action for action in legal if action["type"] == "play"))
        assert live.match is not None
        assert live.match.position is not None
        assert live.match.position.mana < 9
        assert live.last.gained == 9


# --- the board


@pytest.fixture
def boards(client: TestClient) -> Iterator[tuple[BoardPage, BoardPage]]:
    """Anna's and Bo's pages; Anna has played her first turn."""
    guest = another(client)
    fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "Anna"}
    path = client.post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    guest.post(f"{path}/join", data={"deck": "2", "name": "Bo"}, headers=HTML)
    with ExitStack() as stack:
        mine, theirs = (stack.enter_context(board(who, path)) for who in (client, guest))
        mine.send_json({"type": "act", "seq": 0, "action": END})
        until(mine, "Ask to take your turn back")
        yield mine, theirs


def until(socket: BoardPage, words: str) -> str:
    """Return the content of the next frame that has these words."""
    while True:
        frame = socket.receive_json()
        if words in frame.get("content", "") or words == frame.get("code"):
            return str(frame.get("content", ""))


def test_both_boards_ask_and_allow(boards: tuple[BoardPage, BoardPage]) -> None:
    mine, theirs = boards
    mine.send_json({"type": "takeback", "do": "offer"})
    asked = until(mine, "You asked to take your turn back.")
    assert "Ask to take your turn back" not in asked  # the menu has no second request
    assert "Allow it" in until(theirs, "<bdi>Anna</bdi> asks to take the last turn back.")
    theirs.send_json({"type": "takeback", "do": "accept"})
    for socket in (mine, theirs):
        assert "Turn 1 is taken back: Anna plays it again" in until(socket, "taken back")


def test_the_board_withdraws_and_declines(boards: tuple[BoardPage, BoardPage]) -> None:
    mine, theirs = boards
    mine.send_json({"type": "takeback", "do": "offer"})
    until(theirs, "Allow it")
    mine.send_json({"type": "takeback", "do": "withdraw"})
    until(theirs, 'id="offer"')
    theirs.send_json({"type": "takeback", "do": "accept"})
    until(theirs, "no_takeback_offer")
    mine.send_json({"type": "takeback", "do": "offer"})
    until(theirs, "Allow it")
    theirs.send_json({"type": "takeback", "do": "decline"})
    until(mine, "Ask to take your turn back")


def test_the_board_cannot_just_do_it(boards: tuple[BoardPage, BoardPage]) -> None:
    mine, _ = boards
    mine.send_json({"type": "act", "seq": 1, "action": {"type": "takeback"}})
    until(mine, "takeback_by_offer")


def test_at_a_hot_seat_it_happens_at_once(client: TestClient) -> None:
    fields = {"mode": "hotseat", "format": "preconstructed", "deck": "1", "first": "me", "name": "Anna"}
    path = client.post("/new", data=fields | {"second_name": "Bo"}, headers=HTML, follow_redirects=False)
    with board(client, path.headers["location"]) as socket:
        socket.send_json({"type": "lift", "seat": "A"})
        until(socket, 'id="attack"')
        socket.send_json({"type": "takeback", "do": "offer"})
        until(socket, "nothing_to_take_back")
        socket.send_json({"type": "act", "seq": 0, "action": END})
        until(socket, "Pass the device to <bdi>Bo</bdi>")
        socket.send_json({"type": "takeback", "do": "offer"})  # also while the device is on its way
        until(socket, "Turn 1 is taken back: Anna plays it again")
        socket.send_json({"type": "lift", "seat": "A"})
        socket.send_json({"type": "act", "seq": 2, "action": END})
        until(socket, "Pass the device to <bdi>Bo</bdi>")
        socket.send_json({"type": "lift", "seat": "B"})
        socket.send_json({"type": "act", "seq": 3, "action": END})
        until(socket, "Turn 3")
        socket.send_json({"type": "takeback", "do": "offer"})
        until(socket, "Turn 2 is taken back: Bo plays it again")
