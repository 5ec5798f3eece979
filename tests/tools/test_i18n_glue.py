"""Sentences that are put together from parts are found; those that only have something beside them are not."""

import io

import jinja2
from babel.messages.pofile import read_po

from tools.i18n.glue import in_python, in_template, other_styles

ENVIRONMENT = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)


def test_parts_are_found_and_whole_texts_left_alone() -> None:
    for source in (
        "f'{_(\"Turn\")} number {turn}'", '_("Turn %s") % turn', '_("Turn {turn}").format(turn=turn)',
        'ngettext("a card", "cards", count).lower()', '_(" and ").join(names)', 'line += _("a card")',
        '" ".join([_("Turn of"), name])', '_("Turn ").strip()', 'tell.gettext("Turn of") + name',
    ):  # fmt: skip
        assert len(list(in_python(source))) == 1, source
    for source in ('_("Turn %(turn)s", turn=turn)', "f'<b>{_(\"Turn\")}</b>'", '_("; ").join(names)'):
        assert list(in_python(source)) == [], source
    for source in (
        '{{ _("Turn") }} {{ turn }}', '{{ name }} {{ _("has won") }}', '{{ _("Turn") ~ turn }}',
        '{{ _("Turn")|lower }}', '{{ _("Turn of") }} <bdi>{{ player }}</bdi>',
    ):  # fmt: skip
        assert len(list(in_template(source, ENVIRONMENT))) == 1, source
    for source in ('{{ ui("duel") }} {{ _("Play") }}', '{{ _("Turn") }}</th><th>{{ turn }}'):
        assert list(in_template(source, ENVIRONMENT)) == [], source


def test_there_is_one_style_of_placeholder() -> None:
    texts = "".join(f'msgid "{text}"\nmsgstr ""\n\n' for text in ("%(a)s of 5 %%", "{a}", "%s", "5 %"))
    assert other_styles(read_po(io.BytesIO(texts.encode()))) == ["{a}", "%s", "5 %"]
