"""A guest's own costly turns, to be tried again on the real board (docs/decisions/mistakes.md)."""
