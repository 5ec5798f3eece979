"""Lessons, puzzles, replays, mistakes and studies, on the board of a match.

It knows `app.matches` and what is below."""
