"""Tools for the computer opponents: the fit of their weights, and the arena."""
