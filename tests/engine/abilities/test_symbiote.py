"""Symbiote: it may be put on a creature of your own; the two are one."""

from tests.engine.language import automaton, duel, refused, side, solo


def test_symbiote_alone_in_a_lane() -> None:
    game = duel(A=side("* spectre lich", top="treant")).play("spectre", "top")
    assert game.lane("A top") == "treant spectre" and game.creature("A top 1")["over"] is None


def test_symbiote_on_a_creature() -> None:
    game = duel(A=side("* spectre lich", top="giant treant:2 titan"), mana=3).play("spectre", "top", onto=1)
    assert (game.lane("A top"), game.hand("A"), game.mana) == ("giant treant+spectre:2 titan", "* lich", 0)


def test_symbiote_every_host_is_offered() -> None:
    A = side("* familiar titan", top="treant giant+spectre", bottom="evil-spirit lich")
    game = duel(A=A, B=side(top="giant"), mana=2)
    assert game.legal() == [
        {"type": "play", "hand": 1, "lane": "top"}, {"type": "play", "hand": 1, "lane": "bottom"},
        {"type": "play", "hand": 1, "lane": "top", "onto": 0}, {"type": "play", "hand": 1, "lane": "bottom", "onto": 1},
        {"type": "end_summon"},
    ]  # fmt: skip


def test_symbiote_not_on_one_that_has_a_symbiote() -> None:
    for top in ("treant+spectre", "spectre"):
        with refused("not_host"):
            duel(A=side("* familiar titan", top=top)).play("familiar", "top", onto=0)
    with refused("not_host"):
        duel(A=side("* familiar titan", top="treant")).play("familiar", "top", onto=1)


def test_symbiote_attack_health_and_abilities_add_up() -> None:
    # Treant 3/3 and rousing bard 1/1 with Perforation and Splash.
    after = duel(A=side(top="treant+rousing-bard"), B=side(top="giant titan", bottom="djinn")).end_summon()
    assert after.narrated("wounded") == ["giant takes 4", "titan takes 4", "djinn takes 4"]
    three = duel(A=side(top="zombie"), B=side(top="treant+rousing-bard")).end_summon()
    assert three.lane("B top") == "treant+rousing-bard"
    four = duel(A=side(top="clan-chief"), B=side("* lich", top="treant+rousing-bard")).end_summon()
    assert four.hand("B") == "* lich rousing-bard treant"


def test_symbiote_a_pair_is_one_creature() -> None:
    # For Perforation, and for the automaton's mana.
    after = duel(A=side(top="turbo-gunner"), B=side(top="giant+spectre titan")).end_summon()
    assert after.narrated("wounded") == ["giant takes 3", "titan takes 3"]
    mana = solo(A=side(top="giant+spectre:new"), B=automaton("titan djinn")).end_summon()
    assert mana.narrated("mana")[0] == "B gains 7"


def test_symbiote_blood_price_of_the_lower_card_is_forgotten() -> None:
    game = duel(A=side("* spectre lich titan", top="gargoyle"), mana=2)
    with refused("not_enough_mana"):
        game.play("spectre", "top", onto=0)


def test_symbiote_the_automaton_plays_it_alone() -> None:
    B = automaton("familiar spectre lich titan", top="treant", bottom="treant")
    after = solo(A=side(), B=B, fixed=5).end_summon()
    assert (after.lane("B top"), after.lane("B bottom")) == ("treant familiar", "treant spectre")


def test_symbiote_keeps_the_place_of_its_host_in_an_aura() -> None:
    game = duel(A=side("* familiar lich", top="shaman:done treant:new"), B=side(top="giant"))
    assert game.play("familiar", "top", onto=1).end_summon().narrated("wounded") == ["giant takes 4"]
