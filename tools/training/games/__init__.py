"""What `train` deals and learns for each game."""
