"""How Spades looks and speaks."""
