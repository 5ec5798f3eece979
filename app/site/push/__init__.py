"""Notifications to browsers that are closed (web push)."""
