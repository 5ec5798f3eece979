"""Practice on the real board, outside of any match: lessons and puzzles are exercises."""
