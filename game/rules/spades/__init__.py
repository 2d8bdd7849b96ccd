"""Spades, each for himself: its rules."""
