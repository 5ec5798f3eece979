"""The sea chart's styles know as many stops as a chart may offer."""

from __future__ import annotations

import re
from pathlib import Path

from app.base.drawing.sea_chart import MAX_CHOSEN

WORDS = Path(__file__).resolve().parents[4] / "static" / "css" / "chart_words.css"


def test_each_stop_that_can_be_chosen_has_a_rule_which_shows_its_words() -> None:
    rules = re.findall(
        r"\.stop:nth-child\((\d+)\) :checked\) \.chart-said:nth-child\((\d+)\)", WORDS.read_text("utf-8")
    )
    assert rules == [(str(place), str(place)) for place in range(1, MAX_CHOSEN + 1)]
