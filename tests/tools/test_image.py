"""The files that `make image` and `make digests` read and write; that the image is good they say themselves."""

from __future__ import annotations

import pytest

from tools.image import base, digests

ONE, OTHER = ("sha256:" + letter * 64 for letter in "ab")


def test_the_official_base_is_the_dockerfiles() -> None:
    assert base.official().startswith("python:3.")
    assert base.codename(base.official()) == "trixie"


@pytest.mark.parametrize("image", ["python:3.13", "python:3.13-alpine3.23"])
def test_no_stand_in_for_what_is_not_debian(image: str) -> None:
    with pytest.raises(SystemExit):
        base.codename(image)


@pytest.mark.parametrize(
    "said",
    [
        "dial tcp: lookup registry.example on 192.0.2.1:53: no such host",
        "dial tcp 192.0.2.1:443: connect: connection refused",
        "net/http: TLS handshake timeout",
    ],
)
def test_a_registry_out_of_reach_is_known_as_such(said: str) -> None:
    assert base.OUT_OF_REACH.search(said)


@pytest.mark.parametrize("said", ["manifest unknown", "requested access to the resource is denied", "digest mismatch"])
def test_an_answer_of_the_registry_is_no_reason_for_a_stand_in(said: str) -> None:
    assert not base.OUT_OF_REACH.search(said)


def test_digests_are_found_and_replaced_by_name_and_tag() -> None:
    text = f"ARG BASE=python:3.13.1-slim@{ONE}\n    image: redis:7.4-alpine@{ONE}\n    image: own:0.1.0\n"
    assert digests.pinned(text) == {"python:3.13.1-slim": ONE, "redis:7.4-alpine": ONE}
    changed = digests.replaced(text, {"redis:7.4-alpine": OTHER})
    assert digests.pinned(changed) == {"python:3.13.1-slim": ONE, "redis:7.4-alpine": OTHER}
    assert digests.replaced(changed, {"redis:7.4-alpine": ONE}) == text


def test_every_image_of_others_is_looked_after() -> None:
    named = {image for name in digests.FILES for image in digests.pinned((digests.ROOT / name).read_text("utf-8"))}
    assert {image.partition(":")[0] for image in named} == {"python", "nginx", "postgres", "redis"}
