"""Ratings, the deal of the day, tournaments.

It knows `app.learning` and what is below."""
