"""The bots' random seeds, secret so that an opponent cannot predict a bot's choices."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

PURPOSE: Final = b"chance of bots"


class BotSeeds:
    """Seeds derived from the site's `secret`: the same at each worker and after each restart, for the same moment."""

    def __init__(self, secret: str) -> None:
        self._key = hmac.digest(secret.encode(), PURPOSE, hashlib.sha256)

    def of(self, match_id: str, seq: int, use: str) -> str:
        """Return the seed after `seq` actions of a match, another one for each use."""
        return hmac.new(self._key, f"{match_id}:{seq}:{use}".encode(), hashlib.sha256).hexdigest()
