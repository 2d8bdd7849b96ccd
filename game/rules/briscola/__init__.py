"""Briscola: its rules."""
