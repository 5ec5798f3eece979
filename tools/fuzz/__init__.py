"""Hostile input for everything that strangers can reach: `make fuzz`."""
