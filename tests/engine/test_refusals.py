"""Refusals come back from a worker process as they are."""

import pickle

from engine.errors import BadPosition, EngineError, IllegalAction
from tests.support.cases import in_turn


@in_turn(
    "refusal",
    [IllegalAction("not_offered"), BadPosition("bad_position", detail="x"), IllegalAction("deck_size", size=8)],
)
def test_a_refusal_survives_pickling(refusal: EngineError) -> None:
    again = pickle.loads(pickle.dumps(refusal))
    assert (type(again), again.code, again.params, str(again)) == (
        type(refusal), refusal.code, refusal.params, str(refusal),
    )  # fmt: skip
