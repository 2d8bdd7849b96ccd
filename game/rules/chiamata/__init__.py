"""Briscola chiamata: its rules."""
