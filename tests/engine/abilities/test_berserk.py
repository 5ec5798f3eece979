"""Berserk: after an attack that destroyed at least one opposing creature, it attacks again."""

from tests.engine.language import duel, side


def test_berserk_goes_on_while_it_destroys_and_then_to_the_fortress(edition: str) -> None:
    B = side("* brute baron martyr troll", top="zombie grrr gnome")
    after = duel(A=side(top="ogre"), B=B, edition=edition).assault()
    assert after.story("attack") == "ogre attacks zombie; ogre attacks grrr; ogre attacks gnome; ogre attacks fortress"
    # Three cards have returned by then: 4 of 7 HP.
    assert after.hand("B") == "brute baron martyr troll * zombie grrr gnome"


def test_berserk_stops_where_it_only_wounds(edition: str) -> None:
    after = duel(A=side(top="ogre"), B=side(top="zombie brute gnome"), edition=edition).assault()
    assert after.narrated("attack") == ["ogre attacks zombie", "ogre attacks brute"]


def test_berserk_a_bastion_is_no_creature(edition: str) -> None:
    after = duel(A=side(top="ogre"), B=side("* brute baron martyr troll"), edition=edition).assault()
    assert (after.fortress("B"), after.narrated("attack")) == ("fort", ["ogre attacks fortress"])


def test_berserk_a_creature_destroyed_beside_or_behind_counts(edition: str) -> None:
    # One wound each: the first target lives, but the zombie behind it or next to it falls.
    behind = duel(A=side(top="parasite"), B=side(top="troll zombie"), edition=edition).assault()
    assert behind.narrated("attack") == ["parasite attacks troll", "parasite attacks troll"]
    across = duel(A=side(top="parasite"), B=side(top="troll", bottom="zombie"), edition=edition).assault()
    assert across.narrated("attack") == ["parasite attacks troll", "parasite attacks troll"]


def test_berserk_protection_absorbs_and_ends_it(edition: str) -> None:
    after = duel(A=side(top="ogre"), B=side(top="lieutenant gnome"), edition=edition).assault()
    assert after.narrated("attack", "absorbed") == ["ogre attacks lieutenant", "lieutenant absorbs"]


def test_berserk_goes_on_from_the_bridge_after_a_sprint(edition: str) -> None:
    # The bonus of two stays for the second attack.
    A = side(top="zombie:done brute:done aberration")
    after = duel(A=A, B=side("* baron", top="brute:1 lieutenant:hit troll"), edition=edition).assault()
    assert after.story("attack", "sprint", "wounded") == (
        "aberration attacks brute; aberration sprints 2; brute takes 4; lieutenant takes 4; "
        "aberration attacks troll; troll takes 4"
    )


def test_berserk_of_an_aura_left_behind_by_the_sprint_does_not_work() -> None:
    A = side(top="zombie:done demonocular:done lone-croaker")
    after = duel(A=A, B=side(top="treant zombie")).end_summon()
    assert after.narrated("attack", "destroyed") == ["lone-croaker attacks treant", "treant falls"]


def test_berserk_in_an_instinct_attack() -> None:
    A = side("* lich titan giant djinn treant", top="zombie:new lanternfish")
    after = duel(A=A, B=side(top="minotaur")).end_summon()
    assert after.story("attack") == (
        "lanternfish attacks minotaur; minotaur attacks zombie; minotaur attacks lanternfish; minotaur attacks fortress"
    )
