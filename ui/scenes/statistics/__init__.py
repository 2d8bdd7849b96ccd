"""Statistics of a person."""
