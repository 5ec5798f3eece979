"""The lessons of the tutorial: every solution leads to the end, wrong ways are noticed, nothing else gets through."""

import itertools
import json
from collections import Counter
from typing import Any

import pytest

from app.base.errors import AppError
from app.learning.lessons import lesson_runner
from app.learning.lessons.course import BY_SLUG, LESSONS
from app.learning.lessons.lesson_runner import Lesson, LessonRun
from app.learning.practice.exercise import DONE, GOING, LOST, OPPONENT, YOU
from engine import cards
from engine.errors import IllegalAction
from tests.support.cases import in_turn
from tools.rig.json import Json

every_lesson = in_turn("lesson", LESSONS)


def _all_ways(run: LessonRun) -> list[LessonRun]:
    """Return every way that a learner can go from here."""
    if run.state != GOING:
        return [run]
    return list(itertools.chain.from_iterable(_all_ways(lesson_runner.act(run, action)[0]) for action in run.allowed))


@every_lesson
def test_the_solution_leads_to_the_end(lesson: Lesson) -> None:
    """Each move of the solution is on offer, and the last one ends the lesson."""
    run = lesson_runner.begin(lesson)
    for action in lesson.solution:
        assert action in run.allowed
        run, events = lesson_runner.act(run, action)
        assert events
    assert run.state == DONE and run.allowed == []


@every_lesson
def test_every_way_ends(lesson: Lesson) -> None:
    """Whatever the learner chooses among what is on offer, the lesson is won or lost: nobody is left without a move."""
    ends = Counter(run.state for run in _all_ways(lesson_runner.begin(lesson)))
    assert ends.keys() <= {DONE, LOST} and ends[DONE]
    assert bool(ends[LOST]) == bool(lesson.words().lost), "a lost lesson says why, and only such a one"


@every_lesson
def test_replay_gives_the_same_lesson(lesson: Lesson) -> None:
    """The moves, stored as JSON, lead to the same position after each of them."""
    run = lesson_runner.begin(lesson)
    for count, action in enumerate(lesson.solution):
        again = lesson_runner.replay(lesson, json.loads(json.dumps(lesson.solution[:count])))
        assert (again.match.to_json(), again.step, again.state) == (run.match.to_json(), run.step, run.state)
        run, _events = lesson_runner.act(run, action)


@every_lesson
def test_each_step_has_its_words(lesson: Lesson) -> None:
    """A sentence and a hint for every step."""
    said = lesson.words()
    assert len(said.steps) == len(lesson.steps) and said.title and said.about and said.done
    assert all(step.say and step.hint for step in said.steps)


@every_lesson
def test_decks_are_the_preconstructed_ones(lesson: Lesson) -> None:
    """The learner plays deck 1 and the opponent deck 2, no card twice: a learner learns what they could play."""
    for seat, number in ((YOU, 1), (OPPONENT, 2)):
        side = lesson.position[seat]
        held = [slug for slug in side["hand"] if slug != "*"]
        held += [creature["card"] for lane in ("top", "bottom") for creature in side[lane]]
        assert sorted(held) == sorted(cards.preconstructed(number))


def _refused(run: LessonRun, action: object) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises((AppError, IllegalAction)) as refusal:
        lesson_runner.act(run, action)
    assert isinstance(refusal.value, AppError | IllegalAction)
    return refusal.value.code


def test_what_is_not_on_offer_is_refused() -> None:
    """R4.1: the engine's reason comes before the lesson's; anything may come from a socket."""
    run = lesson_runner.begin(BY_SLUG["hand"])
    assert _refused(run, {"type": "end_summon"}) == "not_in_lesson"
    assert _refused(run, {"type": "play", "hand": 5, "lane": "top"}) == "not_leftmost"
    junk: object
    for junk in (None, 7, [], "attack", {}, {"type": "undo"}, {"type": "resign", "player": "B"}):
        assert _refused(run, junk)
    ended = lesson_runner.replay(BY_SLUG["assault"], BY_SLUG["assault"].solution)
    assert _refused(ended, {"type": "end_summon"}) == "lesson_over"


def test_moves_that_lead_nowhere_begin_the_lesson_again() -> None:
    """Progress stored by an older version of the tutorial must not break the page."""
    lesson = BY_SLUG["mana"]
    stale: list[Any] = [lesson.solution[0], {"type": "play", "hand": 99, "lane": "top"}]
    assert lesson_runner.replay(lesson, stale).moves == ()
    assert lesson_runner.replay(lesson, [lesson.solution[0]] * 50).moves == ()


def test_wrong_choices_lose() -> None:
    """The mistakes that the lessons are about are noticed: a card too dear, the wrong lane, the wrong target."""
    mistakes: dict[str, list[Json]] = {
        "mana": [{"type": "play", "hand": 4, "lane": "top"}],
        "lanes": [{"type": "play", "hand": 1, "lane": "bottom"}, {"type": "end_summon"}],
        "incantations": [{"type": "play", "hand": 1, "target": {"player": "B", "lane": "top", "index": 0}}],
        "return": [{"type": "play", "hand": 0, "lane": "top"}, {"type": "end_summon"}],
        "abilities": [{"type": "play", "hand": 0, "lane": "bottom"}, {"type": "end_summon"}],
        "victory": [{"type": "end_summon"}],
    }
    for slug, moves in mistakes.items():
        assert lesson_runner.replay(BY_SLUG[slug], moves).state == LOST, slug


def test_the_opponent_follows_the_script() -> None:
    """In the first lesson the Admiral plays Microctopus, then it is the learner's turn again."""
    lesson = BY_SLUG["hand"]
    run = lesson_runner.replay(lesson, lesson.solution[:2])
    run, events = lesson_runner.act(run, lesson.solution[2])
    assert [event["card"] for event in events if event["type"] == "played"] == ["microctopus"]
    assert run.match.to_act == (YOU,)
