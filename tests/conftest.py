"""Fixtures for all tests: the site in this process or as a real one, PostgreSQL, Redis."""

import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest
import pytest_asyncio
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.store.database import Database
from app.base.store.migrate import migrate
from app.base.web import logs
from app.main import create_app
from app.site.site import Site
from tests.support import leaving
from tests.support.need import needed
from tests.support.service import worker
from tests.support.visitors import another
from tests.support.work import still
from tools.rig.ports import ReservedPort
from tools.rig.postgres import PostgresServer
from tools.rig.redis import RedisServer
from tools.rig.server import ServerProcess
from tools.rig.termination import end_in_order

# The same examples every time; CLASH_TEST_HYPOTHESIS=explore looks for new ones.
hypothesis.settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("CLASH_TEST_HYPOTHESIS", "fixed"))

# Some hundred processes are started here: each would compile every module and every template of the site again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A failure is not buried under a line for each request; tests of these lines ask for them.
os.environ["CLASH_LOG_LEVEL"] = "warning"
logs.configure(Settings())

leaving.install()


def pytest_configure() -> None:
    """End in order when asked to."""
    end_in_order()


StartServer = Callable[..., ServerProcess]
UNANALYSED = {"analysis": "false"}
"""Of a server: it does not think about finished matches, nor about the deals of coming days, in its spare time."""


@pytest.fixture
def port() -> Iterator[int]:
    """Provide a port of 127.0.0.1 that nobody else gets during the test."""
    reserved = ReservedPort()
    yield reserved.number
    reserved.close()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a SQLite database with all tables and nothing in them, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "clash.db"
    database = Database(f"sqlite:///{path}")
    migrate(database.engine)
    database.close()
    return path


@pytest.fixture
def settings(tmp_path: Path, empty_database: Path) -> Settings:
    """Provide settings of a site with an empty SQLite database."""
    return _settings(tmp_path, empty_database)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """Provide a client of a site in this process that only this test uses, started and stopped around it."""
    with TestClient(create_app(settings)) as started:
        yield started


@pytest.fixture(scope="module")
def shared_settings(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Settings:
    """Provide settings of the module's own site, where nobody waits for a limit; a module that needs others overrides
    this."""
    return _settings(tmp_path_factory.mktemp("shared"), empty_database).model_copy(update={"rate_limit": 0})


@pytest.fixture(scope="module")
def shared_client(shared_settings: Settings) -> Iterator[TestClient]:
    """Provide the client that starts one site in this process for the whole module."""
    with TestClient(create_app(shared_settings)) as started:
        yield started


@pytest.fixture
def visitor(shared_client: TestClient) -> TestClient:
    """Provide a new browser of the module's site, without cookies and at an address of its own."""
    return another(shared_client)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_worker(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> AsyncIterator[Site]:
    """Provide one worker on SQLite for the whole module, whose tests run in its loop:
    `pytestmark = pytest.mark.asyncio(loop_scope="module")`."""
    path = shutil.copy(empty_database, tmp_path_factory.mktemp("shared") / "clash.db")
    async with worker(f"sqlite:///{path}") as site:
        yield site


def _settings(folder: Path, empty_database: Path) -> Settings:
    data = folder / "data"
    data.mkdir()
    shutil.copy(empty_database, data / "clash.db")
    return Settings(data_dir=data, analysis=False)


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the time by which limits refill in this process: what may be done at once is all that may be done."""
    monkeypatch.setattr("app.base.web.limits.rates.time", SimpleNamespace(monotonic=lambda: 1000.0))


@pytest.fixture
def stilled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop every clock of the sites that this test starts in this process: for counts of what a site does."""
    still(monkeypatch)


@pytest.fixture
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """Starts real server processes: `start_server(database_url=…, redis_url=…)`; all are ended after the test."""
    running: list[ServerProcess] = []

    def start(folder: Path | None = None, **settings: str) -> ServerProcess:
        server = ServerProcess(folder or tmp_path_factory.mktemp("server"), {**UNANALYSED, **settings})
        running.append(server)
        return server.start()

    yield start
    for server in running:
        server.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide one real server process with SQLite, shared by all tests that need no server to themselves."""
    settings = {**UNANALYSED, "rate_limit": "10"}  # many people at one address
    server = ServerProcess(tmp_path_factory.mktemp("site"), settings)
    yield server.start()
    server.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Provide one PostgreSQL server for the whole run; each test makes its database with `postgres.create()`."""
    with needed():
        server = PostgresServer()
    yield server.start()
    server.close()


@pytest.fixture(scope="session")
def mortal_postgres() -> Iterator[PostgresServer]:
    """Provide the PostgreSQL server behind `own_postgres`."""
    with needed():
        server = PostgresServer()
    yield server
    server.close()


@pytest.fixture
def own_postgres(mortal_postgres: PostgresServer) -> PostgresServer:
    """Provide a PostgreSQL server that runs and that only this test uses at present: it may stop and kill it."""
    mortal_postgres.kill()
    return mortal_postgres.start()


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """Provide a Redis server for one test alone, which may stop and start it."""
    with needed():
        server = RedisServer()
    yield server.start()
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Provide an empty database of each kind, with all tables: a test with this fixture runs twice."""
    made: str = request.getfixturevalue(request.param)
    return made


@pytest.fixture
def sqlite(tmp_path: Path, empty_database: Path) -> str:
    """Provide an empty SQLite database with all tables."""
    shutil.copy(empty_database, tmp_path / "test.db")
    return f"sqlite:///{tmp_path / 'test.db'}"


@pytest.fixture(scope="session")
def empty_postgresql(postgres: PostgresServer) -> str:
    """Provide the name of a PostgreSQL database with all tables and nothing in them, to be copied."""
    url = postgres.create()
    database = Database(url)
    migrate(database.engine)
    database.close()
    return url.rpartition("/")[2]


@pytest.fixture
def postgresql(postgres: PostgresServer, empty_postgresql: str) -> str:
    """Provide an empty PostgreSQL database with all tables."""
    return postgres.create(template=empty_postgresql)
