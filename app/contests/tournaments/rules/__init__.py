"""Pairing, scoring, tie-breaks, brackets and reports. Pure: no database, no I/O, no clock, no global randomness."""
