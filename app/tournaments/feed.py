"""A topic for each tournament: something about it has changed, never what. Other workers get a hint."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from app.live.bus import Bus
from app.live.topic import Topic
from app.live.worker_hints import TournamentHint
from app.matches.live.own_matches import TopicReader
from app.signals import Signal


class TournamentFeed:
    """The topics of all tournaments, with the readers of this worker. `on_news` gets the id of each that changed."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._topics: dict[str, Topic[TopicReader]] = {}
        self.on_news = Signal[[str]]()
        bus.subscribe(TournamentHint, lambda hint: self._wake(hint.tournament))

    def is_followed(self, tournament_id: str) -> bool:
        """True if somebody follows a tournament here."""
        return tournament_id in self._topics

    @contextlib.contextmanager
    def subscribed(self, tournament_id: str) -> Iterator[TopicReader]:
        """Provide a reader of this tournament's topic while the block lasts."""
        topic = self._topics.setdefault(tournament_id, Topic())
        try:
            with topic.subscribed(TopicReader()) as reader:
                yield reader
        finally:
            if not topic and self._topics.get(tournament_id) is topic:
                del self._topics[tournament_id]

    def publish(self, tournament_id: str) -> None:
        """Wake the readers of a tournament, at every worker."""
        self._wake(tournament_id)
        self._bus.publish(TournamentHint(tournament_id))

    def stale(self, tournament_id: str) -> None:
        """Wake the readers here: something has changed, perhaps at another worker."""
        self._wake(tournament_id)

    def _wake(self, tournament_id: str) -> None:
        self.on_news(tournament_id)
        if tournament_id in self._topics:
            self._topics[tournament_id].publish()
