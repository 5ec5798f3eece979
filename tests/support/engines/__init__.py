"""The three engines of browsers, driven in one way: a page in Chromium, Firefox or WebKit that walks and looks."""
