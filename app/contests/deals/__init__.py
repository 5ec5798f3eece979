"""Deals that many play alone with the same cards: the deal of the day, and finished solo matches passed on by link."""
