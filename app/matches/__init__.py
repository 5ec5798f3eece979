"""A match from its opening to its end: the service, bots, the drawn table, talk, its pages.

It knows `app.cards` and what is below."""
