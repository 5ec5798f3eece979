"""Blood Price: missing mana is paid by the player's own fortress."""

from tests.engine.language import duel, refused, side
from tests.support.cases import in_turn


def test_blood_price_with_enough_mana_nothing_happens() -> None:
    game = duel(A=side("* gargoyle lich titan"), mana=5).play("gargoyle", "top")
    assert (game.mana, game.hand("A"), game.narrated("blood_price")) == (1, "* lich titan", [])


@in_turn(
    ("mana", "hand", "fortress"),
    [
        (4, "* lich titan", "bastion"), (3, "* lich titan", "bastion"), (2, "lich * titan", "bastion"),
        (1, "* lich titan", "fort"), (0, "* lich titan", "fort"),
    ],
)  # fmt: skip
def test_blood_price_all_mana_is_spent_and_each_missing_one_is_a_wound(mana: int, hand: str, fortress: str) -> None:
    # The fortress passes the gargoyle first, which leaves then.
    game = duel(A=side("* gargoyle lich titan"), mana=mana).play("gargoyle", "top")
    assert (game.mana, game.hand("A"), game.fortress("A")) == (0, hand, fortress)


def test_blood_price_wounds_come_one_at_a_time() -> None:
    # Six are missing and three cards lie to the right: three fell the Bastion, three more the Fort.
    assert duel(A=side("* corrupted-shaman lich titan"), mana=1).play("corrupted-shaman", "top").winner == "B"
    saved = duel(A=side("* corrupted-shaman lich titan"), mana=2).play("corrupted-shaman", "top")
    assert (saved.winner, saved.fortress("A"), saved.hand("A")) == (None, "fort", "lich * titan")


def test_blood_price_is_always_offered() -> None:
    assert duel(A=side("* reanimated-wyrm titan lich"), mana=0).playable == {"reanimated-wyrm"}


def test_blood_price_does_not_lift_other_limits() -> None:
    with refused("last_card"):
        duel(A=side("* gargoyle"), mana=0).play("gargoyle", "top")
    with refused("not_leftmost"):
        duel(A=side("* lich titan giant djinn gargoyle"), mana=0).play("gargoyle", "top")


def test_blood_price_of_an_incantation_before_its_effect() -> None:
    # Two wounds; then the effect; then it goes over: the titan alone is left to the right.
    A = side("* liquefaction lich titan giant")
    game = duel(A=A, B=side("* lich", top="titan"), mana=7).cast("liquefaction", "B top 0")
    assert game.narrated("blood_price", "destroyed") == ["A bleeds 2", "titan falls"]
    assert game.hand("A") == "lich * titan giant"
