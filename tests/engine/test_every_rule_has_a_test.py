"""Every numbered rule has at least one test named after it, and every ability a file of its own."""

import ast
from pathlib import Path

from engine import abilities
from tests.support.cases import case
from tests.support.rules import rule_numbers

HERE = Path(__file__).parent
RULES = [number.replace(".", "_") for number in rule_numbers() if number[0] != "H"]  # H: how the site plays them


def _tests(path: Path) -> list[str]:
    """Return the names of the tests in a file."""
    body = ast.parse(path.read_text("utf-8")).body
    return [node.name for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def test_every_rule_has_a_test_of_its_name() -> None:
    assert len(RULES) == 87 and {"R1_1", "R2_5a", "R13_10", "G5", "I16"} <= set(RULES)
    names = [name for path in HERE.rglob("*.py") for name in _tests(path)]
    assert [rule for rule in RULES if not any(name.startswith(f"test_{rule}_") for name in names)] == []


def test_every_ability_has_a_file_of_tests() -> None:
    for word in (name.replace("-", "_") for name in abilities.NAMES):
        with case(word):
            own = _tests(HERE / "abilities" / f"test_{word}.py")
            assert sum(name.startswith(f"test_{word}_") for name in own) >= 3
