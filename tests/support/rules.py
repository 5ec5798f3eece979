"""The numbers, the abilities and the costs of the rules, as docs/rules.md has them."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
NUMBERED = re.compile(r"^- (R\d+\.\d+a?|[GIH]\d+) ", re.MULTILINE)


LISTED = re.compile(r"^\| .+ `([a-z-]+)` \|", re.MULTILINE)
COST = re.compile(r"([a-z-]+)\s+(-?[\d.]+)")


def listed_abilities() -> list[str]:
    """Return the slugs of the table of abilities, without the Aura."""
    return LISTED.findall(PAGE.read_text("utf-8"))


def listed_costs() -> tuple[dict[str, float], dict[str, float]]:
    """Return what R9.6 asks for each ability of a creature and of an incantation, by its name in small letters."""
    _, _, costs = PAGE.read_text("utf-8").partition("Abilities: ")
    creature, _, incantation = costs.partition("Incantation =")
    incantation = incantation[incantation.index("(") : incantation.index(")")]
    of_creature, of_incantation = (
        {name: float(cost) for name, cost in COST.findall(text)} for text in (creature, incantation)
    )
    return of_creature, of_incantation


def rule_numbers() -> list[str]:
    """Return all numbers in their order: R1.1 to R13.10, G1 to G5, I1 and H1 onwards."""
    return NUMBERED.findall(PAGE.read_text("utf-8"))
