"""The check of names sees what it is there for."""

from tools.check_names import complaints


def test_a_name_with_two_meanings_is_seen() -> None:
    assert list(complaints({"a.py": "class Seat: ...", "b.py": "Seat = str\nLIMIT = 1", "c.py": "LIMIT = 2"})) == [
        "Seat is defined in a.py and b.py"
    ]


def test_a_docstring_that_asks_is_seen() -> None:
    assert len(list(complaints({"a.py": '"""What a match costs."""', "b.py": '"""The cost of a match."""'}))) == 1
