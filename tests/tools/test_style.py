"""What no native writes: each pattern finds its sample."""

import pytest

from tools.i18n.catalogues import LOCALES, languages
from tools.i18n.style import broken, rules_of


@pytest.mark.parametrize("language", languages(LOCALES))
def test_every_pattern_finds_its_sample(language: str) -> None:
    rules = rules_of(LOCALES, language)
    assert [rule.sample for rule in rules if rule not in [found for _, found in broken(rules, rule.sample)]] == []
