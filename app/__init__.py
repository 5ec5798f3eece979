"""The site around the engine: rooms, players, pages and the API."""
