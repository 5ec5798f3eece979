"""The icons that a designed card may have, and what to call them.

The order is that of the text codes: new ones go to the end.
"""

import json
from pathlib import Path

from app.base.i18n import gettext

_NAMES: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

LABELS = {icon: label for label, icon in _NAMES.items()}
"""Icon name → what it shows, in English; tools/i18n takes the words to the translators."""

ICONS = tuple(LABELS)

DESIGNED = ICONS[0]
"""The icon of a designed card that names none of these."""


def known(icon: str) -> str:
    """Return the icon, or the plain one of designed cards if it is not in the list."""
    return icon if icon in LABELS else DESIGNED


def labels() -> dict[str, str]:
    """Return icon names and what they show, in the current language."""
    return {icon: gettext(label) for icon, label in LABELS.items()}
