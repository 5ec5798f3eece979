"""Tools for the computer opponents: arena, puzzles, balance."""
