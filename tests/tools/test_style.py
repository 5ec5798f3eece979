"""Patterns that no native writes: each finds its sample, and planted sentences are refused wherever they stand."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from jinja2 import Environment

from tools.i18n.catalogues import LOCALES, languages
from tools.i18n.documents import document_faults, readme_faults
from tools.i18n.glue import in_template
from tools.i18n.style import SOURCE, Rule, broken, rules_of, source_faults

PLANTED = (  # sentences of each rule of CONTRIBUTING's "How we write"
    ("A", "Who has left takes no place."),
    ("A", "The lobby shows a puzzle; who has solved none is shown an easy one."),
    ("A", "Whose turn it is follows from the number of the turn."),
    ("A", "What is malformed ends here."),
    ("A", "The lock is held by whoever begins the match."),
    ("B", "An attempt at a mistake of one's own counts for the day on which it begins."),
    ("B", "On a phone the page says once how one gets it."),
    ("C", "The database is upgraded by the last commit of then."),
    ("C", "Return the same."),
    ("C", "Return its row of the table."),
    ("C", "True if they may do everything."),
    ("D", "A player may give one address of Slack."),
    ("E", "Without the scope a token rules no tournaments of others."),
    ("E", "The command `restore` makes no database but by `--new`."),
    ("E", "Decks that are shown at the end are named by no finished match."),
    ("F", "Of two servers one is the primary: the other may answer for a while: its writes are lost."),
    ("G", "Secret settings belong into a Secret."),
    ("G", "An own deck is the first action of the record."),
    ("G", "Open remain the sign-in and your own texts."),
)
NATIVE = (
    "Who may join?",
    "Who keeps what: the site stores the name, the browser the rest.",
    "A player who has left takes no place.",
    "A turn has three steps: mana, summons and assault.",
    "See what a bot may do (its view: hand, lanes): it is a value.",
    "Anyone who has solved no puzzle yet gets an easy one.",
    "A deck of your own belongs in a file; no one's turn is skipped.",
    "Without the scope, a token cannot rule on other people's tournaments.",
)
KINDS = {
    "page.md": "# Page\n\nWords before.\n\n- {}\n",
    "table.md": "| a | b |\n|---|---|\n| words | {} |\n",
    "module.py": '"""A module.\n\n{}\n"""\n',
    "comment.py": "X = 1\n# {}\n",
    "script.js": "/** Words. {} */\nexport const x = 1;\n",
    "line.js": "const x = 1;\n// {}\n",
    "part.html": "{{# {} #}}\n<p></p>\n",
}


@pytest.fixture(scope="module")
def english() -> list[Rule]:
    return rules_of(LOCALES, SOURCE)


@pytest.mark.parametrize("language", [SOURCE, *languages(LOCALES)])
def test_every_pattern_finds_its_sample(language: str) -> None:
    rules = rules_of(LOCALES, language)
    assert [rule.sample for rule in rules if rule not in [found for _, found in broken(rules, rule.sample)]] == []


@pytest.mark.parametrize("name", KINDS)
def test_planted_sentences_are_refused_in_documents_docstrings_and_comments(
    name: str, english: list[Rule], tmp_path: Path
) -> None:
    folder = tmp_path / "tools"
    folder.mkdir()
    for rule, sentence in PLANTED:
        (folder / name).write_text(KINDS[name].format(sentence), "utf-8")
        found = [*document_faults(english, tmp_path)]
        assert found, sentence
        assert all(re.match(rf"tools/{name}:\d: .*: {rule}: ", each) for each in found), found
    (folder / name).write_text(KINDS[name].format(" ".join(NATIVE)), "utf-8")
    assert [*document_faults(english, tmp_path)] == []


def test_planted_sentences_are_refused_among_the_texts_of_pages(english: list[Rule]) -> None:
    template = Catalog()
    for _, sentence in PLANTED:
        template.add(sentence)
    assert len({each.split("' has ")[0].split('" has ')[0] for each in source_faults(english, template)}) == len(
        PLANTED
    )


def test_a_wrapped_sentence_is_read_as_one_and_code_is_not_read(english: list[Rule], tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(
        "1. The files belong\n   into a folder.\n\n```sh\necho an own deck\n```\n\n`an own` name.\n", "utf-8"
    )
    assert [each.split(": ")[0] for each in document_faults(english, tmp_path)] == ["README.md:1"]
    (tmp_path / "docs" / "readme").mkdir(parents=True)
    page.rename(tmp_path / "docs" / "readme" / "fr.md")
    assert [*document_faults(english, tmp_path)] == []


def test_the_names_of_keys_are_texts() -> None:
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    faults = [*in_template('<kbd>U</kbd>\n<kbd>Enter</kbd> <kbd>{{ pgettext("key", "Esc") }}</kbd>', environment)]
    assert [line for line, _ in faults] == [2]


def test_a_readme_in_another_language_keeps_to_the_rules_of_that_language(tmp_path: Path) -> None:
    (tmp_path / "docs" / "readme").mkdir(parents=True)
    page = tmp_path / "docs" / "readme" / "sv.md"
    page.write_text("# En sajt\n\nKortet ”Ogre” ligger på webbplatsen.\n", "utf-8")
    assert [each.split(": ")[0] for each in readme_faults(LOCALES, tmp_path)] == ["docs/readme/sv.md:1"]
