"""Messages to clients as they are encoded."""

from __future__ import annotations

import orjson

from app.base.live.server_messages import RELOAD, encoded, joined
from tests.support.cases import case


def test_zones_that_change_together_are_one_message_with_the_same_fragments() -> None:
    fragments = ["<p>„Ogre“</p>", '<div id="a">\\ "\n\t</div>', "", "<b>אב</b>"]
    zones = [encoded({"type": "zone", "content": fragment}) for fragment in fragments]
    banner = encoded({"type": "banner", "content": "<p>soon</p>"})
    for count in range(len(zones) + 1):
        for others in ([], [banner], [RELOAD, banner]):
            with case(f"{count} zones, {len(others)} others"):
                messages = joined((*zones[:count], *others))
                read = [orjson.loads(message) for message in messages]
                assert "".join(each["content"] for each in read if each["type"] == "zone") == "".join(fragments[:count])
                assert len(messages) == min(count, 1) + len(others)
                assert [message for message in messages if message in others] == others
                again = joined((*zones[:count], *others))
                assert all(one is other for one, other in zip(messages, again, strict=True)), "made for each page"
