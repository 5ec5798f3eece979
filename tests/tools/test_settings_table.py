"""The page of settings lists every one, as it is now, and the README some of the same rows."""

from tools.settings_table import PAGE, ROOT, filled


def test_the_page_lists_every_setting_as_it_is() -> None:
    text = PAGE.read_text("utf-8")
    assert filled(text) == text, "run make format"
    short = [row for row in (ROOT / "README.md").read_text("utf-8").splitlines() if row.startswith("| `CLASH_")]
    assert len(short) == 8
    assert set(short) <= set(text.splitlines())
