"""Leaving a socket of Starlette's TestClient, without the race that it has there."""

from __future__ import annotations

from concurrent.futures import CancelledError

from starlette.testclient import WebSocketTestSession

_leave = WebSocketTestSession.__exit__


def _leave_quietly(session: WebSocketTestSession, *raised: object) -> bool | None:
    # On leaving, the client cancels the socket's task and then reads its result: if the task had not ended on its own
    # meanwhile, that raises. Nobody needs the result of a socket that is left.
    try:
        return _leave(session, *raised)
    except CancelledError:
        return None


def install() -> None:
    """Install this for the whole test run."""
    WebSocketTestSession.__exit__ = _leave_quietly  # type: ignore[method-assign]
