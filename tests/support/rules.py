"""The numbers of the rules, as docs/rules.md has them."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
NUMBERED = re.compile(r"^- (R\d+\.\d+a?|[GIH]\d+) ", re.MULTILINE)


def rule_numbers() -> list[str]:
    """Return all numbers in their order: R1.1 to R13.10, G1 to G5, I1 and H1 onwards."""
    return NUMBERED.findall(PAGE.read_text("utf-8"))
