"""Replay of a match."""
