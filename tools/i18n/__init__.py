"""The translation catalogues: what texts there are, what each language has of them, what is wrong with them.

`python -m tools.i18n update` takes in new texts and says what is missing, `check` says whether all are taken in.
"""
