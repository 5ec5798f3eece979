"""The ways to find a match: open tables, quick matches, challenges, codes to say aloud."""
