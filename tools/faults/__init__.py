"""Faults of real processes in the middle of play, and their cost: `make faults` (docs/decisions/faults.md)."""
