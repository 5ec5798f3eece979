"""What a drill finds in the logs of its workers."""

from __future__ import annotations

from tools.faults.drill import tracebacks

ORPHAN = """Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/usr/lib/python3/multiprocessing/spawn.py", line 128, in _main
    preparation_data = reduction.pickle.load(from_parent)
EOFError: Ran out of input
"""
MISTAKE = """2026-01-01T00:00:00Z [error    ] task_failed
Traceback (most recent call last):
  File "app/site.py", line 1, in run
    raise ValueError("three")
ValueError: three
2026-01-01T00:00:01Z [info     ] a sentence
"""


def test_a_mistake_is_found_beside_a_helper_process_whose_worker_was_killed() -> None:
    assert tracebacks("a sentence\n" + ORPHAN) == []
    assert tracebacks(ORPHAN + MISTAKE) == ['ValueError: three (File "app/site.py", line 1, in run)']


def test_an_end_of_file_elsewhere_is_a_mistake() -> None:
    assert tracebacks(ORPHAN.replace("multiprocessing", "app")) == [
        'EOFError: Ran out of input (File "/usr/lib/python3/app/spawn.py", line 128, in _main)'
    ]
