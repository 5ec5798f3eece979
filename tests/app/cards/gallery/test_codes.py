"""Text codes: packed values come back, and mistakes are detected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.base.errors import AppError
from app.cards.gallery import codes
from tests.support.cases import in_turn


def refusal(kind: str, text: str) -> str:
    """Return the code of the error that a text meets."""
    with pytest.raises(AppError) as caught:
        codes.unpack(kind, text)
    assert caught.value.status == 422 and caught.value.sentence
    return caught.value.code


@given(st.binary(min_size=1, max_size=40))
def test_what_is_packed_comes_back(payload: bytes) -> None:
    code = codes.pack(codes.DECK, payload)
    assert codes.unpack(codes.DECK, code) == payload
    assert codes.unpack(codes.DECK, f"look at this: {code.lower()}, and tell me") == payload


@given(st.binary(min_size=1, max_size=12), st.data())
def test_a_wrong_digit_is_found_out(payload: bytes, data: st.DataObject) -> None:
    code = codes.pack(codes.DECK, payload)
    place = data.draw(st.sampled_from([n for n in range(6, len(code)) if code[n] != "-"]))
    digit = data.draw(st.sampled_from([d for d in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" if d != code[place]]))
    assert refusal(codes.DECK, code[:place] + digit + code[place + 1 :]) == "code_wrong"


@given(st.binary(min_size=1, max_size=12), st.integers(1, 8))
def test_a_code_that_was_cut_off_is_found_out(payload: bytes, lost: int) -> None:
    code = codes.pack(codes.DECK, payload)
    try:
        assert codes.unpack(codes.DECK, code[:-lost]) != payload
    except AppError as error:
        assert error.code in ("code_wrong", "code_missing")  # noqa: PT017 # hypothesis tries both ways


def test_letters_that_look_like_digits_are_taken_for_them() -> None:
    packed = [codes.pack(codes.DECK, bytes((0, number))) for number in range(256)]
    code = next(code for code in packed if {"0", "1"} <= set(code[6:]))
    misread = code[:6] + code[6:].replace("0", "o").replace("1", "l")
    assert codes.unpack(codes.DECK, misread) == codes.unpack(codes.DECK, code)


@in_turn("dash", ["-", "–", "—", "_", "‑"])
def test_a_chat_may_change_the_dashes(dash: str) -> None:
    assert codes.unpack(codes.DECK, codes.pack(codes.DECK, b"islands").replace("-", dash)) == b"islands"


@pytest.mark.parametrize(
    "sent",
    [
        "> DECK1-\n> D5SP-\n> > RRBE-CHST-EH8",
        "\uff24\uff25\uff23\uff2b\uff11\uff0dD5SP-RRBE-CHST-\uff25\uff28\uff18",
        "DECK1\u200b-D5SP-\u2060RRBE-CHST-\ufeffEH8",
        "DECK1 - D5SP - RRBE - CHST - EH8 - my best one",
        "DECK1-D5SP\r\n-RRBE-CHST-EH8. Good luck!",
    ],
)
def test_mail_and_chats_may_break_a_code(sent: str) -> None:
    assert codes.unpack(codes.DECK, sent) == b"islands"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "code_missing"), ("nothing to see", "code_missing"), ("DECK1-", "code_missing"),
        ("DECK1-!!!!", "code_missing"), ("DECK1-0", "code_wrong"), ("DECK1-UUUU-UUUU", "code_wrong"),
        ("DECK2-0C2G-C209-30D1-T1MF", "code_newer"), ("CARD1-0C2G-C209-30D1-T1MF", "code_other_kind"),
        ("DECK1-" + "0" * 3000, "code_wrong"),
    ],
)  # fmt: skip
def test_what_is_no_code_is_refused_with_a_reason(text: str, code: str) -> None:
    assert refusal(codes.DECK, text) == code


def test_a_code_is_of_one_kind() -> None:
    code = codes.pack(codes.DECK, b"islands")
    assert refusal(codes.CARD, code) == "code_other_kind"
    assert refusal(codes.CARD, code.replace("DECK", "CARD")) == "code_wrong"  # the checksum knows
