"""Every numbered rule has at least one test named after it, and every ability a file of its own."""

import ast
from pathlib import Path

import pytest

from engine import abilities
from tests.support.rules import rule_numbers

HERE = Path(__file__).parent
RULES = [number.replace(".", "_") for number in rule_numbers() if number[0] != "H"]  # H: how the site plays them


def _tests(folder: Path) -> list[str]:
    """Return the names of all test functions below a folder."""
    return [
        node.name
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


NAMES = _tests(HERE)


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_has_a_test_of_its_name(rule: str) -> None:
    assert any(name.startswith(f"test_{rule}_") for name in NAMES)


@pytest.mark.parametrize("ability", abilities.NAMES)
def test_the_ability_has_a_file_of_tests(ability: str) -> None:
    word = ability.replace("-", "_")
    path = HERE / "abilities" / f"test_{word}.py"
    own = [name for name in _tests(HERE / "abilities") if name.startswith(f"test_{word}_")]
    assert path.exists()
    assert len(own) >= 3


def test_the_page_of_the_rules_is_read_whole() -> None:
    assert len(RULES) == 86
    assert {"R1_1", "R2_5a", "R13_10", "G5", "I15"} <= set(RULES)


def test_there_are_twenty_abilities() -> None:
    assert len(abilities.NAMES) == 20


def test_no_two_tests_of_a_file_share_a_name() -> None:
    # The second would silently replace the first.
    for path in sorted(HERE.rglob("*.py")):
        names = [node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), path.name
