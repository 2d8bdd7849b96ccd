"""The help."""
