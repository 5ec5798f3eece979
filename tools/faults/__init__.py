"""Faults of real processes in the middle of play, and their cost (docs/decisions/faults.md)."""
