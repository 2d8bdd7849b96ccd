"""Computer players of Briscola."""
