"""Names that do not say what they bound are refused."""

from tools.check_names import complaints


def test_a_constant_says_what_it_bounds() -> None:
    vague = ("MOST = 3", "MOST_DECKS: Final = 3", "class A:\n    KEPT = 5", "_AT_ONCE = 2")
    for text in vague:
        assert [*complaints({"app/x.py": text})], text
    for text in ("MAX_DECKS = 3", "SECONDS_PER_EVENT = 2", "LAST_TURN = 200", "seconds = KEPT"):
        assert not [*complaints({"app/x.py": text})], text


def test_a_docstring_names_its_thing() -> None:
    for said in ("What is sent.", "The same for bots.", "Those of the site.", "Its sender.", "Whether it is sent."):
        for text in (f'"""{said}"""', f'class A:\n    """{said}"""', f'A = 1\n"""{said}"""', _function(said)):
            for path in ("app/x.py", "tests/x.py"):
                assert [*complaints({path: text})], text
    for said in ("Whatever is sent.", "True if it is sent.", "The samples of a bench."):
        assert not [*complaints({"app/x.py": _function(said)})], said


def _function(docstring: str) -> str:
    return f'async def b() -> int:\n    """{docstring}"""\n    return 1'
