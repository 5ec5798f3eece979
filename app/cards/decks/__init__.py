"""Decks that guests build, keep, share and take into constructed duels (R2.5)."""
