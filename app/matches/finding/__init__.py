"""What can be found: open tables and matches to watch, challenges, codes to say aloud."""
