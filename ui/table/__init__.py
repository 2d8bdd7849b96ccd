"""One match on the screen."""
