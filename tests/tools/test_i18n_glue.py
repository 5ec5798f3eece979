"""Sentences that are put together from parts are found; those that only have something beside them are not."""

import io

import jinja2
import pytest
from babel.messages.pofile import read_po

from tools.i18n.glue import in_python, in_template, other_styles

ENVIRONMENT = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)


@pytest.mark.parametrize(
    "source",
    [
        "f'{_(\"Turn\")} number {turn}'",
        '_("Turn") + ": " + turn',
        '_("Turn %s") % turn',
        '_("Turn {turn}").format(turn=turn)',
        'ngettext("a card", "cards", count).lower()',
        '_(" and ").join(names)',
        "f'{_(\"Turn of\")} {player}'",
        'line += _("a card")',
        '", ".join(_("a card") for card in cards)',
        '" ".join([_("Turn of"), name])',
        '"%s %s" % (_("Turn of"), name)',
        '_("Turn ").strip()',
        'tell.gettext("Turn of") + name',
        'tell.ngettext("a card", "cards", count).lower()',
    ],
)
def test_parts_are_found_in_python(source: str) -> None:
    assert len(list(in_python(source))) == 1


@pytest.mark.parametrize(
    "source",
    ['_("Turn %(turn)s", turn=turn)', "f'<b>{_(\"Turn\")}</b>'", "f'{title} · {_(\"L\")}'", '_("; ").join(names)'],
)
def test_whole_texts_are_left_alone_in_python(source: str) -> None:
    assert list(in_python(source)) == []


@pytest.mark.parametrize(
    "source",
    [
        '{{ _("Turn") }} {{ turn }}',
        '{{ _("Turn") }}: {{ match.turn }}',
        '{{ name }} {{ _("has won") }}',
        '{{ _("Turn") ~ turn }}',
        '{{ _("Turn")|lower }}',
        '{{ _("Turn of") }} {{ player|bdi }}',
        '{{ _("Turn of") }} <bdi>{{ player }}</bdi>',
        '<bdi>{{ player.name|guest_words }}</bdi> {{ _("has won") }}',
    ],
)
def test_parts_are_found_in_templates(source: str) -> None:
    assert len(list(in_template(source, ENVIRONMENT))) == 1


@pytest.mark.parametrize("source", ['{{ ui("duel") }} {{ _("Play") }}', '{{ _("Turn") }}</th><th>{{ turn }}'])
def test_whole_texts_are_left_alone_in_templates(source: str) -> None:
    assert list(in_template(source, ENVIRONMENT)) == []


def test_there_is_one_style_of_placeholder() -> None:
    texts = "".join(f'msgid "{text}"\nmsgstr ""\n\n' for text in ("%(a)s of 5 %%", "{a}", "%s", "5 %"))
    assert other_styles(read_po(io.BytesIO(texts.encode()))) == ["{a}", "%s", "5 %"]
