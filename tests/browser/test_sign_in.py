"""Sign-in with an account of a provider: from the button to the linked account, and again in another browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import StartServer
from tests.support.browser import Visitors, serious_problems
from tests.support.provider import CLIENT, GOING, OwnProvider, own_provider
from tools.rig.json import Json

BUTTON = "Sign in with Elm School"


@pytest.fixture
def provider() -> Iterator[OwnProvider]:
    """Provide a provider at which everybody has signed in as Ann; it ends after the pages."""
    with own_provider() as started:
        yield started


def me(page: Page, site: str) -> Json:
    """Return the guest of this browser."""
    found: Json = page.request.get(f"{site}/api/players/me").json()
    return found


def without_refresh(route: Route) -> None:
    """Answer as the site does, but let the page that leads on to the provider stay."""
    if route.request.method == "POST":
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(f"<meta {GOING.pattern}>", "", answer.text()))
    else:
        route.continue_()


def test_an_account_leads_to_its_player_from_every_browser(
    provider: OwnProvider, visitors: Visitors, start_server: StartServer
) -> None:
    server = start_server(oidc_issuer=provider.url, oidc_client_id=CLIENT, oidc_name="Elm School", rate_limit="0")
    site = server.url.replace("127.0.0.1", "localhost")  # so that the provider is another site to browsers
    laptop = visitors.own()
    laptop.goto(site)
    laptop.get_by_role("link", name=BUTTON).click()
    expect(laptop.get_by_role("heading", name="Sign in")).to_be_visible()
    assert serious_problems(laptop) == []
    laptop.get_by_role("button", name=BUTTON).click()
    expect(laptop).to_have_url(f"{site}/")
    expect(laptop.get_by_role("link", name=BUTTON)).to_have_count(0)
    ann = me(laptop, site)
    assert ann["name"] == "Ann"
    laptop.goto(f"{site}/account")
    expect(laptop.get_by_text("You sign in with your account at Elm School")).to_be_visible()
    assert serious_problems(laptop) == []
    laptop.get_by_role("button", name="Sign out on this device").click()
    expect(laptop.get_by_role("link", name=BUTTON)).to_be_visible()

    phone = visitors.own(phone=True)
    phone.goto(f"{site}/settings")
    phone.request.post(f"{site}/new", form={"mode": "solo", "format": "preconstructed"})
    assert me(phone, site)["id"] != ann["id"]
    phone.goto(f"{site}/account")
    expect(phone.get_by_role("button", name="Add my account at Elm School")).to_be_visible()
    assert serious_problems(phone) == []
    phone.route("**/account/sign-in", without_refresh)
    phone.get_by_role("button", name=BUTTON).click()
    expect(phone.get_by_text("You are being taken to Elm School to sign in")).to_be_visible()
    assert serious_problems(phone) == []
    phone.get_by_role("link", name="Continue to Elm School").click()
    expect(phone.get_by_role("heading", name="Welcome back, Ann")).to_be_visible()
    assert serious_problems(phone) == []
    phone.get_by_role("button", name="Merge the two").click()
    expect(phone.get_by_text("You are playing as Ann.")).to_be_visible()
    assert me(phone, site)["id"] == ann["id"]
