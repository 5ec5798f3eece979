"""The sea chart: a way from stop to stop, drawn by templates/base/web/sea_chart.html."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

MAX_CHOSEN: Final = 16
"""Stops of a chart on which one is chosen to be read about: css/chart_words.css has a rule for each."""


class ChartStop(NamedTuple):
    """A stop of the way.

    `state` is "past" (the way there is a line of brass, and a pennant flies), "next" (the ship lies there) or "ahead".
    `label` is the line below the name. `face` is the slug of a portrait or a creature; without one, `mark` stands
    there, a word as short as a number. A stop with an `href` is a link. `id` is the anchor of its words, where the
    chart has such.
    """

    name: str
    state: Literal["past", "next", "ahead"]
    label: str = ""
    face: str = ""
    mark: str = ""
    href: str = ""
    id: str = ""
