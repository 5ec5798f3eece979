"""Replays of finished matches, records as files, and playing on from any moment."""
