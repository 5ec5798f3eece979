"""`make fuzz`: some hundred hostile inputs with every run of the tests, and that a fault would be seen."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading

from tests.support.cases import in_turn
from tools.fuzz import programme, site
from tools.fuzz.verdict import FuzzVerdict
from tools.rig import site as sites
from tools.rig.server import DEADLINE, ROOT

SEED = 2026
OFFLINE, ONLINE = 1_500, 1_200


STOPPED = """
import sys, os, signal

how = sys.argv.pop()
from tools.fuzz import __main__ as fuzz, programme
from tools.fuzz.verdict import FuzzVerdict

def offline(inputs, seed, limit):
    return iter(())

def online(database, inputs, seed, limit):
    verdict = FuzzVerdict("API")
    verdict.fault(f"found on {database}", "x")
    if database == "postgresql":
        os.kill(os.getpid(), getattr(signal, how))
        signal.pause()
    yield verdict

programme.offline, programme.online = offline, online
fuzz.main()
"""


@in_turn("how", ["SIGINT", "SIGTERM"])
def test_what_was_found_is_said_when_it_is_stopped(how: str) -> None:
    """Also what was found by the way in, and on the database, whose verdict never came."""
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, how], cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")
    assert "stopped before its end: 2 faults\nAPI: found on sqlite: 'x'\nAPI: found on postgresql: 'x'\n" in done.stdout


def test_no_line_and_no_file_breaks_the_command_line() -> None:
    verdicts = list(programme.offline(OFFLINE, SEED, None))
    assert [fault for verdict in verdicts for fault in verdict.faults] == []
    assert sum(verdict.inputs for verdict in verdicts) > 0.4 * OFFLINE
    lines, files = (verdict.answers for verdict in verdicts)
    assert {"fine", "bad_position", "malformed_line", "malformed"} <= lines.keys()
    assert {"status 0", "status 1", "status 2"} == files.keys()


def test_a_site_that_had_to_wait_for_a_processor_is_not_slow() -> None:
    """An answer counts as slow by what it costs the site, however late it comes on a busy machine."""
    with sites.running("sqlite", 1, redis=False) as running:
        whose = site.guest(running.url(0), random.Random(SEED))
        another = site.Request("POST", "/api/players", b'{"name": "Ann"}', {"Content-Type": "application/json"})
        late, costly = FuzzVerdict("API", limit=1.0), FuzzVerdict("API", limit=0.0)
        worker = running.workers[0].pid
        os.kill(worker, signal.SIGSTOP)
        threading.Timer(1.5, os.kill, (worker, signal.SIGCONT)).start()
        site.ask(another, whose, running, late)
        site.ask(another, whose, running, costly)
        whose.client.close()
    assert (late.faults, late.answers) == ([], {"201": 1})
    assert len(costly.faults) == 1


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
