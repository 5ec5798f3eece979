"""The lessons of the tutorial: a first game in ten positions (docs/notation.md), each with something to do.

The learner plays deck 1, the opponent deck 2 (R2.2), in the 2022 edition. Texts are in words.py.
"""

from __future__ import annotations

from typing import Final

from app.cards.gallery.abilities.short_position import ShortPosition
from app.learning.lessons.lesson_runner import END_SUMMON, Allow, GoalContext, Lesson, LessonGoal, LessonStep
from app.learning.practice.exercise import OPPONENT, YOU
from engine.match import LegalAction

LANES: Final = ("top", "bottom")


def _side(hand: str, top: str = "", bottom: str = "", fortress: str = "bastion") -> dict[str, object]:
    realms = {lane: [{"card": slug} for slug in row.split()] for lane, row in zip(LANES, (top, bottom), strict=True)}
    return {"hand": hand.split(), "fortress": fortress, **realms}


def _position(turn: int, mana: int, you: dict[str, object], opponent: dict[str, object]) -> ShortPosition:
    return {
        "edition": "2022", "mode": "duel", "turn": turn, "active": YOU, "phase": "summon", "mana": mana,
        YOU: you, OPPONENT: opponent,
    }  # fmt: skip


# -- which actions a step offers


def _creatures(context: GoalContext, action: LegalAction) -> bool:
    return action["type"] == "play" and "lane" in action


def _incantations(context: GoalContext, action: LegalAction) -> bool:
    return action["type"] == "play" and "target" in action


def _attack(context: GoalContext, action: LegalAction) -> bool:
    return action == END_SUMMON


def _anything(context: GoalContext, action: LegalAction) -> bool:
    return True


def _card(slug: str) -> Allow:
    def only(context: GoalContext, action: LegalAction) -> bool:
        side = context.view()[YOU]
        return action["type"] == "play" and "hand" in side and side["hand"][action["hand"]] == slug

    return only


# -- when a step is done, or can no longer be done


def _played(context: GoalContext) -> bool:
    return context.happened("played", player=YOU)


def _attacked(context: GoalContext) -> bool:
    return context.happened("assault_began", player=YOU)


def _your_turn_again(context: GoalContext) -> bool:
    return context.happened("turn_began", player=YOU)


def _all_mana_spent(context: GoalContext) -> bool:
    return bool(context.view()["mana"] == 0)


def _hit(player: str) -> LessonGoal:
    return lambda context: context.happened("fortress_hit", player=player)


def _held(context: GoalContext) -> bool:
    return _your_turn_again(context) and not context.happened("fortress_hit", player=YOU)


def _destroyed(slug: str) -> LessonGoal:
    return lambda context: context.happened("destroyed", card=slug)


def _cast(context: GoalContext) -> bool:
    return context.happened("cast", player=YOU)


def _fell(player: str, what: str) -> LessonGoal:
    return lambda context: context.happened(f"{what}_fell", player=player)


def _brute_came_back(context: GoalContext) -> bool:
    return _your_turn_again(context) and context.happened("returned", player=YOU, card="brute")


def _attack_step(done: LessonGoal, lost: LessonGoal = _attacked) -> LessonStep:
    return LessonStep(_attack, done, lost)


# -- the lessons

HAND = Lesson(
    "hand",
    _position(
        1, 6,
        _side("* baron partisan carapace revenant brute boom annihilation troll"),
        _side("* microctopus lieutenant ogre combustion scribe shaman alpha abomination"),
    ),
    (LessonStep(_creatures, _played), LessonStep(_creatures, _played), _attack_step(_your_turn_again)),
    (
        {"type": "play", "hand": 1, "lane": "top"},
        {"type": "play", "hand": 1, "lane": "bottom"},
        END_SUMMON,
    ),
    script=({"type": "play", "hand": 1, "lane": "top"},),
)  # fmt: skip

MANA = Lesson(
    "mana",
    _position(
        3, 7,
        _side("* brute carapace revenant troll annihilation boom", top="baron", bottom="partisan"),
        _side("* lieutenant ogre combustion scribe shaman alpha abomination", top="microctopus"),
    ),
    (LessonStep(_creatures, _all_mana_spent),),
    ({"type": "play", "hand": 1, "lane": "bottom"}, {"type": "play", "hand": 1, "lane": "top"}),
)  # fmt: skip

