"""The pages for hosts: what they show is what tests and tools run."""

from __future__ import annotations

import re
from typing import Final

from tools.rig.server import ROOT

PAGES: Final = ROOT / "docs" / "hosting"


def block_of(page: str, language: str) -> str:
    """Return the first block of code of this language on a page."""
    found = re.search(rf"```{language}\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL)
    assert found, f"{page} has no block of {language}"
    return found[1]
