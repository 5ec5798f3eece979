"""The site speaks to the push services that the host names, under addresses that every parser reads in the same way."""

from __future__ import annotations

import socket
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from app.base.settings import Settings
from app.site.push.delivery import PublicTransport, deliver, encrypted, usable_keys
from app.site.push.endpoints import PushServices, is_public, parse_endpoint
from app.site.push.target import Target
from app.site.push.vapid import VapidKey
from tests.support.cases import in_turn
from tests.support.push import NO_POINT, PushBrowser, PushEndpoint, push_endpoint

DEFAULT_SERVICES = str(Settings.model_fields["push_services"].default)


@in_turn(
    ("address", "stored"),
    [
        ("https://fcm.googleapis.com/fcm/send/x:APA91b-_", "https://fcm.googleapis.com/fcm/send/x:APA91b-_"),
        ("https://web.push.apple.com/Q~x", "https://web.push.apple.com/Q~x"),
        ("https://wns2-x.notify.windows.com/w/?token=BQ%3d", "https://wns2-x.notify.windows.com/w/?token=BQ%3d"),
        ("HTTPS://FCM.googleapis.com:443/X", "https://fcm.googleapis.com/X"),
        ("https://web.push.apple.com", "https://web.push.apple.com/"),
        (f"https://{'a' * 63}.push.apple.com/x", f"https://{'a' * 63}.push.apple.com/x"),
    ],
)
def test_a_known_push_service_has_one_form(address: str, stored: str) -> None:
    found = PushServices(DEFAULT_SERVICES).allowed(address)
    assert found is not None and found.url == stored and parse_endpoint(found.url) == found


@in_turn(
    "address",
    [
        "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com:99999/x", "http://fcm.googleapis.com/x",
        "https://evil.example/fcm.googleapis.com", "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.apple.com.example/x", "https://push.apple.com/x", "https://fcm.googleapis.com@evil.example/x",
        "https://x:y@web.push.apple.com/x", "https://127.0.0.1/x", "https://[::1/x", "https://[::1]/x",
        "https://fcm.googleapis.com:port/x", r"https://169.254.169.254\.push.apple.com/",
        r"https://169.254.169.254/\.push.apple.com/", r"https:\\web.push.apple.com/x",
        "https://169.254.169.254#.push.apple.com/", "https://169.254.169.254?.push.apple.com/",
        "https://169.254.169.254%23.push.apple.com/", "https://a..notify.windows.com/", "https://.notify.windows.com/",
        "https://web.push.apple.com./x", "https://-a.push.apple.com/x", f"https://{'a' * 64}.push.apple.com/",
        f"https://{'a.' * 130}push.apple.com/", "https://a_b.push.apple.com/", "https://ß.push.apple.com/",
        "https://web.push.apple.com/a b", "https://web.push.apple.com/x\n", "https://web.push.apple.com/%zz",
        " https://web.push.apple.com/x", "https:web.push.apple.com/x", "",
    ],
)  # fmt: skip
def test_nothing_else_is_spoken_to(address: str) -> None:
    assert PushServices(DEFAULT_SERVICES).allowed(address) is None


def test_a_service_of_ones_own_is_listed_by_its_whole_origin() -> None:
    assert parse_endpoint("http://own.example:80/x") == parse_endpoint("http://own.example/x") is not None
    services = PushServices("http://127.0.0.1:9000, .push.apple.com")
    own, other = services.allowed("http://127.0.0.1:9000/x"), services.allowed("https://web.push.apple.com/x")
    assert own is not None and other is not None
    assert (services.is_origin(own), services.is_origin(other)) == (True, False)
    for address in ("http://127.0.0.1:9001/x", "https://127.0.0.1:9000/x", "http://127.0.0.1/x"):
        assert services.allowed(address) is None
    assert not PushServices("none") and not PushServices("https://not an origin")


