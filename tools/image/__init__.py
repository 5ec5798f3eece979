"""`make image` builds the image, starts it and plays on it."""
