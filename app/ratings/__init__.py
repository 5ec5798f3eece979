"""Ratings and profiles: how strong players are, whom they have played, and what became of it."""
