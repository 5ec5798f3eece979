"""`make fuzz`: some hundred hostile inputs with every run of the tests, and that a fault would be seen."""

from __future__ import annotations

from tools.fuzz import programme, site

SEED = 2026
OFFLINE, ONLINE = 1_500, 1_200


def test_no_line_and_no_file_breaks_the_command_line() -> None:
    verdicts = list(programme.offline(OFFLINE, SEED, None))
    assert [fault for verdict in verdicts for fault in verdict.faults] == []
    assert sum(verdict.inputs for verdict in verdicts) > 0.4 * OFFLINE
    lines, files = (verdict.answers for verdict in verdicts)
    assert {"fine", "bad_position", "malformed_line", "malformed"} <= lines.keys()
    assert {"status 0", "status 1", "status 2"} == files.keys()


def test_no_request_and_no_message_breaks_the_site() -> None:
    verdicts = {verdict.name: verdict for verdict in programme.online("sqlite", ONLINE, SEED, None)}
    assert [fault for verdict in verdicts.values() for fault in verdict.faults] == []
    assert verdicts.keys() == {*site.MAKERS, "stream", "page socket", "lesson socket", "puzzle socket", "log"}
    assert {"200", "201", "400", "404"} <= verdicts["API"].answers.keys()
    assert {"200", "303", "422"} <= verdicts["pages"].answers.keys()
    assert {"200", "303", "422"} <= verdicts["uploads"].answers.keys()
    for socket in ("stream", "page socket", "lesson socket", "puzzle socket"):
        answers = verdicts[socket].answers  # some messages are broken, some are understood
        assert 0 < answers["malformed"] < answers.total()
