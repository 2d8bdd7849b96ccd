"""The words of Briscola chiamata."""
