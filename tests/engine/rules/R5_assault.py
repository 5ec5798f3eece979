"""Section 5: the order of activation, one attack step by step, destroyed creatures."""

from tests.engine.language import design, duel, refused, side
from tests.support.cases import in_turn


def test_R5_1_top_lane_from_the_rear_then_bottom_lane_from_the_rear(edition: str) -> None:
    A = side(top="zombie brute", bottom="baron revenant alpha")
    B = side("* " + "brute " * 40)
    after = duel(A=A, B=B, edition=edition).assault()
    attackers = [line.split()[0] for line in after.narrated("attack")]
    assert attackers == ["brute", "zombie", "alpha", "revenant", "baron"]


def test_R5_1_each_creature_once(edition: str) -> None:
    after = duel(A=side(top="zombie reptile"), B=side("* " + "brute " * 40), edition=edition).assault()
    assert after.narrated("attack") == ["reptile attacks fortress", "zombie attacks fortress"]


def test_R5_1_2021_attack_activates_the_next_one() -> None:
    game = duel(A=side(top="zombie brute", bottom="baron"), edition="2021", B=side(top="martyr")).end_summon()
    first = game.attack()
    assert first.narrated("attack") == ["brute attacks martyr"]
    assert [first.creature(f"A top {index}")["done"] for index in (0, 1)] == [False, True]
    assert first.attack().narrated("attack") == ["brute attacks martyr", "zombie attacks martyr"]


def test_R5_1_2021_the_turn_ends_when_all_have_been_activated() -> None:
    game = duel(A=side(top="zombie:new"), edition="2021").end_summon()
    with refused("still_to_activate"):
        game.end_turn()
    done = game.attack()
    for again in (done.attack, done.attack_all):
        with refused("nothing_to_activate"):
            again()
    assert done.end_turn().active == "B"


def test_R5_2_a_creature_that_entered_this_turn_does_nothing(edition: str) -> None:
    after = duel(A=side("* zombie brute"), B=side(top="gnome"), edition=edition).play("zombie", "top").assault()
    assert after.narrated("rested", "attack") == ["zombie rests"]


def test_R5_2_unless_it_has_rage_at_that_moment(edition: str) -> None:
    # The shaman in the middle lends Rage to both; the zombie in the other lane has none.
    A = side(top="brute:new shaman:done baron:new", bottom="zombie:new")
    after = duel(A=A, B=side(top="martyr"), edition=edition).assault()
    assert after.narrated("attack") == ["baron attacks martyr", "brute attacks martyr"]


def test_R5_2_it_attacks_from_its_next_turn_on(edition: str) -> None:
    game = duel(A=side("* zombie brute"), B=side("* brute baron troll"), edition=edition).play("zombie", "top")
    assert game.assault().assault().assault().narrated("attack") == ["zombie attacks fortress"]


def test_R5_3_it_hits_the_creature_at_the_bridge_of_the_same_lane(edition: str) -> None:
    after = duel(A=side(bottom="zombie"), B=side(top="gnome", bottom="troll baron"), edition=edition).assault()
    assert after.narrated("attack") == ["zombie attacks troll"]


def test_R5_3_the_fortress_if_its_own_lane_is_empty(edition: str) -> None:
    B = side("* brute troll ogre martyr", top="gnome")
    after = duel(A=side(bottom="zombie"), B=B, edition=edition).assault()
    assert after.hand("B") == "brute troll ogre * martyr"


def test_R5_4_wounds_are_attack_and_sprint_bonus(edition: str) -> None:
    # The mutant passes two creatures: 2 + 2.
    after = duel(A=side(top="zombie:done brute:done mutant"), B=side(top="troll"), edition=edition).assault()
    assert after.narrated("wounded") == ["troll takes 4"]


def test_R5_4_aquatic_doubles_the_sum() -> None:
    # The croaker gang passes one creature: (4 + 1) x 2.
    after = duel(A=side(top="zombie:done croaker-gang"), B=side("* " + "brute " * 12)).end_summon()
    assert after.narrated("fortress_hit") == ["B is hit 10"]


def test_R5_4_less_than_one_wound_does_nothing_and_triggers_nothing(edition: str) -> None:
    # The carapace attacks with 0: the protection of the other is still there for the zombie.
    A = side(top="zombie carapace", bottom="vortex")
    after = duel(A=A, B=side("* brute troll", top="lieutenant"), edition=edition).assault()
    expected = "carapace attacks lieutenant; zombie attacks lieutenant; lieutenant absorbs; vortex attacks fortress"
    assert after.story("attack", "absorbed", "wounded") == expected
    assert after.hand("B") == "* brute troll"


