"""`python -m tools.siege`: one address attacks a site in every known way, while others play there."""
