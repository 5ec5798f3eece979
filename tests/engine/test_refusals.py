"""Refusals come back from a worker process as they are."""

import pickle

import pytest

from engine.errors import BadPosition, EngineError, IllegalAction


@pytest.mark.parametrize(
    "refusal",
    [IllegalAction("not_offered"), BadPosition("bad_position", detail="x"), IllegalAction("deck_size", size=8)],
)
def test_a_refusal_survives_pickling(refusal: EngineError) -> None:
    again = pickle.loads(pickle.dumps(refusal))
    assert (type(again), again.code, again.params, str(again)) == (
        type(refusal),
        refusal.code,
        refusal.params,
        str(refusal),
    )
