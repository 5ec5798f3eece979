"""Examples: a small learner (`train`), and its policy at a table of a site (`online`)."""
