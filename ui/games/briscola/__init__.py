"""The presentation of Briscola."""
