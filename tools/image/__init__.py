"""`make image` builds the image, starts it and plays on it; `make digests` checks for newer base images."""
