"""A finished turn played again by consent, over the API, the board's socket, and at a hot seat."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.matches.core.features import public_keys
from app.matches.core.features.takeback import TakebackIn
from engine.record import MatchRecord
from tests.support.boards import board, boards, frame_with, opened, seated
from tests.support.duels import END, begun
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.players import ApiPlayer, duel

UNDO = {"type": "undo"}
ASK, ACCEPT = {"do": "offer"}, {"do": "accept"}


class Turn:
    """A duel in which Ann has played one card and ended her turn."""

    def __init__(self, client: TestClient) -> None:
        self.ann, self.bob, self.id = duel(client, first="A")
        play = next(each for each in self.ann.state(self.id)["legal"] if each.get("lane") == "top")
        self.ann.act(self.id, 0, play)
        self.ann.act(self.id, 1, END)
        self.path = f"/{self.id}/takeback"


@pytest.fixture
def turn(visitor: TestClient) -> Turn:
    return Turn(visitor)


def test_a_turn_is_given_back_to_who_asked(turn: Turn) -> None:
    assert turn.ann.ok("POST", turn.path, ASK)["takeback_offer"] == "A"
    assert turn.bob.state(turn.id)["takeback_offer"] == "A"
    turn.ann.refused("POST", turn.path, ACCEPT, 409, "no_takeback_offer")
    state = turn.bob.ok("POST", turn.path, ACCEPT)
    assert (state["seq"], state["to_act"], state["takeback_offer"]) == (3, ["A"], None)
    view = turn.ann.state(turn.id)["view"]
    assert (len(view["A"]["hand"]), view["turn"], view["A"]["top"]) == (9, 1, [])
    turn.ann.act(turn.id, 3, END)
    turn.ann.act(turn.id, 4, {"type": "resign", "player": "A"})
    record = turn.ann.ok("GET", f"/{turn.id}/record")
    assert record["actions"][2] == {"by": "A", "action": {"type": "takeback"}, "at": record["actions"][2]["at"]}
    assert MatchRecord.from_json(record).check().outcome is not None


def test_nobody_takes_a_turn_back_alone_and_it_is_declined_and_withdrawn(turn: Turn) -> None:
    sent = {"seq": 2, "action": {"type": "takeback"}}
    for player in (turn.ann, turn.bob):
        player.refused("POST", f"/{turn.id}/actions", sent, 422, "takeback_by_offer")
    turn.ann.ok("POST", turn.path, ASK)
    turn.ann.refused("POST", f"/{turn.id}/actions", sent, 422, "takeback_by_offer")
    assert turn.ann.state(turn.id)["seq"] == 2
    ApiPlayer(turn.ann.client).refused("POST", turn.path, ACCEPT, 403, "not_your_seat")
    for player, do in ((turn.bob, "decline"), (turn.ann, "withdraw")):
        turn.ann.ok("POST", turn.path, ASK)
        turn.ann.ok("POST", turn.path, ASK)  # twice is once
        assert player.ok("POST", turn.path, {"do": do})["takeback_offer"] is None
        turn.bob.refused("POST", turn.path, ACCEPT, 409, "no_takeback_offer")
    assert turn.bob.ok("POST", turn.path, {"do": "decline"})["takeback_offer"] is None  # nothing is no error


def test_there_must_be_a_turn_to_take_back(turn: Turn) -> None:
    turn.bob.refused("POST", turn.path, ASK, 422, "nothing_to_take_back")
    solo = turn.ann.open(mode="solo")
    turn.ann.act(solo, 0, END)
    turn.ann.refused("POST", f"/{solo}/takeback", ASK, 422, "not_playing")
    turn.ann.act(turn.id, 2, {"type": "resign", "player": "A"})
    turn.ann.refused("POST", turn.path, ASK, 422, "not_playing")


def test_the_request_lapses_when_play_goes_on(visitor: TestClient) -> None:
    for kind in ("play", "undo", "end_summon"):
        turn, seq = Turn(visitor), 2
        play = turn.bob.state(turn.id)["legal"][0]
        if kind == "undo":
            seq = turn.bob.act(turn.id, seq, play)["seq"]
        turn.ann.ok("POST", turn.path, ASK)
        sent = play if kind == "play" else {"type": kind}
        assert turn.bob.act(turn.id, seq, sent)["takeback_offer"] is None
        turn.bob.refused("POST", turn.path, ACCEPT, 409, "no_takeback_offer")
        assert turn.ann.ok("POST", turn.path, ASK)["takeback_offer"] == "A"
    turn.bob.refused("POST", turn.path, ASK, 409, "stale_offer")  # his own turn: it is another request
    assert turn.bob.ok("POST", turn.path, ACCEPT)["view"]["turn"] == 1


async def test_another_worker_sees_it_and_an_action_there_ends_it(database_url: str) -> None:
    async with worker(database_url) as here, worker(database_url) as there:
        pair, live = await begun(here, first="A")
        await here.matches.service.act(live.id, pair["A"], 0, END)
        await here.matches.service.handle(live.id, pair["A"], TakebackIn(do="offer"))
        assert public_keys((await there.matches.service.live_match(live.id)).now())["takeback_offer"] == "A"
        await there.matches.service.act(live.id, pair["B"], 1, END)
        with pytest.raises(AppError, match="no_takeback_offer"):
            await here.matches.service.handle(live.id, pair["B"], TakebackIn(do="accept"))
        await there.matches.service.handle(live.id, pair["B"], TakebackIn(do="offer"))
        agreed = await here.matches.service.handle(live.id, pair["A"], TakebackIn(do="accept"))
        assert (agreed.seq, agreed.now().to_act) == (3, ("B",))


async def test_the_mana_of_a_turn_that_is_played_again_is_counted_from_its_beginning(sqlite: str) -> None:
    async with worker(sqlite) as site:
        pair, live = await begun(site, first="A")
        for seq, player in enumerate((*pair.values(), *pair.values())):
            await site.matches.service.act(live.id, player, seq, END)
        await site.matches.service.handle(live.id, pair["B"], TakebackIn(do="offer"))
        await site.matches.service.handle(live.id, pair["A"], TakebackIn(do="accept"))
        play = next(action for action in live.now().legal("B") if action["type"] == "play")
        await site.matches.service.act(live.id, pair["B"], 5, dict(play))
        assert live.match is not None and live.match.position is not None
        assert (live.match.position.mana < 9, live.last.gained) == (True, 9)


def test_both_boards_ask_and_allow(visitor: TestClient) -> None:
    guest = another(visitor)
    path = seated(visitor, guest)
    with boards(path, visitor, guest) as (mine, theirs):
        mine.send_json({"type": "act", "seq": 0, "action": END})
        frame_with(mine, "Ask to take your turn back")
        mine.send_json({"type": "takeback", "do": "offer"})
        asked = frame_with(mine, "You asked to take your turn back.")
        assert "Ask to take your turn back" not in asked  # the menu has no second request
        assert "Allow it" in frame_with(theirs, "<bdi>Anna</bdi> asks to take the last turn back.")
        mine.send_json({"type": "takeback", "do": "withdraw"})
        frame_with(theirs, 'id="offer"')
        theirs.send_json({"type": "takeback", "do": "accept"})
        frame_with(theirs, "no_takeback_offer")
        for answer in ("decline", "accept"):
            mine.send_json({"type": "takeback", "do": "offer"})
            frame_with(theirs, "Allow it")
            theirs.send_json({"type": "takeback", "do": answer})
            frame_with(mine, "Ask to take your turn back" if answer == "decline" else "taken back")
        frame_with(theirs, "Turn 1 is taken back: Anna plays it again")
        mine.send_json({"type": "act", "seq": 2, "action": {"type": "takeback"}})
        frame_with(mine, "takeback_by_offer")


def test_at_a_hot_seat_it_happens_at_once(visitor: TestClient) -> None:
    names = {"name": "Anna", "second_name": "Bo"}
    path = opened(visitor, mode="hotseat", format="preconstructed", deck="1", first="me", **names)
    with board(visitor, path) as socket:

        def end_turn(seat: str, seq: int) -> None:
            socket.send_json({"type": "lift", "seat": seat})
            frame_with(socket, 'id="attack"')
            socket.send_json({"type": "act", "seq": seq, "action": END})
            frame_with(socket, f"Pass the device to <bdi>{'Bo' if seat == 'A' else 'Anna'}</bdi>")

        socket.send_json({"type": "lift", "seat": "A"})
        frame_with(socket, 'id="attack"')
        socket.send_json({"type": "takeback", "do": "offer"})
        frame_with(socket, "nothing_to_take_back")
        end_turn("A", 0)
        socket.send_json({"type": "takeback", "do": "offer"})  # also while the device is on its way
        frame_with(socket, "Turn 1 is taken back: Anna plays it again")
        end_turn("A", 2)
        end_turn("B", 3)
        socket.send_json({"type": "takeback", "do": "offer"})
        frame_with(socket, "Turn 2 is taken back: Bo plays it again")
