"""Languages: negotiation, direction, translation in Python and in templates."""

import io
import shutil
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from app.base.i18n import LANGUAGES, current_language, gettext, ngettext, use_language
from app.base.i18n.catalogue import LOCALES, Language, languages_in, read
from app.base.web.assets import Assets
from app.base.web.language import accepted, choose
from app.base.web.templating import Templates
from app.cards.gallery.drawing import HELPERS
from app.matches.table.match_summary import display_names
from tests.support.cases import in_turn
from tools.i18n.compiled import compile_catalogues

HEBREW = """
msgid ""
msgstr ""
"Language: he\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "There is no such page."
msgstr "אין דף כזה."

#, fuzzy
msgid "Back to the home page"
msgstr "ניחוש"

msgid "%(num)s card"
msgid_plural "%(num)s cards"
msgstr[0] "קלף אחד"
msgstr[1] "%(num)s קלפים"
"""


def test_a_catalogue_is_read_once_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, parsed = tmp_path / "messages.po", list[object]()
    path.write_text(HEBREW, "utf-8")

    def parse(file: io.BytesIO) -> Catalog:
        parsed.append(file)
        return read_po(file)

    monkeypatch.setattr("babel.messages.pofile.read_po", parse)
    first, again = read(path), read(path)
    assert (first.share, first.gettext("%(num)s card"), len(parsed)) == (2 / 3, "קלף אחד", 1)
    assert (again.share, again.gettext("%(num)s card"), again.ngettext("a", "b", 2)) == (2 / 3, "קלף אחד", "b")
    path.write_text(HEBREW.replace("קלף אחד", "אחד"), "utf-8")
    assert (read(path).gettext("%(num)s card"), len(parsed)) == ("אחד", 2)


def test_a_site_with_compiled_catalogues_alone_has_the_same_languages(tmp_path: Path) -> None:
    shutil.copytree(LOCALES, tmp_path, dirs_exist_ok=True)
    compile_catalogues(tmp_path)
    assert not list(tmp_path.rglob("*.po"))
    there, here = languages_in(tmp_path), languages_in(LOCALES)
    assert list(there) == list(here)
    for code in there.keys() - {"en"}:
        compiled, parsed = there[code].texts, here[code].texts
        assert (there[code].share, vars(compiled)["_catalog"]) == (here[code].share, vars(parsed)["_catalog"])


@pytest.fixture
def hebrew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Hebrew as one more language of the site, from a catalogue of the test's own."""
    path = tmp_path / "messages.po"
    path.write_text(HEBREW, "utf-8")
    texts = read(path)
    monkeypatch.setitem(LANGUAGES, "he", Language("he", "עברית", "rtl", texts, share=texts.share))
    return "he"


@in_turn(
    ("header", "expected"),
    [("", []), ("he", ["he"]), ("fr;q=0.5, he-IL, en;q=0.7", ["he-IL", "en", "fr"]), ("he;q=0, en;q=x, sv", ["sv"])],
)
def test_accept_language_is_read_by_weight(header: str, expected: list[str]) -> None:
    assert accepted(header) == expected


def test_cookie_goes_before_the_browsers_wish(hebrew: str) -> None:
    assert choose(None, "he-IL,en;q=0.5") == "he" and choose("en", "he-IL") == "en" and choose("xx", "he") == "he"
    assert choose(None, "zz,*;q=0.1") == "en"


@in_turn(
    ("header", "expected"),
    [
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"), ("pt-PT", "pt"), ("iw", "he"), ("iw-IL,en-US;q=0.8", "he"), ("he-IL", "he"),
        ("fr-CA,en;q=0.5", "fr"), ("FR-be", "fr"), ("FR", "fr"), ("sv-FI,fi;q=0.9,en;q=0.8", "sv"), ("es-MX", "es"),
        ("es-419", "es"), ("de-AT,fr;q=0.5", "fr"), ("de, en-GB;q=0.9, fr;q=0.5", "en"), ("de", "en"), ("", "en"),
    ],
)  # fmt: skip
def test_a_browser_gets_the_language_of_its_region(monkeypatch: pytest.MonkeyPatch, header: str, expected: str) -> None:
    for code in ("fr", "es", "pt", "sv", "he"):
        monkeypatch.setitem(LANGUAGES, code, LANGUAGES.get(code, LANGUAGES["en"]))
    assert choose(None, header) == expected


def test_texts_follow_the_language_and_return(hebrew: str) -> None:
    with use_language("he"):
        assert gettext("There is no such page.") == "אין דף כזה." and current_language().direction == "rtl"
    assert gettext("There is no such page.") == "There is no such page."


def test_unsure_and_missing_translations_stay_english(hebrew: str) -> None:
    with use_language("he"):
        assert gettext("Back to the home page") == "Back to the home page"
        assert gettext("not in any catalogue") == "not in any catalogue" and gettext("") == ""


def test_plural_forms(hebrew: str) -> None:
    assert ngettext("%(num)s card", "%(num)s cards", 1) == "1 card"
    with use_language("he"):
        assert ngettext("%(num)s card", "%(num)s cards", 1) == "קלף אחד"


def test_templates_translate_and_escape(hebrew: str, tmp_path: Path) -> None:
    templates = Templates(Assets(tmp_path), helpers=HELPERS)
    source = '<p dir="{{ language.direction }}">{{ ngettext("%(num)s card", "%(num)s cards", 3) }} {{ name }}</p>'
    with use_language("he") as language:
        html = templates.env.from_string(source).render(language=language, name="<b>")
    assert html == '<p dir="rtl">3 קלפים &lt;b&gt;</p>'
    switch = templates.env.get_template("base/web/languages.html")
    for code, says in (("he", True), ("en", False)):  # two of three texts
        with use_language(code) as language:
            page = switch.render(languages=LANGUAGES, language=language)
        assert ("66% of this site is translated" in page) is says, code


def test_who_has_no_name_is_a_guest_in_the_readers_language() -> None:
    for language, word in (("en", "Guest"), ("fr", "Invité"), ("he", "אורח")):
        with use_language(language):
            assert display_names({"A": "Guest", "B": "Ann"}, solo=False) == {"A": word, "B": "Ann"}
