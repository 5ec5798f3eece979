"""One guest in several browsers, by passkeys of Chromium's virtual authenticator and by a recovery code."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import posted
from tools.rig.json import Json
from tools.rig.server import ServerProcess

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


class Key:
    """The authenticator of one browser."""

    def __init__(self, page: Page) -> None:
        self._cdp: CDPSession = page.context.new_cdp_session(page)
        self._cdp.send("WebAuthn.enable")
        made = self._cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._id = {"authenticatorId": made["authenticatorId"]}

    def passkeys(self) -> list[Json]:
        """Return the passkeys that it holds."""
        found: list[Json] = self._cdp.send("WebAuthn.getCredentials", self._id)["credentials"]
        return found

    def take(self, passkeys: list[Json]) -> None:
        """Hold these, too, as passkeys do that are shared between a player's devices."""
        for passkey in passkeys:
            self._cdp.send("WebAuthn.addCredential", {**self._id, "credential": passkey})


def named(page: Page, site: str, name: str) -> None:
    """Become a guest of this name, and open the account page."""
    posted(page, f"{site}/settings/you", name=name)
    page.goto(f"{site}/account")
    expect(page.get_by_text(f"You are playing as {name}.")).to_be_visible()


def test_a_passkey_leads_to_its_guest_from_other_browsers(visitors: Visitors, site: ServerProcess) -> None:
    local = site.url.replace("127.0.0.1", "localhost")  # browsers make no passkeys for an address
    anna = visitors.own()
    key = Key(anna)
    named(anna, local, "Anna")
    anna.get_by_role("button", name="Make a passkey").click()
    expect(anna.get_by_text("Remove", exact=True)).to_have_count(1)
    assert len(key.passkeys()) == 1
    assert serious_problems(anna) == []

    tablet = visitors.own()
    copy = Key(tablet)
    copy.take(key.passkeys())
    tablet.goto(f"{local}/account")
    expect(tablet.get_by_text("You have no account here yet")).to_be_visible()
    tablet.get_by_role("button", name="Use a passkey").click()
    expect(tablet.get_by_text("You are playing as Anna.")).to_be_visible()

    phone = visitors.own(phone=True)
    Key(phone).take(copy.passkeys())  # which count their signatures
    named(phone, local, "Bo")
    phone.request.post(f"{local}/new", form={"mode": "solo", "format": "preconstructed"})
    phone.get_by_role("button", name="Use a passkey").click()
    expect(phone.get_by_text("You have been playing on this device as Bo.")).to_be_visible()
    assert serious_problems(phone) == []
    phone.get_by_role("button", name="Merge the two").click()
    expect(phone.get_by_text("You are playing as Anna.")).to_be_visible()
    anna.goto(f"{local}/")
    expect(anna.get_by_text("Against the automaton", exact=True)).to_be_visible()

    anna.goto(f"{local}/account")
    expect(anna.get_by_text("Sign out", exact=True)).to_have_count(2)
    anna.get_by_text("Sign out everywhere else").click()
    anna.get_by_role("button", name="Yes, do it").click()
    expect(anna.get_by_text("Sign out", exact=True)).to_have_count(0)
    tablet.reload()
    expect(tablet.get_by_text("You have no account here yet")).to_be_visible()

    anna.get_by_text("Remove", exact=True).click()
    anna.get_by_role("button", name="Yes, do it").click()
    expect(anna.get_by_text("Remove", exact=True)).to_have_count(0)
    tablet.get_by_role("button", name="Use a passkey").click()
    expect(tablet.get_by_role("alert")).to_have_text("This site does not know that passkey: perhaps it was removed.")
    visitors.complaints.clear()  # the browser prints the refusal, too


def test_a_recovery_code_is_printed_where_passkeys_do_not_work_and_a_link_takes_a_second_device(
    visitors: Visitors, site: ServerProcess
) -> None:
    anna, phone = visitors.visitor(phone=True), visitors.visitor()
    named(anna, site.url, "Anna")
    assert "https" in anna.locator("#why-no-passkeys").inner_text()
    expect(anna.get_by_role("button", name="Make a passkey")).to_have_count(0)
    anna.get_by_role("button", name="Make a recovery code").click()
    anna.locator("#recovery-code").wait_for()
    assert serious_problems(anna) == []
    anna.goto("/account")
    anna.get_by_role("button", name="Show the code").click()
    link = anna.get_by_label("Link for another device").input_value()
    assert serious_problems(anna) == []
    phone.goto(link)
    expect(phone).to_have_url(f"{site.url}/account/device")  # the ticket has left the address
    phone.get_by_role("button", name="Use the link").click()
    phone.get_by_role("button", name="Play as Anna").click()
    expect(phone.get_by_text("You are playing as Anna.")).to_be_visible()
