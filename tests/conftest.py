"""Fixtures for all tests: the site in this process or as a real one, PostgreSQL, Redis."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.support import leaving
from tests.support.ports import ReservedPort
from tests.support.postgres import PostgresServer
from tests.support.redis import RedisServer
from tests.support.server import Server

# The same examples every time; CLASH_TEST_HYPOTHESIS=explore looks for new ones.
hypothesis.settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("CLASH_TEST_HYPOTHESIS", "fixed"))

leaving.install()

StartServer = Callable[..., Server]


@pytest.fixture
def port() -> Iterator[int]:
    """A port of 127.0.0.1 that nobody else gets during the test."""
    reserved = ReservedPort()
    yield reserved.number
    reserved.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a site with SQLite in an empty folder."""
    return Settings(data_dir=tmp_path / "data")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """A client of the site in this process, started and stopped around the test."""
    with TestClient(create_app(settings)) as started:
        yield started


@pytest.fixture
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """Starts real server processes: `start_server(database_url=…, redis_url=…)`; all are ended after the test."""
    running: list[Server] = []

    def start(folder: Path | None = None, **settings: str) -> Server:
        server = Server(folder or tmp_path_factory.mktemp("server"), settings)
        running.append(server)
        return server.start()

    yield start
    for server in running:
        server.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One real server process with SQLite, shared by all tests that need no server to themselves."""
    server = Server(tmp_path_factory.mktemp("site"))
    yield server.start()
    server.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One PostgreSQL server for the whole run; each test makes its database with `postgres.create()`."""
    server = PostgresServer()
    yield server.start()
    server.close()


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for one test alone, which may stop and kill it."""
    server = PostgresServer()
    yield server.start()
    server.close()


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """A Redis server for one test alone, which may stop and start it."""
    server = RedisServer()
    yield server.start()
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind: a test that asks for this runs twice."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create()
