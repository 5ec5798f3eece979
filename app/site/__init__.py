"""The site as a whole: its home page, accounts, notifications, offline play, its hosts; and what builds and serves it.

It knows all other districts; `app.main` alone knows it."""
