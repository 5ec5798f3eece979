"""`make siege`: one address attacks a site in every way that is known, while others play there."""
