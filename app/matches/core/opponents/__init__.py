"""Finding an opponent: quick matches and challenges, which open tables and join them."""
