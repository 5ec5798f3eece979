"""The cards as people meet them: their words, their faces, the gallery; what is printed comes from `engine.cards`."""
