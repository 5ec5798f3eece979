"""Limits: who may connect, and how much they may do, counted at each worker separately unless the table says otherwise.

An address is an IPv6 /64, or one IPv4 address. Who is in `CLASH_TRUSTED_PROXIES` opens as many connections as it likes,
and says for which address it asks; what it asks for itself has no price. `CLASH_RATE_LIMIT` widens the rates.

| what is limited | for each | to | beyond | by |
|---|---|---|---|---|
| open connections | address | 500 (`CLASH_CONNECTIONS_PER_ADDRESS`) | 429, closed | `connections` |
| open connections | worker | open files that the system allows, less 128 | 503, closed | `connections` |
| open websockets | address | 200 (`CLASH_SOCKETS_PER_ADDRESS`) | 429 | `middleware` |
| the head of a request | request | 32 KB, 100 headers, 8,000 bytes a line | 431, closed | `protocols` |
| the time for a head | request | 15 s (`CLASH_HEAD_SECONDS`) | 408, closed | `protocols` |
| the time for a body | request | 30 s (`CLASH_BODY_SECONDS`) | 408, closed | `protocols` |
| a body | request | 64 KB; an uploaded replay or study 640 KB | 413 | `middleware` |
| requests sent before the first is answered | connection | 8 | closed | `protocols` |
| a websocket handshake | connection | 30 s | closed | `protocols` |
| the time to read what was sent | connection | twice `CLASH_BODY_SECONDS` | closed | `protocols` |
| open websockets of one tournament | guest | 12 | 429 | `app.contests.tournaments.live.presence` |
| bytes of a tournament's pages and frames | address | 0.05 ms of server time a KB | waits | `rates` |
| messages | websocket | 60 at once, 30 a second, 16 KB each | refused; after 200 closed | `rates` |
| server time | address | 300 ms a second from 20, 150 from 400 | waits; beyond 10 s 429 | `rates` |
| how often each thing is done | guest, address | the counts below, at once and again each minute | 429 | `rates` |
| bytes of uploaded replays and studies | address | 32 MB a day, at all workers | 429 | `app.learning.replay.budget` |
| questions to bots that wait | address | 40 | 429 | `app.matches.bots.queue` |
| pages of public records | address | one at a time, 0.2 ms a match, and its bytes | waits | `app.matches.core.api` |
| acts in a tournament | address | 0.01 ms an entry, three times that a board | waits; 429 | `rates` |
| webhooks under way, 3 s each | worker, host, address that set it | 16, 8, 2 | waits | `app.site.push.service` |
| messages to webhooks | host | 120 a minute, 10 of them tests | waits; tests 429 | `app.site.push.service` |
| hints | guest | one at a time | 429 | `app.matches.core.computers.hints` |

Prices are milliseconds of one processor, more or less.

| counted | price | each guest | each address |
|---|---|---|---|
| `http` | 2 | – | – |
| `file` | 0.5 | – | – |
| `websocket` | 10 | – | – |
| `message` | 0.5 | – | – |
| `board` | 8 | – | – |
| `look` | 0.5 | – | – |
| `ask` | 2 | 1200 | 20000 |
| `act` | 1 | 1200 | 20000 |
| `guests` | 1 | – | 300 |
| `create` | 5 | 60 | 600 |
| `join` | 3 | 60 | 600 |
| `tournament` | 10 | 6 | 60 |
| `enter` | 5 | 30 | 120 |
| `tournament_records` | 100 | – | 20 |
| `talk` | 3 | 20 | 400 |
| `report` | 10 | 5 | 40 |
| `hint` | 40 | 30 | 600 |
| `since` | 40 | 60 | – |
| `mistakes` | 100 | 20 | 200 |
| `upload` | 40 | 10 | 40 |
| `push` | 5 | 30 | 600 |
| `invite` | 1 | 10 | 60 |
| `code` | 1 | 20 | 60 |
| `prove` | 5 | 20 | 60 |
| `sign_in` | 10 | 20 | 300 |
| `admin` | 1 | – | 10 |
| `export` | 200 | 3 | 30 |
"""

from app.base.web.limits.addresses import address_of
from app.base.web.limits.rates import Limit, MessageRate, Price, RateLimits, bytes_price
from app.base.web.limits.table import DRAWN, TABLE

__all__ = ["DRAWN", "TABLE", "Limit", "MessageRate", "Price", "RateLimits", "address_of", "bytes_price"]