def test_R5_5_the_sequence_of_an_attack() -> None:
    storm = design("Storm", 2, 9, "sprint regeneration sharpening berserk splash")
    A = side("titan lich djinn * giant", top=f"treant {storm}")
    B = side("* lich titan djinn", top="zombie brawler", bottom="brittle-golem land-snout")
    after = duel(A=A, B=B).end_summon()
    steps = ["attack", "sprint", "wounded", "regeneration", "destroyed", "returned", "fortress_hit", "evaded"]
    assert after.narrated(*steps)[:15] == [
        "Storm attacks zombie", "Storm sprints 1", "zombie takes 3", "brittle-golem takes 3", "A regenerates 2",
        "zombie falls", "zombie returns to B", "B is hit 2", "Storm attacks brawler", "brawler takes 3",
        "brittle-golem takes 3", "A regenerates 1", "brittle-golem evades", "brawler attacks Storm", "Storm takes 6",
    ]  # fmt: skip
    assert after.hand("A") == "* titan lich djinn giant"


def test_R5_5_all_targets_are_hit_at_the_same_moment() -> None:
    # The machine's Aura protects the troll, which stands behind it, even while the machine is destroyed.
    after = duel(A=side(top="revenant"), B=side("* brute", top="machine troll")).end_summon()
    assert after.narrated("wounded", "absorbed", "destroyed") == ["machine takes 3", "troll absorbs", "machine falls"]


def test_R5_6_aerial_and_the_target_are_settled_before_the_sprint() -> None:
    # Behind the snout the croaker has its Aura; in front, where the sprint takes it, it has it again or no more.
    leaves = duel(A=side(top="zombie:done celestial-snout:done lone-croaker"), B=side(top="giant")).end_summon()
    assert leaves.narrated("attack") == ["lone-croaker attacks fortress"]
    joins = duel(A=side(top="celestial-snout:done zombie:done lone-croaker"), B=side(top="giant")).end_summon()
    assert joins.narrated("attack") == ["lone-croaker attacks giant"]


def test_R5_6_everything_else_is_read_after_the_sprint() -> None:
    leaves = duel(A=side(top="zombie:done houndmaster:done lone-croaker"), B=side(top="giant titan")).end_summon()
    assert leaves.narrated("wounded") == ["giant takes 3"]
    joins = duel(A=side(top="houndmaster:done zombie:done lone-croaker"), B=side(top="giant titan")).end_summon()
    assert joins.narrated("wounded") == ["giant takes 3", "titan takes 3"]


def test_R5_6_targets_are_read_just_before_the_wounds() -> None:
    # The first attack destroys the machine; the second finds the troll without its Aura.
    after = duel(A=side(top="brute ogre"), B=side("* brute", top="machine troll")).end_summon()
    assert after.story("attack", "wounded", "absorbed") == (
        "ogre attacks machine; machine takes 4; ogre attacks troll; troll takes 4; brute attacks troll; troll takes 5"
    )


def test_R5_6_berserk_attacks_are_under_the_same_limits() -> None:
    # Rage, on its first turn: never the fortress. Defender: never the fortress.
    rage = duel(A=side(top="gnome:new"), B=side("* brute lich titan", top="zombie")).end_summon()
    assert rage.hand("B") == "* brute lich titan zombie"
    defender = duel(A=side(top="centaur"), B=side("* brute lich titan", top="zombie")).end_summon()
    assert defender.hand("B") == "* brute lich titan zombie"


def test_R5_7_the_excess_is_lost_and_the_realm_closes_up(edition: str) -> None:
    B = side("* troll", top="zombie martyr brute")
    after = duel(A=side(top="brute"), B=B, edition=edition).assault()
    assert (after.lane("B top"), after.hand("B")) == ("martyr brute", "* troll zombie")
    assert after.narrated("wounded") == ["zombie takes 5"]


def test_R5_7_the_next_attacker_finds_the_closed_realm(edition: str) -> None:
    after = duel(A=side(top="zombie brute"), B=side(top="gnome grrr"), edition=edition).assault()
    assert after.narrated("attack") == ["brute attacks gnome", "zombie attacks grrr"]


def test_R5_7_exactly_its_health_destroys(edition: str) -> None:
    assert duel(A=side(top="baron"), B=side(top="grrr"), edition=edition).assault().lane("B top") == ""


def test_R5_7_attacked_creatures_do_not_strike_back(edition: str) -> None:
    after = duel(A=side(top="zombie"), B=side(top="brute"), edition=edition).assault()
    assert after.narrated("attack") == ["zombie attacks brute"] and after.lane("A top") == "zombie"


def test_R5_8_2022_rear_before_bridge_and_top_before_bottom() -> None:
    # The cyclone hits its target, the creature behind it, and the one next to it in the other lane.
    A, B = side("* cyclone lich"), side("* lich", top="zombie gnome", bottom="treant")
    assert duel(A=A, B=B).cast("cyclone", "B top 0").hand("B") == "* lich gnome zombie treant"
    A, B = side("* cyclone lich"), side("* lich", bottom="zombie gnome", top="treant")
    assert duel(A=A, B=B).cast("cyclone", "B bottom 0").hand("B") == "* lich treant gnome zombie"


