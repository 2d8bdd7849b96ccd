"""The presentation of Briscola chiamata."""
