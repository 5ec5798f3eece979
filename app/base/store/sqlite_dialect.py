"""SQLite as the site uses it: the dialect begins transactions. With a listener for that, as SQLAlchemy's manual has it,
it looks for listeners at each step of every statement, which costs as much as the statement."""

from __future__ import annotations

import sqlite3
from typing import Final, cast

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.characteristics import ConnectionCharacteristic
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.pool import PoolProxiedConnection

DRIVER: Final = "sqlite+begun"


class SqliteConnection(sqlite3.Connection):
    """A connection of the driver; `writes`: its transactions write."""

    writes = False


class _Writing(ConnectionCharacteristic):
    """The execution option `writing` of connections and engines."""

    def reset_characteristic(self, dialect: Dialect, dbapi_conn: DBAPIConnection) -> None:
        self.set_characteristic(dialect, dbapi_conn, value=False)

    def set_characteristic(self, dialect: Dialect, dbapi_conn: DBAPIConnection, value: bool) -> None:
        assert isinstance(dbapi_conn, SqliteConnection)
        dbapi_conn.writes = value

    def get_characteristic(self, dialect: Dialect, dbapi_conn: DBAPIConnection) -> bool:
        assert isinstance(dbapi_conn, SqliteConnection)
        return dbapi_conn.writes


class SqliteDialect(SQLiteDialect_pysqlite):
    """SQLAlchemy's own, with `SqliteConnection`."""

    supports_statement_cache = True
    connection_characteristics = SQLiteDialect_pysqlite.connection_characteristics.union({"writing": _Writing()})

    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        # A writer takes its lock at once: one that reads first could find itself unable to write.
        connection = cast("SqliteConnection", dbapi_connection.driver_connection)
        connection.execute("BEGIN IMMEDIATE" if connection.writes else "BEGIN")


registry.register(DRIVER.replace("+", "."), __name__, SqliteDialect.__name__)
