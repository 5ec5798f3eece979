"""The cards as people meet them: their words, their faces, the gallery. The printed values are those of `engine.cards`."""
