"""Numbers, days and lists as each language writes them."""

from pathlib import Path

import pytest
from markupsafe import Markup

from app.base.i18n import LANGUAGES, formats, use_language
from app.base.i18n.catalogue import Language
from app.base.web.assets import Assets
from app.base.web.templating import Templates

A_DAY = 1_650_000_000


@pytest.fixture(autouse=True)
def swedish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Swedish as a language of the site, whatever catalogues there are."""
    monkeypatch.setitem(LANGUAGES, "sv", Language("sv", "Svenska", "ltr", LANGUAGES["en"].texts))


def written() -> list[str]:
    return [
        formats.number(1234), formats.number(0.5, 2), formats.rating(1500.4), formats.signed(7.2), formats.signed(-12),
        formats.percent(0.57), formats.percent(0.575, 1), formats.day(A_DAY), formats.listing(["Ogre", "Elf"]),
        formats.listing(name for name in ("Ogre", "Elf", "Troll")), formats.series(["Ogre", "Elf", "Troll"]),
        formats.series([]),
    ]  # fmt: skip


def test_english() -> None:
    assert written() == [
        "1,234", "0.50", "1500", "+7", "-12", "57%", "57.5%", "15 Apr 2022", "Ogre and Elf",
        "Ogre, Elf and Troll", "Ogre, Elf, Troll", "",
    ]  # fmt: skip
    assert formats.utc(A_DAY) == "15/04/2022, 05:20 UTC"


def test_swedish() -> None:
    with use_language("sv"):
        assert written() == [
            "1\xa0234", "0,50", "1500", "+7", "\N{MINUS SIGN}12", "57\xa0%", "57,5\xa0%", "15 apr. 2022",
            "Ogre och Elf", "Ogre, Elf och Troll", "Ogre, Elf, Troll", "",
        ]  # fmt: skip
        assert formats.utc(A_DAY) == "2022-04-15 05:20 UTC"
        assert formats.moment(A_DAY).startswith('<time datetime="2022-04-15T05:20Z" data-moment>')


def test_a_filter_of_what_never_changes_waits_for_the_reader(tmp_path: Path) -> None:
    environment = Templates(Assets(tmp_path), helpers={}).env
    with use_language("sv"):
        template = environment.from_string("{{ 0.5|percent(1) }}")
    assert template.render() == "50.0%"


def test_whole_percents_are_rounded_as_they_are_shown() -> None:
    shares = [number / 1000 for number in range(1001)]
    assert [f"{formats.whole_percent(share)}%" for share in shares] == [formats.percent(share) for share in shares]


def test_lists_of_html_are_html() -> None:
    names = [formats.bdi("Ogre"), formats.bdi("<Elf>")]
    assert formats.listing(names) == "<bdi>Ogre</bdi> and <bdi>&lt;Elf&gt;</bdi>"
    assert formats.series([*names, "<b>"]) == "<bdi>Ogre</bdi>, <bdi>&lt;Elf&gt;</bdi>, &lt;b&gt;"
    assert (type(formats.listing(names)), type(formats.series(names))) == (Markup, Markup)
    assert (type(formats.listing(["a", "b"])), type(formats.series(["a", "b"]))) == (str, str)


def test_names_are_set_apart_where_they_may_run_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "he", Language("he", "עברית", "rtl", LANGUAGES["en"].texts))
    assert [formats.isolated(name) for name in ("Ann", "Zoë", "דנה")] == ["Ann", "Zoë", "\u2068דנה\u2069"]
    with use_language("he"):
        assert [formats.isolated(name) for name in ("Ann", "דנה")] == ["\u2068Ann\u2069", "\u2068דנה\u2069"]


def test_a_hebrew_and_has_a_maqaf_before_other_letters() -> None:
    with use_language("he"):
        latin = [formats.isolated(name) for name in ("Ogre", "Boom!")]
        assert formats.listing(latin) == "\u2068Ogre\u2069 ו־\u2068Boom!\u2069"
        assert formats.listing([formats.bdi("Ogre"), formats.bdi("Elf")]) == "<bdi>Ogre</bdi> ו־<bdi>Elf</bdi>"
        assert formats.listing(["Ogre", "7"]) == "Ogre ו־7"
        assert formats.listing(["Ogre", formats.isolated("דנה")]) == "Ogre ו\u2068דנה\u2069"
        assert formats.listing([formats.bdi("Ogre"), formats.bdi("דנה")]) == "<bdi>Ogre</bdi> ו<bdi>דנה</bdi>"


def test_english_and_portuguese_have_the_formats_and_the_voice_of_europe() -> None:
    assert {code: LANGUAGES[code].tag for code in ("en", "pt", "fr", "he")} == {
        "en": "en-GB", "pt": "pt-PT", "fr": "fr", "he": "he",
    }  # fmt: skip
    with use_language("pt"):
        assert (formats.number(12345), formats.day(A_DAY)) == ("12\xa0345", "15/04/2022")
