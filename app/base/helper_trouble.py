"""Helper processes that do not start: a part of `/readyz`, `/status` and the banner of every page."""

from __future__ import annotations

from collections.abc import Callable


class HelperTrouble:
    """The helpers of this worker whose last start has failed; each is tried again by `retry`."""

    def __init__(self) -> None:
        self._away: dict[str, Callable[[], None]] = {}
        self.on_change: Callable[[], None] = lambda: None
        """Called when the first one fails, and when the last one is back."""

    @property
    def names(self) -> list[str]:
        """The names of those that do not start."""
        return sorted(self._away)

    def failed(self, name: str, again: Callable[[], None]) -> None:
        """Record a start that has failed; `again` tries it once more."""
        is_first = not self._away
        self._away[name] = again
        if is_first:
            self.on_change()

    def started(self, name: str) -> None:
        """Record one that has started."""
        if self._away.pop(name, None) is not None and not self._away:
            self.on_change()

    def retry(self) -> None:
        """Try to start those that have failed, without waiting for them."""
        for again in list(self._away.values()):
            again()
