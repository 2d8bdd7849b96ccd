"""How Briscola chiamata looks and speaks."""
