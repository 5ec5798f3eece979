"""The bytes of records that an address may send in a day: counted in the database, for all workers and restarts."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.seconds import DAY
from app.base.store.upsert import insert_into
from app.base.web.limits.address_hash import address_hash
from app.learning.replay.models import upload_days

A_DAY: Final = 32 * 1024 * 1024
"""Bytes; some 400 records of usual matches, 64 of the largest: a school may share an address."""


class UploadBudget:
    """The budget of each address, `factor` times A_DAY; 0: no limit. `secret` keeps addresses unknown to the database.

    Each method gives a function of a connection, for `Database.read` or `Writer.job`.
    """

    def __init__(self, secret: str, factor: float = 1.0) -> None:
        self._secret = secret
        self._most = round(A_DAY * factor)

    def check(self, address: str, size: int) -> Callable[[sa.Connection], None]:
        """Raise AppError(too_many_bytes) if `size` more bytes from `address` are too many today."""
        key, day = self._key(address), today()
        query = sa.select(upload_days.c.bytes).where(upload_days.c.address == key, upload_days.c.day == day)
        return lambda connection: self._refuse((connection.execute(query).scalar_one_or_none() or 0) + size)

    def spend(self, address: str, size: int) -> Callable[[sa.Connection], None]:
        """Count `size` bytes from `address`; AppError(too_many_bytes) if they are too many today."""
        row: dict[str, object] = {"address": self._key(address), "day": today(), "bytes": size}

        def write(connection: sa.Connection) -> None:
            insert = insert_into(connection, upload_days).values(row)
            total = upload_days.c.bytes + insert.excluded.bytes
            counted = insert.on_conflict_do_update(
                index_elements=[upload_days.c.address, upload_days.c.day], set_={"bytes": total}
            )
            self._refuse(connection.execute(counted.returning(upload_days.c.bytes)).scalar_one())

        return write

    def _key(self, address: str) -> str:
        return address_hash(self._secret, "upload", address)

    def _refuse(self, total: int) -> None:
        if 0 < self._most < total:
            seconds = DAY - int(time.time()) % DAY
            raise AppError(Code.too_many_bytes, seconds=seconds, hours=-(-seconds // 3600))


def forget_days(connection: sa.Connection) -> None:
    """Delete the counts of days that are over."""
    connection.execute(sa.delete(upload_days).where(upload_days.c.day < today()))


def today() -> int:
    return int(time.time()) // DAY
