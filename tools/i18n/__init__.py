"""The translation catalogues: all texts, their translations in each language, and mistakes in them. `python -m
tools.i18n update` adds new texts and prints the missing ones, `check` shows whether all are included."""
