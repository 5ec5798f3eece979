"""Legacy (H13): roads of twelve islands, stored as lists of steps; the hall of finished ones, the road of the week."""
