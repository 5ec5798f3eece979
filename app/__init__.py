"""The site around the engine: tables, players, pages and the API."""
