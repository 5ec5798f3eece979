"""Names that do not say what they bound are refused."""

from tools.check_names import complaints


def test_a_constant_says_what_it_bounds() -> None:
    vague = ("MOST = 3", "MOST_DECKS: Final = 3", "class A:\n    KEPT = 5", "_AT_ONCE = 2")
    for text in vague:
        assert [*complaints({"app/x.py": text})], text
    for text in ("MAX_DECKS = 3", "SECONDS_PER_EVENT = 2", "LAST_TURN = 200", "seconds = KEPT"):
        assert not [*complaints({"app/x.py": text})], text
