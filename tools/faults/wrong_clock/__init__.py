"""What makes a worker's clock wrong, see sitecustomize.py."""
