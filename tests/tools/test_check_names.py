"""The check of names sees what it is there for."""

from tools.check_names import complaints, misnumbered


def test_a_name_with_two_meanings_is_seen() -> None:
    assert list(complaints({"a.py": "class Seat: ...", "b.py": "Seat = str\nLIMIT = 1", "c.py": "LIMIT = 2"})) == [
        "Seat is defined in a.py and b.py"
    ]


def test_a_docstring_that_asks_is_seen() -> None:
    assert len(list(complaints({"a.py": '"""What a match costs."""', "b.py": '"""The cost of a match."""'}))) == 1


def test_migrations_follow_one_another_without_a_gap() -> None:
    def text(revision: str, follows: str) -> str:
        return f"revision = {revision}\ndown_revision = {follows}\n"

    first, second = text('"0070"', "None"), text('"0002_words"', '"0070"')
    assert list(misnumbered({"0001_tables": first, "0002_words": second})) == []
    for name, wrong in (("0003_words", second), ("0002_words", text('"0071"', '"0070"')), ("0002_words", first)):
        assert len(list(misnumbered({"0001_tables": first, name: wrong}))) in (1, 2), name
    twice = {"0001_tables": first, "0002_a": text('"0002_a"', '"0070"'), "0002_b": text('"0002_b"', '"0070"')}
    assert any("0003_" in said for said in misnumbered(twice))


def test_an_underscore_of_another_module_is_seen() -> None:
    assert len(list(complaints({"a.py": "class A:\n    def _own(self): self._own()", "b.py": "a._own()"}))) == 1
