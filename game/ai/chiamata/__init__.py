"""Computer players of Briscola chiamata."""
