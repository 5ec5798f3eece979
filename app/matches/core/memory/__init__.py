"""The matches that this worker holds in memory, and who is connected to them."""
