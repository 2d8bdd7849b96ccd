"""Players of Spades."""
