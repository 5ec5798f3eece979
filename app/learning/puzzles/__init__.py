"""Puzzles: a position, a goal, and one set of plays that reaches it; solved on the real board."""
