"""Faults in a catalogue that are refused."""

import io

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.support.cases import in_turn
from tools.i18n.faults import faults, forms_of_one

TEXTS = """
msgid "Ogre"
msgstr ""

msgid " <b>%(player)s</b> wins %(num)s %% "
msgstr ""

msgid "%(player)s has %(num)s card"
msgid_plural "%(player)s has %(num)s cards"
msgstr[0] ""
msgstr[1] ""
"""
SWEDISH = """
msgid ""
msgstr ""
"Language: sv\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Ogre"
msgstr "Best"

msgid " <b>%(player)s</b> wins %(num)s %% "
msgstr " %(num)s %% vinner <b>%(player)s</b> "

msgid "%(player)s has %(num)s card"
msgid_plural "%(player)s has %(num)s cards"
msgstr[0] "%(player)s har ett kort"
msgstr[1] "%(player)s har %(num)s kort"
"""


def catalogue(text: str) -> Catalog:
    return read_po(io.BytesIO(text.encode()))


def found(changed: str, *, language: str = "sv") -> list[str]:
    return [fault.partition(": ")[0] for fault in faults(catalogue(changed), catalogue(TEXTS), language)]


def test_a_right_catalogue_has_no_faults() -> None:
    assert found(SWEDISH) == []


@in_turn(
    ("was", "becomes", "fault"),
    [
        ('"Best"', '""', "missing"),
        ('msgid "Ogre"', 'msgid "Gnome"', "stale"),
        ('msgid "Ogre"', '#, fuzzy\nmsgid "Ogre"', "fuzzy"),
        ('msgid "Ogre"', '#~ msgid "Gnome"\n#~ msgstr "Gnom"\n\nmsgid "Ogre"', "obsolete"),
        ('"Best"', '"Best %(name)s"', "placeholders ['name'] instead of []"),
        ('"Best"', '"{Best}"', "a brace"),
        ('"Best"', '"Best "', "other white space at its ends"),
        ("%(num)s %% vinner", "%(num)s vinner", "another number of percent signs"),
        ("%(num)s %% vinner", "%(num)s % vinner", "a bare percent sign, which is written %%"),
        ('</b> "', '</i> "', "other tags"),
        ('"%(player)s har ett kort"', '"ett kort"', "placeholders [] instead of ['num', 'player']"),
        ("nplurals=2; plural=(n != 1)", "nplurals=2; plural=(n > 1)", "the header's plural forms are"),
        ("Language: sv", "Language: fr", "the header's language is fr, not sv"),
    ],
)
def test_each_fault_is_named(was: str, becomes: str, fault: str) -> None:
    assert was in SWEDISH
    assert any(one.startswith(fault) for one in found(SWEDISH.replace(was, becomes)))


def test_a_number_is_said_in_words_where_there_is_one_thing() -> None:
    assert forms_of_one("(n != 1)", 2) == [True, False]  # Swedish
    assert forms_of_one("(n > 1)", 2) == [True, False]  # French: none, too
    assert forms_of_one("(n%10==1 ? 0 : 1)", 2) == [False, False]  # 1, 11, 21 …


def test_a_text_that_is_not_in_a_catalogue_is_named() -> None:
    assert found(SWEDISH.replace('msgid "Ogre"\nmsgstr "Best"', "")) == ["not in the catalogue"]
