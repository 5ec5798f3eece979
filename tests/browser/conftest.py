"""Fixtures for tests in a real browser; they run in processes of their own (tests/run/scheduler.py)."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.conftest import StartServer
from tests.support.browser import Visitors, running_browser
from tools.rig.server import ServerProcess

ARTIFACTS = Path(__file__).resolve().parents[1] / "artifacts"
_failed = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Provide one Chromium for the whole run."""
    with running_browser() as started:
        yield started


@pytest.fixture(scope="session")
def people(browser: Browser, site: ServerProcess) -> Iterator[Visitors]:
    """Provide the browsers of all visitors to the shared site; they are lent to one test after the other."""
    found = Visitors(browser, site.url)
    yield found
    found.close()


@pytest.fixture
def visitors(people: Visitors, start_server: StartServer, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    """Visitors of the site; pictures are kept when the test fails, and a page's complaint fails it.

    The test's own servers end after the pages: one that still loads a picture would complain.
    """
    yield people
    failed = request.node.stash.get(_failed, False)
    if failed:
        _take_pictures(people, request.node.name)
    complaints = list(people.complaints)
    people.leave(keep=not failed)
    assert failed or not complaints, complaints


def _take_pictures(people: Visitors, name: str) -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    for number, page in enumerate(people.pages, 1):
        try:
            page.screenshot(path=ARTIFACTS / f"{name}-{number}.png")
        except Error as error:
            print(f"no picture of page {number}: {error}")  # noqa: T201


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether a test failed, for the pictures."""
    report = yield
    if report.when == "call":
        item.stash[_failed] = report.failed
    return report
