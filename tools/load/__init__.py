"""`make load`: what a move costs, and how fast it arrives."""
