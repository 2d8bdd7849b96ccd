"""Faults planted into the program, to see whether the quick tests notice them."""
