"""`make load ONLY=growth`: the cost of a move on a site that has grown."""
