"""The prices of what visitors ask for: the server's time, in milliseconds of one processor (see `budget`)."""

from __future__ import annotations

from typing import Final

PRICES: Final[dict[str, float]] = {
    "http": 2,
    "file": 0.5,  # of /static/
    "websocket": 10,  # the first thing that it sends is the whole board
    "message": 0.5,  # over a socket, whatever it says
    "board": 8,  # a whole page or a whole board drawn anew
    "look": 0.5,  # a change of the board drawn for somebody who only watches
    "guests": 1,
    "create": 5,
    "join": 3,
    "act": 1,
    "invite": 1,
    "code": 1,
    "prove": 5,
    "export": 200,
    "admin": 1,
    "since": 40,
    "push": 5,
    "talk": 3,
    "report": 10,
    "hint": 40,
    "upload": 40,
    "ask": 2,
}
DRAWN: Final = 5.0  # beside its price, for a page that is drawn at each request
