"""The table of counts and prices."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.base.web.limits.buckets import RefillRate


class Limited(NamedTuple):
    """A price in milliseconds of one processor, and how often in a minute one guest and one address may.

    Generous: a school or a family may share an address.
    """

    price: float
    guest: int | None = None
    address: int | None = None


TABLE: Final = {
    "http": Limited(2),  # any request
    "file": Limited(0.5),  # a request for /static/
    "websocket": Limited(10),  # the first thing that it sends is the whole board
    "message": Limited(0.5),  # over a socket, whatever it says
    "board": Limited(8),  # a whole page or board is redrawn
    "look": Limited(0.5),  # a change of the board drawn for somebody who only watches
    "ask": Limited(2, 1200, 20_000),  # everything that only reads
    "act": Limited(1, 1200, 20_000),
    "guests": Limited(1, None, 300),
    "create": Limited(5, 60, 600),
    "join": Limited(3, 60, 600),
    "tournament": Limited(10, 6, 60),  # a tournament is opened
    "enter": Limited(5, 30, 120),  # a whole club in one room
    "tournament_records": Limited(100, None, 20),  # the records of a tournament as one archive
    "talk": Limited(3, 20, 400),  # an emote, a message, a choice of whose messages are shown
    "report": Limited(10, 5, 40),
    "hint": Limited(40, 30, 600),  # a process of the bots thinks about it
    "since": Limited(40, 60, None),  # a match sent again from its log is long
    "mistakes": Limited(100, 20, 200),  # turns of a match are searched once more, each about a second
    "upload": Limited(40, 10, 40),  # a record is replayed before it is kept
    "push": Limited(5, 30, 600),  # the service of a browser is asked
    "invite": Limited(1, 10, 60),
    "code": Limited(1, 20, 60),  # tries of spoken codes
    "prove": Limited(5, 20, 60),  # tries of passkeys and recovery codes
    "sign_in": Limited(10, 20, 300),  # at the provider of accounts, by a class in one room; there and back are two
    "admin": Limited(1, None, 10),  # tries of the password
    "export": Limited(200, 3, 30),  # everything of a guest
}
DRAWN: Final = 5.0  # on top of its price, for a page that is drawn at each request
KILOBYTE: Final = 0.05  # of a large page or frame that is sent: written, compressed, encrypted
SHARE: Final = (RefillRate(300, 20), RefillRate(150, 400))
"""The price that an address may pay: a third of the time for a moment, half of that in the long run, so that between
two works for one address others get theirs."""
