"""The colours of the scenery: the same names by day and by night."""

from __future__ import annotations

from typing import Final, NamedTuple


class Palette(NamedTuple):
    """Colours by their materials; light comes from the upper left, so each has a lit and a shaded tone."""

    name: str
    foam: str
    shallows: str
    rock_lit: str
    rock: str
    rock_shade: str
    cliff: str
    turf_lit: str
    turf: str
    turf_shade: str
    heather: str
    heather_lit: str
    sand_lit: str
    sand: str
    sand_shade: str
    wet_sand: str
    reed: str
    reed_lit: str
    reed_head: str
    stone_lit: str
    stone: str
    stone_shade: str
    wood_lit: str
    wood: str
    wood_shade: str
    shell: str
    lamp: str
    glow: float  # the strength of the lamps' light, 0 to 1


DAY: Final = Palette(
    "day",
    foam="#f2fbf6", shallows="#6fc3bd",
    rock_lit="#b7ad98", rock="#8f8672", rock_shade="#635c4e", cliff="#4c463b",
    turf_lit="#a3a06f", turf="#878757", turf_shade="#666a45",
    heather="#8a5b8f", heather_lit="#b98abb",
    sand_lit="#e2c990", sand="#cdb076", sand_shade="#a98c57", wet_sand="#8c7548",
    reed="#5d7a3d", reed_lit="#93ab57", reed_head="#6b4526",
    stone_lit="#ddd5c3", stone="#aca391", stone_shade="#736b5d",
    wood_lit="#a98a5c", wood="#7d6140", wood_shade="#4b3824",
    shell="#f0a58b", lamp="#7d6a3a", glow=0.0,
)  # fmt: skip

NIGHT: Final = Palette(
    "night",
    foam="#9fc3cf", shallows="#2a6673",
    rock_lit="#69707a", rock="#4a515b", rock_shade="#31373f", cliff="#1e242b",
    turf_lit="#56644f", turf="#425040", turf_shade="#313d34",
    heather="#55436d", heather_lit="#7d659a",
    sand_lit="#8f8d86", sand="#6a6c6b", sand_shade="#4b5157", wet_sand="#30383f",
    reed="#31503d", reed_lit="#547356", reed_head="#3a2c24",
    stone_lit="#8d939b", stone="#666c75", stone_shade="#3d434c",
    wood_lit="#6d5f4c", wood="#4c4033", wood_shade="#2a231c",
    shell="#a97b74", lamp="#ffdf94", glow=0.85,
)  # fmt: skip
