"""Tournaments: entries, rounds that pair themselves, standings."""
