"""How the board feels in a real Chromium, as figures: `make feel`."""
