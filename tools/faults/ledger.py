"""The players' ledgers: what they have sent and received, to compare with the server's."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Final

from tools.rig.guests import Guest
from tools.rig.json import Json

MAX_PROBLEMS: Final = 10  # problems whose words are kept


class Book:
    """One match as its players know it."""

    def __init__(self, match_id: str, table: int, host: Guest) -> None:
        self.id = match_id
        self.table = table
        self.host = host
        self.tried: dict[int, list[tuple[str, Json]]] = {}  # n: the senders and their n-th actions
        self.acknowledged: dict[int, tuple[str, Json]] = {}  # n: the sender whose n-th action the server confirmed
        self.sent_at: dict[int, float] = {}
        self.sent_seq = 0  # the highest number of actions sent to anybody
        self.over = False
        self.bots: set[str] = set()  # the seats that the site plays

    @property
    def stream(self) -> str:
        """The path of its socket."""
        return f"/api/matches/{self.id}/stream"

    def send(self, seat: str, number: int, action: Json) -> None:
        """Record that a player is about to send the `number`-th action."""
        self.tried.setdefault(number, []).append((seat, action))
        self.sent_at.setdefault(number, time.monotonic())


@dataclass
class Ledger:
    """The books of all players of a site together."""

    acknowledged: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)  # violations, in words
    problem_count: int = 0
    arrivals: list[tuple[float, float, int]] = field(default_factory=list)  # sent, received by the opponent, table
    books: list[Book] = field(default_factory=list)

    def problem(self, sentence: str) -> None:
        self.problem_count += 1
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(sentence)

    def latencies(self, since: float, until: float, tables: Container[int] | None = None) -> list[float]:
        """Return the seconds from sending a move until the opponent had it, of those sent in that time (at these
        tables)."""
        return [
            arrived - sent
            for sent, arrived, table in self.arrivals
            if since <= sent < until and (tables is None or table in tables)
        ]
