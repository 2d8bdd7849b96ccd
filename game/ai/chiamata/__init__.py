"""Players of Briscola chiamata."""
