"""Computer players of Spades."""
