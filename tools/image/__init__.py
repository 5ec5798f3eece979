"""`make image` builds the image, starts it and plays on it; `make digests` looks for newer base images."""
