"""The table of all settings in docs/hosting/settings.md: the command `update` writes it, `check` compares it."""

import sys
from enum import Enum
from pathlib import Path

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from app.base.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "hosting" / "settings.md"
BEGIN, END = "<!-- settings -->\n", "<!-- /settings -->"


def table() -> str:
    """Return one row for each setting: its variable, its default, its description."""
    rows = [
        f"| `{PREFIX}{name.upper()}` | {_default(field)} | {field.description} |" for name, field in fields().items()
    ]
    return "\n".join(["| Setting | Default | What it does |", "|---|---|---|", *rows]) + "\n"


def fields() -> dict[str, FieldInfo]:
    """Return every setting by name."""
    return Settings.model_fields


def _default(field: FieldInfo) -> str:
    value = field.default
    if value in ("", None):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    assert not isinstance(value, SecretStr | Enum)
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def filled(text: str) -> str:
    """Return the page with the table between its marks."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page has no place for the settings: {BEGIN.strip()} … {END}")
    return before + begin + table() + end + after


def main(command: str) -> int:
    """Run "update" or "check"; returns the exit code."""
    now = PAGE.read_text("utf-8")
    right = filled(now)
    if command == "check":
        if now != right:
            print("The settings in docs/hosting/settings.md are not up to date: run make format.", file=sys.stderr)
        return int(now != right)
    PAGE.write_text(right, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
