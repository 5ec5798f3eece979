"""Tests that need the environment that `make drills` makes for it (requirements/learning.txt)."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pettingzoo") else ["test_*.py"]
