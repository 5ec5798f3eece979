"""The chat of a match: emotes with everybody, words between friends and among spectators; reports."""
