"""The chat of computer players: their remarks and replies."""
