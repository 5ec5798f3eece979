"""The page of a road of Legacy, on a site and without one."""

from __future__ import annotations

import re


def gifts_on(page: str) -> list[dict[str, str]]:
    """Return the forms of the three gifts; a select has the value that it shows."""
    found = []
    for form in re.findall(r'<form class="panel road-offer .*?</form>', page, re.S):
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)"\s+value="([^"]*)"', form))
        shown = re.search(r'<option value="(\d)" selected', form)
        found.append(fields if shown is None else {**fields, "card": shown[1]})
    return found
