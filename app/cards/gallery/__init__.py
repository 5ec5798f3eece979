"""The cards as people meet them: their words, their faces, the gallery. The values are those of `engine.cards`."""
