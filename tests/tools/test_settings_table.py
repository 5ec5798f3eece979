"""The README lists every setting, as it is now."""

import re

import pytest

from app.settings import PREFIX, Settings
from tools.settings_table import README, filled, table


def test_the_readme_lists_every_setting_as_it_is() -> None:
    text = README.read_text("utf-8")
    assert filled(text) == text, "run make settings"


def test_the_table_names_each_setting_once_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (?:`([^`]+)`)? \| (.+) \|$", table(), re.MULTILINE)
    assert [name for name, _, _ in rows] == [PREFIX + name.upper() for name in Settings.model_fields]
    defaults = {name: default for name, default, _ in rows}
    assert defaults["CLASH_DATA_DIR"] == "data"
    assert defaults["CLASH_SECRET"] == ""
    assert defaults["CLASH_RATE_LIMIT"] == "1"
    assert defaults["CLASH_INVITE_ONLY"] == "false"
    assert all(words.endswith(".") for _, _, words in rows)


def test_a_readme_without_a_place_for_it_is_refused() -> None:
    with pytest.raises(ValueError, match="no place"):
        filled("# A game\n")
