"""The rig's own servers: real, separate, and able to come back."""

import psycopg
import pytest
import redis

from tools.rig.postgres import PostgresServer
from tools.rig.redis import RedisServer


def test_postgres_databases_are_copies_of_their_template(postgres: PostgresServer) -> None:
    first = postgres.create()
    with psycopg.connect(first) as connection:
        connection.execute("CREATE TABLE card (name text)")
        connection.execute("INSERT INTO card VALUES ('Ogre')")
    with psycopg.connect(postgres.create(template=first.rpartition("/")[2])) as copy:
        assert copy.execute("SELECT name FROM card").fetchall() == [("Ogre",)]
        copy.execute("DELETE FROM card")
    with psycopg.connect(first) as connection:
        assert connection.execute("SELECT count(*) FROM card").fetchone() == (1,)


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_postgres_comes_back_with_what_was_committed(own_postgres: PostgresServer, how: str) -> None:
    address = own_postgres.create()
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE card (name text)")
    getattr(own_postgres, how)()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(address)
    own_postgres.start()
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT count(*) FROM card").fetchone() == (0,)


def test_redis_comes_back_empty(own_redis: RedisServer) -> None:
    with redis.Redis.from_url(own_redis.url) as client:
        client.set("a", "b")
        own_redis.stop()
        with pytest.raises(redis.RedisError):
            client.get("a")
        own_redis.start()
        assert client.get("a") is None
