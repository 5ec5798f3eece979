"""The pictures of the board's scenery are those that their program draws, and are small."""

import brotli

from tools.scenery.__main__ import FOLDER, pictures

MOST_BYTES = 60_000  # of all, by day and by night, as browsers get them


def test_the_files_are_those_that_the_program_draws() -> None:
    drawn = dict(pictures())
    assert {path.name for path in FOLDER.iterdir()} == set(drawn), "run make scenery"
    assert [name for name, text in drawn.items() if (FOLDER / name).read_text("utf-8") != text] == [], (
        "run make scenery"
    )


def test_all_of_them_are_small_on_the_line() -> None:
    assert sum(len(brotli.compress(text.encode(), quality=9)) for _, text in pictures()) < MOST_BYTES


def test_each_picture_of_the_day_has_one_of_the_night() -> None:
    names = {name for name, _ in pictures()}
    assert {name.replace("-day", "-night") for name in names} == {name for name in names if "-night" in name}
