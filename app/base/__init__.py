"""The ground of every page and match: settings, errors, languages, the database, the web, live connections.

It knows nothing above it."""
