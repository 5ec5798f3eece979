"""A worker's wrong clock, see sitecustomize.py."""
