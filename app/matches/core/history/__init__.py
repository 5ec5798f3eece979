"""The history of a match since its beginning: log, stream, record."""
