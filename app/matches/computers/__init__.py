"""The computers that play at a table: whose turn they take, how they answer, and how guests fare against them."""
