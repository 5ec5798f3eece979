"""The check of messages in templates sees what it is there for."""

import pytest

from tools.check_messages import complaints

GOOD = """
<button hx-ws:send hx-vals='{"type": "draw", "do": "accept"}'></button>
<button hx-ws:send data-act="undo" hx-vals='{"type": "act", "action": {"type": "undo"}}'></button>
<button hx-ws:send hx-vals='{"type": "act", "action": {"type": "deck", "cards": {{ slugs|tojson }}}}'></button>
<button hx-ws:send hx-vals='{"type": "lift", "seat": "{{ seat }}"}'></button>
<button data-message='{"type": "again"}'></button>
"""


def test_messages_that_a_socket_takes_are_right() -> None:
    assert list(complaints(GOOD)) == []


@pytest.mark.parametrize(
    "message",
    [
        '{"type": "drew", "do": "accept"}',
        '{"type": "draw", "do": "agree"}',
        '{"type": "draw", "do": "accept", "now": true}',
        '{"type": "act", "action": {"type": "flee"}}',
        '{"type": "draw"',
    ],
)
def test_a_message_that_no_socket_takes_is_seen(message: str) -> None:
    assert len(list(complaints(f"<button hx-vals='{message}'></button>"))) == 1


def test_a_button_with_the_name_of_another_action_is_seen() -> None:
    assert len(list(complaints(GOOD.replace('data-act="undo"', 'data-act="attack"')))) == 1
