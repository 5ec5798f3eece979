"""Ratings and profiles: players' strength, opponents and results."""
