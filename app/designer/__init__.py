"""Champions that guests design (R9.1, R9.6): reckoned live, kept, shared, chosen in matches."""