@in_turn(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2a00:1450:4001:829::200a", True), ("64:ff9b::808:808", True), ("127.0.0.1", False),
        ("10.1.2.3", False), ("100.64.0.1", False), ("169.254.169.254", False), ("0.0.0.0", False),
        ("224.0.0.1", False), ("::1", False), ("fe80::1%eth0", False), ("fd00::1", False), ("::ffff:127.0.0.1", False),
        ("64:ff9b::a9fe:a9fe", False), ("2002:7f00:1::", False), ("localhost", False), ("fec0::1", False),
        ("feff::1", False), ("::127.0.0.1", False), ("::8.8.8.8", False), ("2a00:1450::5efe:7f00:1", False),
        ("2a00:1450::200:5efe:10.0.0.1", False), ("2a00:1450::5efe:8.8.8.8", False), ("64:ff9b:1::808:808", False),
        ("3fff::1", False), ("192.88.99.1", False), ("2a00:1450:5efe::1", True),
    ],
)  # fmt: skip
def test_only_public_addresses_are_connected_to(address: str, public: bool) -> None:
    assert is_public(address) == public


async def test_a_name_that_leads_into_a_private_network_is_refused() -> None:
    with pytest.raises(OSError, match="not a public address"):
        await PublicTransport().addresses("localhost")
    assert "127.0.0.1" in await PublicTransport(anywhere=True).addresses("localhost")


@in_turn("found", [("8.8.8.8", "{own}"), ("{own}", "8.8.8.8"), ("8.8.8.8", "::1", "{own}")])
async def test_one_private_address_of_several_is_enough_to_send_nothing(found: tuple[str, ...]) -> None:
    def look_up(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", (address.format(own="127.0.0.1"), 0)) for address in found]

    with push_endpoint() as receiver, pytest.MonkeyPatch.context() as patched:
        patched.setattr(socket, "getaddrinfo", look_up)
        async with httpx2.AsyncClient(transport=PublicTransport()) as client:
            with pytest.raises(OSError, match="not a public address"):
                await client.post(f"http://push.example:{receiver.url.rpartition(':')[2]}/x")
        assert receiver.is_silent()


async def test_a_message_goes_to_no_private_address_unless_the_host_has_listed_it(
    tmp_path: Path, endpoint: PushEndpoint
) -> None:
    browser = PushBrowser(endpoint)
    url = browser.endpoint.replace("127.0.0.1", "localhost")
    address, key = parse_endpoint(url), VapidKey(tmp_path)
    assert address is not None
    target = Target("one", url, browser.p256dh, browser.auth, "en", "https://clash.example")
    for listed, outcome in ((False, "later"), (True, "sent")):
        sent = await deliver(target, address, {"title": "x"}, key, topic="x", urgency="high", anywhere=listed)
        assert (sent, endpoint.is_silent()) == (outcome, not listed)


def test_keys_have_one_form_and_can_encrypt() -> None:
    browser = PushBrowser(PushEndpoint("https://push.example"))
    point, auth = browser.p256dh, browser.auth
    assert usable_keys(point, auth) == (point, auth) and usable_keys(point + "=", auth + "==") == (point, auth)
    compressed = "A" + point[1:44]
    foreign = f"{point}...."  # which base64 may skip
    for bad in (
        (NO_POINT, auth), (point, "AAAA"), ("", ""), (compressed, auth), (foreign, auth), (point, "é" * 22),
        (auth, point),
    ):  # fmt: skip
        assert usable_keys(*bad) is None


def test_a_message_is_encrypted_as_the_example_of_rfc_8291_is() -> None:
    def number(text: str) -> int:
        return int.from_bytes(urlsafe_b64decode(text + "=="))

    own = ec.derive_private_key(number("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), ec.SECP256R1())
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    body = encrypted(
        b"When I grow up, I want to be a watermelon", point, "BTBZMqHH6r4Tts7J_aSIgg",
        own=own, salt=urlsafe_b64decode("DGv6ra1nlYgDCS1FRnbzlw=="),
    )  # fmt: skip
    assert urlsafe_b64encode(body).decode().rstrip("=") == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_an_address_that_nothing_answers_at_is_left_for_the_next(
    monkeypatch: pytest.MonkeyPatch, endpoint: PushEndpoint
) -> None:
    async def addresses(_: PublicTransport, host: str) -> list[str]:
        return ["127.0.0.9", "127.0.0.1"]

    monkeypatch.setattr(PublicTransport, "addresses", addresses)
    async with httpx2.AsyncClient(transport=PublicTransport()) as client:
        answer = await client.post(f"http://push.example:{endpoint.url.rpartition(':')[2]}/x")
    got = endpoint.next()
    assert (answer.status_code, got.path, got.headers["host"].partition(":")[0]) == (201, "/x", "push.example")
