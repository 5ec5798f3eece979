"""Champions that guests design (R9.1, R9.6): their cost shown at once, kept, shared, chosen in matches."""
