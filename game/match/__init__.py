"""Matches: several deals, their records, and what a seat may know of them."""
