"""Open tables and matches to watch, challenges, spoken codes."""
