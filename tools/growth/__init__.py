"""`make growth`: what a move costs on a site that has grown."""
