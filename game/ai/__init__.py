"""Computer players: each gets a view, returns one of its choices."""
