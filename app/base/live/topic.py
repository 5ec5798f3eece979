"""A topic, of which each subscriber is woken. Slow ones skip to the latest state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from app.base.subscriber import Subscriber


class Relay(Subscriber):
    """Wakes another subscriber, and remembers that it was this topic that had news."""

    __slots__ = ("_to", "has_news")

    def __init__(self, to: Subscriber, *, has_news: bool) -> None:
        super().__init__()
        self._to = to
        self.has_news = has_news

    def wake(self) -> None:
        self.has_news = True
        self._to.wake()

    def taken(self) -> bool:
        """True if there was news since the last time."""
        had, self.has_news = self.has_news, False
        return had


S = TypeVar("S", bound=Subscriber)


class Topic(Generic[S]):
    """The subscribers of one topic; it is false while there are none."""

    __slots__ = ("_subscribers",)

    def __init__(self) -> None:
        self._subscribers: set[S] = set()

    def __len__(self) -> int:
        return len(self._subscribers)

    def __iter__(self) -> Iterator[S]:
        return iter(self._subscribers)

    @contextmanager
    def subscribed(self, subscriber: S) -> Iterator[S]:
        """Hold a subscriber for as long as the block lasts."""
        self._subscribers.add(subscriber)
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)

    def publish(self) -> None:
        """Wake all."""
        for subscriber in self._subscribers:
            subscriber.wake()
