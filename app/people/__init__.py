"""Players and how they sign in, moderators, announcements to all.

It knows `app.base` only."""
