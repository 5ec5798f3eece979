"""The README lists every setting, as it is now."""

from tools.settings_table import README, filled


def test_the_readme_lists_every_setting_as_it_is() -> None:
    text = README.read_text("utf-8")
    assert filled(text) == text, "run make settings"
