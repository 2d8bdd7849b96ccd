"""How Briscola looks and speaks."""