@in_turn("order", ["zombie gnome", "gnome zombie"])
def test_R5_8_2021_the_owner_chooses_the_order(order: str) -> None:
    B = side("* brute", top="zombie gnome")
    asked = duel(A=side(top="revenant", bottom="baron"), B=B, edition="2021").end_summon().attack_all()
    assert (asked.phase, asked.shown["pending"]["owner"], asked.pending) == ("order", "B", ["gnome", "zombie"])
    assert asked.lane("B top") == ""
    after = asked.order(order)
    # They return, then what was interrupted continues: the baron hits the fortress for 3, all of its HP.
    assert after.hand("B") == f"* brute {order}" and (after.fortress("B"), after.phase) == ("fort", "assault")


def test_R5_8_2021_nothing_else_goes_on_before_the_order() -> None:
    game = duel(A=side(top="revenant"), B=side("* brute", top="zombie gnome"), edition="2021").end_summon().attack()
    for action in ({"type": "attack"}, {"type": "end_turn"}, {"type": "end_summon"}):
        with refused("order_first"):
            game.do(action)
    for wrong in ("gnome", "gnome gnome", "gnome brute", "gnome zombie brute", ""):
        with refused("bad_order"):
            game.order(wrong)


def test_R5_8_2021_all_orders_are_legal_each_once() -> None:
    A, B = side("* cyclone brute"), side("* brute", top="zombie gnome", bottom="assassin")
    game = duel(A=A, B=B, edition="2021").cast("cyclone", "B top 0")
    assert game.pending == ["gnome", "zombie", "assassin"] and len(game.legal()) == 6
    twins = duel(A=A, B=side("* brute", top="zombie zombie"), edition="2021").cast("cyclone", "B top 0")
    assert twins.legal() == [{"type": "order", "cards": ["zombie", "zombie"]}]


def test_R5_8_2021_ones_own_creatures_by_ones_own_incantation() -> None:
    A = side("* combustion brute", top="zombie", bottom="gnome")
    game = duel(A=A, edition="2021").cast("combustion", "A top 0")
    assert game.shown["pending"]["owner"] == "A"
    assert game.order("gnome zombie").hand("A") == "* brute gnome zombie combustion"


def test_R5_8_2021_berserk_goes_on_after_the_order() -> None:
    # The parasite destroys three; the lane before it is empty now, so it continues to the fortress.
    B = side("* brute", top="zombie gnome", bottom="microctopus lieutenant")
    game = duel(A=side(top="parasite"), B=B, edition="2021").end_summon().attack()
    assert game.pending == ["gnome", "zombie", "microctopus"]
    after = game.order("zombie microctopus gnome")
    assert (after.hand("B"), after.phase) == ("brute * zombie microctopus gnome", "assault")
    assert after.lane("B bottom") == "lieutenant"


def test_R5_8_2021_after_a_single_attack_the_next_creature_waits() -> None:
    A, B = side(top="zombie revenant"), side("* brute", top="gnome grrr troll")
    game = duel(A=A, B=B, edition="2021").end_summon().attack().order("gnome grrr")
    assert game.narrated("attack") == ["revenant attacks gnome"]
    assert [action["type"] for action in game.legal()] == ["attack", "attack_all"]


def test_R5_8_one_alone_returns_without_a_question() -> None:
    expected = "* brute zombie"
    assert duel(A=side(top="baron"), B=side("* brute", top="zombie"), edition="2021").assault().hand("B") == expected


def test_R5_9_the_match_ends_at_once_when_a_fort_falls(edition: str) -> None:
    A = side(top="zombie brute", bottom="baron")
    after = duel(A=A, B=side("* brute troll", fort=True), edition=edition).assault()
    assert (after.winner, after.phase, after.legal()) == ("A", "over", [])
    assert after.narrated("attack", "over") == ["brute attacks fortress", "A wins by fort"]


def test_R5_9_in_the_middle_of_a_series() -> None:
    # The ogre's second, Berserk attack ends the match before the bottom lane has its turn.
    after = duel(A=side(top="ogre", bottom="titan"), B=side("* lich", top="zombie", fort=True)).end_summon()
    assert after.narrated("attack", "over") == ["ogre attacks zombie", "ogre attacks fortress", "A wins by fort"]


def test_R5_9_in_the_middle_of_a_play() -> None:
    # Sharpening fells the Fort before the incantation has moved to the far right: nothing more can be done.
    A, B = side("* sacrificed-goat lich"), side("* lich", top="zombie", fort=True)
    after = duel(A=A, B=B).cast("sacrificed-goat", "B top 0")
    assert after.winner == "A"
    with refused("match_over"):
        after.end_summon()
