"""The browsers that the site promises to run in, what it uses that some of them lack, and what those get instead."""
