"""What the trainer deals for each game: one lesson a game."""
