"""The computers that play at a table: their turns, their answers, and the results of guests against them."""
