"""Faults of real processes in the middle of play, and what they cost: `make faults` (docs/decisions/faults.md)."""
