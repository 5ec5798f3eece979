"""The final check: every book of the players against the records of the site."""

from __future__ import annotations

from typing import Final

from engine.errors import EngineError
from engine.record import MatchRecord
from tools.faults.ledger import Book, Ledger
from tools.faults.players import DrillPlayer
from tools.faults.tables import Hall
from tools.rig.each import each
from tools.rig.json import Json

PASSING: Final = ("present", "clock")  # keys that may differ for a moment


async def agree(hall: Hall) -> None:
    """Check, while nobody moves, that all workers send each player the same state, and that the player has it."""
    await each(hall.everybody(), lambda player: _same_state(hall, player))


async def _same_state(hall: Hall, player: DrillPlayer) -> None:
    if not player.book.sent_seq:
        return
    path, headers = f"/api/matches/{player.book.id}", player.guest.headers
    states = [(await client.get(path, headers=headers)).json() for client in hall.world.clients]
    shown = [{name: value for name, value in state.items() if name not in PASSING} for state in states]
    if any(state != shown[0] for state in shown):
        hall.ledger.problem(f"{player.book.id}: workers show {player.seat} different states")
    if states[0].get("seq") != player.seq or states[0].get("view") != player.state.get("view"):
        hall.ledger.problem(f"{player.book.id}: {player.seat} knows {player.seq} actions of {states[0].get('seq')}")


async def lost(hall: Hall) -> int:
    """The number of acknowledged moves that are missing or altered in the workers' records."""
    return sum(await each(hall.ledger.books, lambda book: _lost(hall, book)))


async def _lost(hall: Hall, book: Book) -> int:
    path, headers = f"/api/matches/{book.id}", book.host.headers
    if not book.over:
        # It did not reach its end, which is counted elsewhere; its moves must still be there.
        stored = (await hall.world.clients[0].get(path, headers=headers)).json().get("seq", 0)
        return sum(number > stored for number in book.acknowledged)
    records = [(await client.get(f"{path}/record", headers=headers)).json() for client in hall.world.clients]
    if any(record != records[0] for record in records):
        hall.ledger.problem(f"{book.id}: workers tell different records")
    return compare(hall.ledger, book, records[0])


def compare(ledger: Ledger, book: Book, record: Json) -> int:
    """The number of acknowledged moves of a book that a record has lost.

    Other differences become problems of the ledger.
    """
    if "actions" not in record:
        ledger.problem(f"{book.id}: no record ({record.get('code')})")
        return len(book.acknowledged)
    stored = [(entry["by"], entry["action"]) for entry in record["actions"]]
    times = [entry["at"] for entry in record["actions"]]
    if len(stored) < book.sent_seq:
        ledger.problem(f"{book.id}: {len(stored)} actions are stored, players were sent {book.sent_seq}")
    if times != sorted(times):
        ledger.problem(f"{book.id}: the seconds of its record go backwards")
    for number, move in enumerate(stored, 1):
        if move not in book.tried.get(number, []) and move[0] not in book.bots:
            ledger.problem(f"{book.id}: nobody sent what is stored as action {number}")
    try:
        MatchRecord.from_json(record).check()
    except EngineError as error:
        ledger.problem(f"{book.id}: its record does not replay: {error.code}")
    return sum(stored[number - 1 : number] != [move] for number, move in book.acknowledged.items())
