"""Commands for building, checking and locking; run by make."""
