"""The longest possible match: plays that are undone again and again, up to the last action that is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import orjson
import sqlalchemy as sa

from app.matches.core.storage.models import actions, matches
from app.site.site import Site
from engine.history import MAX_UNDOS
from engine.match import Match, Options
from engine.record import MAX_ACTIONS, Move
from tests.support.duels import Pair, begun

UNDO, END = {"type": "undo"}, {"type": "end_summon"}
OPTIONS = Options(seed=11, first="A", decks={"A": 1, "B": 2})


@cache
def longest() -> tuple[tuple[Move, ...], Match]:
    """Return the MAX_ACTIONS moves, one a second, and the match after them, which is not over."""
    moves, match = long_play(OPTIONS, MAX_ACTIONS)
    assert match.status == "playing"
    return tuple(moves), match


def long_play(options: Options, count: int) -> tuple[list[Move], Match]:
    """Return `count` moves of a match with these options, and the match after them."""
    match = Match.new(options)
    moves: list[Move] = []

    def make(action: Mapping[str, object]) -> None:
        nonlocal match
        by = match.to_act[0]
        match, _ = match.apply(by, action)
        moves.append(Move(by, action, float(len(moves))))

    while len(moves) < count:
        legal = match.legal_actions(match.to_act[0])
        play = next((action for action in legal if action["type"] == "play"), None)
        if play is not None and match.history.undone < MAX_UNDOS:
            make(play)
            if len(moves) < count:
                make(UNDO)
            continue
        make(END if END in legal else legal[-1])
    return moves, match


async def stored(one: Site) -> tuple[str, Pair]:
    """Return the id and the players of this match, by hand put into a site's database."""
    pair, live = await begun(one)
    rows = [
        {"match_id": live.id, "seq": seq, "seat": move.by, "action": orjson.dumps(move.action), "at": move.at}
        for seq, move in enumerate(longest()[0], 1)
    ]

    def write(connection: sa.Connection) -> None:
        options = orjson.dumps(OPTIONS.to_json())
        connection.execute(sa.update(matches).where(matches.c.id == live.id).values(options=options))
        connection.execute(sa.insert(actions), rows)

    await one.base.writer.job(write)
    return live.id, pair
