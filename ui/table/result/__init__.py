"""The result of a deal and of a match."""
