"""The functions that templates may call to draw cards: see templates/cards/card.html."""

from collections.abc import Mapping

from app.cards import faces, icons, wording

HELPERS: Mapping[str, object] = {
    "icon_authors": icons.AUTHORS,
    "card_face": faces.face,
    "creature_face": faces.creature_face,
    "fortress_name": faces.fortress_name,
    "fortress_label": faces.fortress_label,
    "ability_mark": faces.token,
    "ability_words": wording.ability,
    "all_abilities": wording.all_abilities,
    "explained_abilities": wording.explained_abilities,
    "card_name": wording.card_name,
    "card_sentence": wording.sentence,
    "set_name": wording.set_name,
    "ui_icon": icons.ui_icon,
}
