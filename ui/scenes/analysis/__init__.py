"""Analysis of a match."""
