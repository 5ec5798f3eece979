"""`make load`: the cost of a move, and its time to the opponent."""
