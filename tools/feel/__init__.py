"""The feel of the board in a real Chromium, in figures: `make feel`."""
