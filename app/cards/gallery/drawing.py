"""The functions that templates may call to draw cards: see templates/cards/gallery/card.html."""

from collections.abc import Mapping

from markupsafe import Markup

from app.base.i18n import formats
from app.cards.gallery import faces, icons, picture_parts, wording
from engine.cards import ALL, Card


def other_names(card: Card) -> Markup:
    """Return the other printed names of a card, each marked with its language; empty where all are the same."""
    shown = wording.card_name(card)
    others = {name: code for code, name in reversed(wording.card_names(card).items()) if name != shown}
    spans = [Markup('<bdi lang="{}">{}</bdi>').format(code, name) for name, code in reversed(others.items())]
    return Markup(formats.series(spans))


HELPERS: Mapping[str, object] = {
    "icon_authors": icons.AUTHORS,
    "printed_card": ALL.get,
    "card_face": faces.face,
    "creature_face": faces.creature_face,
    "fortress_name": faces.fortress_name,
    "fortress_label": faces.fortress_label,
    "ability_mark": faces.token,
    "ability_words": wording.ability,
    "all_abilities": wording.all_abilities,
    "explained_abilities": wording.explained_abilities,
    "card_name": wording.card_name,
    "other_names": other_names,
    "card_sentence": wording.sentence,
    "set_name": wording.set_name,
    "ui_icon": icons.ui_icon,
    "icon_drawing": icons.drawing,
    "picture_part": picture_parts.part,
    "picture_night": picture_parts.night,
    "figure_light": picture_parts.light,
}
