"""Pictures for chats: their words and numbers are drawn in the site's letters, on any machine."""

from __future__ import annotations

from app.base.i18n import LANGUAGES
from app.base.web.png import FOLDER, FONTS, png_of
from tests.support.cases import case

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20" width="60" height="20">'
    "<style>text{font:700 16px sans-serif}.h{font-family:serif}</style>%s</svg>"
)


def _drawn(text: str, kind: str = "") -> bytes:
    return png_of(DRAWING % f'<text class="{kind}" x="2" y="16">{text}</text>', 120)


def test_a_number_in_a_picture_is_seen() -> None:
    digits = [_drawn(digit) for digit in "0123456789"]
    assert len({png_of(DRAWING % "", 120), *digits}) == 11


def test_the_fonts_have_the_letters_of_every_language() -> None:
    for kind in ("", "h"):
        unknown = _drawn("\ue123", kind)  # a private letter, which no font has: the box for what is missing
        for code, letters in SAMPLES.items():
            for letter in letters:
                with case(f"{code}: {letter}"):
                    assert _drawn(letter, kind) != unknown
    assert all((FOLDER / name).is_file() for name in FONTS) and SAMPLES.keys() == set(LANGUAGES)


def test_a_heading_has_the_letters_that_headings_of_pages_have() -> None:
    for code, letters in SAMPLES.items():
        for letter in (each for each in letters if each.isalpha()):
            with case(f"{code}: {letter}"):
                assert _drawn(letter, "h") != _drawn(letter)


def test_a_name_set_apart_is_drawn_without_its_marks_and_in_its_own_direction() -> None:
    assert _drawn("\u2068Bo\u2069!") == _drawn("Bo!")
    assert _drawn("\u05d3 \u2068Bo!\u2069 \u05d4") != _drawn("\u05d3 Bo! \u05d4")


SAMPLES = {
    "en": "aZ−+·",
    "es": "áéíóúñ¡¿",
    "fr": "éèêçàœ’",
    "he": "אבגדהוזחטיכלמנסעפצקרשת־",
    "pt": "ãõçáâ",
    "sv": "åäöÅ",
}
