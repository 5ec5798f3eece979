"""The pages for hosts: what they show is what tests and tools run."""

from __future__ import annotations

import re
from typing import Final

from tools.rig.server import ROOT

PAGES: Final = ROOT / "docs" / "hosting"


def block_of(page: str, language: str, number: int = 0) -> str:
    """Return a block of code of this language on a page, by its number."""
    found: list[str] = re.findall(rf"```{language}\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL)
    assert len(found) > number, f"{page} has only {len(found)} blocks of {language}"
    return found[number]
