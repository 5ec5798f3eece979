"""Recovery codes: printed once, good until another one is made, kept hashed. Typing one in signs in as its guest."""

from __future__ import annotations

import re
import secrets
import time
import unicodedata
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.people.players.models import recovery_codes
from app.people.players.player import Player
from app.people.players.service import hash_of, proven_player

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others
READ_AS: Final = str.maketrans("OIL", "011")
GROUPS, IN_A_GROUP = 5, 5  # 125 random bits
LENGTH: Final = GROUPS * IN_A_GROUP
MAX_CODE: Final = 200  # characters that are read: with separators and words before them, or pasted twice


@dataclass(frozen=True, slots=True)
class RecoveryCode:
    """A guest's code without the code: when it was made, and when it was last used."""

    created_at: float
    used_at: float | None


class RecoveryService:
    """Makes recovery codes and finds their guests."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def of(self, player: Player) -> RecoveryCode | None:
        mine = recovery_codes.c.player_id == player.id
        query = sa.select(recovery_codes.c.created_at, recovery_codes.c.used_at).where(mine)
        row = await self._database.row(query)
        return None if row is None else RecoveryCode(row.created_at, row.used_at)

    async def make(self, player: Player) -> str:
        """Return a new code, in groups; the old one is worth nothing from now on."""
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        row = {"player_id": player.id, "code_hash": hash_of(code), "created_at": time.time(), "used_at": None}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(recovery_codes).where(recovery_codes.c.player_id == player.id))
            connection.execute(sa.insert(recovery_codes), row)

        await self._writer.job(write)
        return "-".join(code[start : start + IN_A_GROUP] for start in range(0, len(code), IN_A_GROUP))

    async def player_of(self, code: str) -> Player:
        """Return the guest of a code, however it is written; AppError(unknown_recovery_code)."""
        mine = recovery_codes.c.code_hash.in_([hash_of(read) for read in readings(code)])
        used = sa.update(recovery_codes).where(mine).values(used_at=time.time()).returning(recovery_codes.c.player_id)
        found = await self._writer.job(proven_player(used))
        if found is None:
            raise AppError(Code.unknown_recovery_code)
        return found


def readings(text: str) -> list[str]:
    """Return the codes that a typed or pasted text may mean: in full-width letters, with words around it as they are
    printed, or twice in a row."""
    words = re.findall(r"[0-9A-Z]+", unicodedata.normalize("NFKC", text[:MAX_CODE]).upper())
    letters = "".join(words)
    grouped = [
        "".join(words[start : start + GROUPS])
        for start in range(len(words) - GROUPS + 1)
        if all(len(word) == IN_A_GROUP for word in words[start : start + GROUPS])
    ]
    whole = [word for word in words if len(word) == LENGTH]
    found = [letters[:LENGTH], letters[-LENGTH:], *grouped, *whole]
    return list(dict.fromkeys(code.translate(READ_AS) for code in found))