LANES_LESSON = Lesson(
    "lanes",
    _position(
        3, 4,
        _side("* brute baron boom annihilation troll partisan revenant", bottom="carapace"),
        _side("* ogre combustion scribe shaman alpha abomination microctopus", top="lieutenant"),
    ),
    (LessonStep(_creatures, _played), _attack_step(_held, _hit(YOU))),
    ({"type": "play", "hand": 1, "lane": "top"}, END_SUMMON),
)  # fmt: skip

ASSAULT = Lesson(
    "assault",
    _position(
        5, 6,
        _side("* boom carapace annihilation troll revenant", top="brute baron", bottom="partisan"),
        _side("* combustion scribe shaman alpha abomination lieutenant", top="ogre", bottom="microctopus"),
    ),
    (_attack_step(_attacked),),
    (END_SUMMON,),
)  # fmt: skip

FORTRESS = Lesson(
    "fortress",
    _position(
        7, 7,
        _side("* carapace annihilation troll revenant partisan boom", top="baron", bottom="brute"),
        _side("* scribe shaman alpha abomination lieutenant microctopus combustion", top="ogre"),
    ),
    (_attack_step(_hit(OPPONENT)),),
    (END_SUMMON,),
)  # fmt: skip

INCANTATIONS = Lesson(
    "incantations",
    _position(
        9, 2,
        _side("* boom troll revenant partisan annihilation carapace", top="baron", bottom="brute"),
        _side("* shaman alpha abomination lieutenant combustion scribe", top="ogre", bottom="microctopus"),
    ),
    (LessonStep(_incantations, _destroyed("microctopus"), _cast), _attack_step(_hit(OPPONENT))),
    (
        {"type": "play", "hand": 1, "target": {"player": "B", "lane": "bottom", "index": 0}},
        END_SUMMON,
    ),
)  # fmt: skip

RETURN = Lesson(
    "return",
    _position(
        11, 4,
        _side("brute carapace troll annihilation revenant boom * partisan", top="baron"),
        _side("* alpha abomination lieutenant combustion scribe shaman", top="ogre", bottom="microctopus"),
    ),
    (
        LessonStep(_card("brute"), _played),
        _attack_step(_brute_came_back, _fell(YOU, "bastion")),
    ),
    ({"type": "play", "hand": 0, "lane": "bottom"}, END_SUMMON),
)  # fmt: skip

BASTION = Lesson(
    "bastion",
    _position(
        13, 1,
        _side("boom carapace troll annihilation * revenant partisan", top="baron", bottom="brute"),
        _side("alpha abomination * lieutenant combustion scribe shaman", top="ogre", bottom="microctopus"),
    ),
    (
        LessonStep(_incantations, _destroyed("microctopus"), _cast),
        _attack_step(_fell(OPPONENT, "bastion")),
    ),
    (
        {"type": "play", "hand": 0, "target": {"player": "B", "lane": "bottom", "index": 0}},
        END_SUMMON,
    ),
)  # fmt: skip

ABILITIES = Lesson(
    "abilities",
    _position(
        15, 3,
        _side("partisan troll annihilation * revenant boom carapace", top="brute", bottom="baron"),
        _side("* alpha abomination lieutenant combustion scribe microctopus", "shaman", "ogre", fortress="fort"),
    ),
    (LessonStep(_card("partisan"), _played), _attack_step(_hit(OPPONENT))),
    ({"type": "play", "hand": 0, "lane": "top"}, END_SUMMON),
)  # fmt: skip

VICTORY = Lesson(
    "victory",
    _position(
        17, 7,
        _side("annihilation boom partisan troll * revenant carapace", top="brute", bottom="baron"),
        _side("alpha abomination * combustion scribe shaman lieutenant", "ogre", "microctopus", fortress="fort"),
    ),
    (
        LessonStep(_anything, _fell(OPPONENT, "fort"), _attacked),
    ),
    (
        {"type": "play", "hand": 0, "target": {"player": "B", "lane": "top", "index": 0}},
        END_SUMMON,
    ),
)  # fmt: skip

LESSONS: Final = (
    HAND, MANA, LANES_LESSON, ASSAULT, FORTRESS, INCANTATIONS, RETURN, BASTION, ABILITIES, VICTORY,
)  # fmt: skip
BY_SLUG: Final = {lesson.slug: lesson for lesson in LESSONS}
