"""Limits: who may connect, and how much they may do, counted at each worker separately unless the table says otherwise.

An address is an IPv6 /64, or one IPv4 address. Who is in `CLASH_TRUSTED_PROXIES` opens as many connections as it likes,
and says for which address it asks; what it asks for itself has no price. `CLASH_RATE_LIMIT` widens the rates. All of
them are listed in docs/hosting/operations.md, under "Limits".
"""

from app.base.web.limits.addresses import address_of
from app.base.web.limits.rates import Limit, MessageRate, Price, RateLimits, bytes_price
from app.base.web.limits.table import DRAWN, TABLE

__all__ = ["DRAWN", "TABLE", "Limit", "MessageRate", "Price", "RateLimits", "address_of", "bytes_price"]
