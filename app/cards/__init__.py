"""The gallery of printed cards, decks, designed cards.

It knows `app.people` and what is below."""
