"""Overlays: pages over the table, which goes on below them."""
