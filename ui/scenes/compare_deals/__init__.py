"""Comparison of matches with the same cards."""
