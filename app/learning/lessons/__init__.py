"""Learning the game: the rulebook and the tutorial."""
