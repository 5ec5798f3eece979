"""Sprint: it moves to the bridge and gains the number of creatures it passed."""

from tests.engine.language import design, duel, side


def test_sprint_moves_to_the_bridge_with_a_bonus(edition: str) -> None:
    A = side(top="zombie:done brute:done reptile baron:done")
    after = duel(A=A, B=side(top="troll"), edition=edition).assault()
    assert after.lane("A top") == "reptile zombie brute baron"
    assert after.story("attack", "sprint", "wounded") == "reptile attacks troll; reptile sprints 2; troll takes 3"


def test_sprint_at_the_bridge_passes_nobody(edition: str) -> None:
    after = duel(A=side(top="reptile zombie:done"), B=side(top="troll"), edition=edition).assault()
    assert after.narrated("sprint", "wounded") == ["troll takes 1"]


def test_sprint_those_passed_are_activated_afterwards(edition: str) -> None:
    after = duel(A=side(top="zombie brute reptile"), B=side(top="martyr:hit"), edition=edition).assault()
    expected = "reptile attacks martyr; martyr takes 3; brute attacks martyr; martyr takes 5; zombie attacks fortress"
    assert after.story("attack", "wounded") == expected


def test_sprint_the_bonus_is_gone_next_turn(edition: str) -> None:
    game = duel(A=side(top="carapace:done reptile"), B=side(top="vortex"), edition=edition).assault()
    assert game.assault().assault().narrated("wounded") == ["vortex takes 2", "vortex takes 1"]


def test_sprint_an_aura_left_behind_leaves_the_bonus(edition: str) -> None:
    # The ogre runs out of the vortex' Aura; its Berserk attacks keep the bonus of two.
    A = side(top="zombie:done vortex:done ogre")
    after = duel(A=A, B=side(top="zombie martyr:hit"), edition=edition).assault()
    assert after.narrated("wounded") == ["zombie takes 6", "martyr takes 6"]


def test_sprint_in_an_instinct_attack() -> None:
    bolt = design("Runner", 1, 9, "sprint instinct")
    after = duel(A=side(top="giant:new royal-guard"), B=side(top=f"titan {bolt}")).end_summon()
    assert after.lane("B top") == "Runner titan"
    assert after.narrated("wounded") == ["titan takes 3", "Runner takes 3", "giant takes 2"]


def test_sprint_does_not_move_what_does_not_attack() -> None:
    # New without Rage; Rage or Defender before an empty lane.
    for runner in ("lone-croaker:new", "leaper:new"):
        after = duel(A=side(top=f"zombie:done {runner}")).end_summon()
        assert after.lane("A top") == f"zombie {runner.split(':')[0]}"


def test_sprint_of_two_the_one_passed_sprints_in_its_turn() -> None:
    first, second = design("First", 1, 5, "sprint"), design("Second", 1, 5, "sprint")
    after = duel(A=side(top=f"{first} {second}"), B=side(top="giant")).end_summon()
    story = "Second attacks giant; Second sprints 1; First attacks giant; First sprints 1"
    assert after.story("attack", "sprint") == story
